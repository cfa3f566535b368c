import {
  type ApprovalAnswer,
  createMemoryJournal,
  type DurableEvent,
  isJournalError,
  type JournalRecord,
  journalFromEvents,
  type RunResult,
  type StepRuntime,
} from '@loopwright/agent-run';
import { ledgerFaults } from './ledger-faults.ts';
import { createWorld, type World } from './world.ts';

/** What one life of a run gets: where it is stored, the world it acts on, and who listens. */
export type Life = {
  runtime: StepRuntime;
  world: World;
  onEvent: (event: DurableEvent) => void;
};

/** A run to be cut. Everything that keeps state (models, guards, clocks) is made anew in each life. */
export type Scenario = {
  name: string;
  run(life: Life): Promise<RunResult<unknown>>;
  /** Decisions that are already there when the run asks for them. */
  answers?: Record<string, ApprovalAnswer>;
};

/** What cutting a run after every entry came to. `faults` is empty when all is well. */
export type CutReport = {
  result: RunResult<unknown>;
  events: DurableEvent[];
  world: World;
  cuts: number;
  /** Cuts between the intent of a `once` call and its result, which must end as `unknown`. */
  unknownCuts: number;
  faults: string[];
};

const sessionId = 'session';

/**
 * Runs a scenario undisturbed, and then once for every entry of its journal: the process dies when entry n should be
 * stored (the work was done, its result is lost), and another life goes on from what is stored.
 *
 * @param options.resumeFrom The journal's own record, or one made of the events heard before the cut. Default: record.
 */
export async function cutEverywhere(
  scenario: Scenario,
  options: { resumeFrom?: 'record' | 'events' } = {},
): Promise<CutReport> {
  const { resumeFrom = 'record' } = options;
  const whole = await live(scenario, { sessionId }, createWorld());
  if (!whole.result) throw new Error(`${scenario.name} does not end by itself: ${whole.error}`);
  const isSuspended = whole.result.status === 'suspended';
  // The result is an entry of its own; a suspended run has none.
  const cuts = whole.record().entries.length + (isSuspended ? 0 : 1);
  const faults: string[] = [];
  if (
    differ(
      whole.events.map((event) => JSON.stringify(event)),
      whole.told,
    )
  ) {
    faults.push('an event changed after it was told');
  }
  let unknownCuts = 0;
  for (let cut = 0; cut < cuts; cut++) {
    const world = createWorld();
    const first = await live(scenario, { sessionId }, world, { diesAt: cut });
    const stored = resumeFrom === 'record' ? first.record() : recordOf(first.events);
    const second = await live(scenario, stored, world);
    const found = compare(whole, first, second, stored);
    if (found.isUnknown) unknownCuts += 1;
    faults.push(...found.faults.map((fault) => `cut ${cut} of ${cuts}: ${fault}`));
  }
  const { result, events, world } = whole;
  return { result, events, world, cuts, unknownCuts, faults };
}

/** What one life left behind. */
export type Lived = {
  record(): JournalRecord;
  events: DurableEvent[];
  /** The events as JSON, as they were when they were heard. */
  told: string[];
  world: World;
  result?: RunResult<unknown>;
  error?: unknown;
};

/**
 * Lets a scenario live over what is stored.
 *
 * @param options.diesAt The entry that can no longer be stored. Default: none.
 * @param options.watch Wraps the journal, to see what the run does with it.
 */
export async function live(
  scenario: Scenario,
  stored: Partial<JournalRecord>,
  world: World,
  options: { diesAt?: number; watch?: (journal: StepRuntime) => StepRuntime } = {},
): Promise<Lived> {
  const { diesAt = Number.POSITIVE_INFINITY, watch = (journal) => journal } = options;
  let appended = 0;
  const journal = createMemoryJournal(
    { ...stored, answers: { ...scenario.answers, ...stored.answers } },
    {
      append() {
        if (appended++ >= diesAt) throw new Error('the process died');
      },
    },
  );
  const events: DurableEvent[] = [];
  const told: string[] = [];
  const onEvent = (event: DurableEvent) => {
    events.push(event);
    told.push(JSON.stringify(event));
  };
  try {
    const result = await scenario.run({ runtime: watch(journal), world, onEvent });
    return { record: journal.record, events, told, world, result };
  } catch (error) {
    return { record: journal.record, events, told, world, error };
  }
}

/** The journal that can be made of the events alone. */
function recordOf(events: readonly DurableEvent[]): Partial<JournalRecord> {
  return events.length === 0 ? { sessionId } : journalFromEvents(events);
}

/** Compares a run that was cut, or left by `detach`, and resumed with the undisturbed one. */
export function compare(
  whole: Lived,
  first: Lived,
  second: Lived,
  stored: Partial<JournalRecord>,
): { faults: string[]; isUnknown: boolean } {
  const faults: string[] = [];
  const hasLeft = first.result?.stopReason === 'detached';
  if (!hasLeft && !isJournalError(first.error)) {
    faults.push(`the cut life did not die: ${first.error}`);
  }
  if (!second.result) {
    return { faults: [...faults, `the resumed life failed: ${second.error}`], isUnknown: false };
  }
  const intents = openIntents(stored);
  const isUnknown = intents.length > 0;
  for (const key of intents) {
    if (!isReportedUnknown(second.result, key)) faults.push(`${key} is not reported as unknown`);
  }
  if (!isUnknown) {
    if (differ(second.result, whole.result)) faults.push('the result differs');
    if (!sameTexts(second.told, whole.told)) faults.push('the events differ');
    // A wave that was cut may happen in another order.
    if (!sameTexts(second.world.commits.toSorted(), whole.world.commits.toSorted())) {
      faults.push('the world differs');
    }
  }
  if (!sameTexts(second.told.slice(0, first.told.length), first.told)) {
    faults.push('the events before the cut are no prefix');
  }
  faults.push(...ledgerFaults(second.result, second.world));
  return { faults, isUnknown };
}

/** Keys of `once` calls that were about to be made when the process died. */
function openIntents({ entries = [] }: Partial<JournalRecord>): string[] {
  const keys = new Set(entries.map(({ key }) => key));
  return [...keys]
    .filter((key) => key.endsWith('/intent'))
    .map((key) => key.slice(0, -'/intent'.length))
    .filter((key) => !keys.has(key));
}

function isReportedUnknown(result: RunResult<unknown>, key: string): boolean {
  return result.effects.some(
    ({ status, stepKeys }) => status === 'unknown' && stepKeys.includes(key),
  );
}

function sameTexts(left: readonly string[], right: readonly string[]): boolean {
  return left.length === right.length && left.every((text, index) => text === right[index]);
}

function differ(left: unknown, right: unknown): boolean {
  return JSON.stringify(left) !== JSON.stringify(right);
}
