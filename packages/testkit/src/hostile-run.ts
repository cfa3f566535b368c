import { journalFromEvents } from '@loopwright/agent-run';
import { disciplinedRuntime } from './disciplined-runtime.ts';
import { checkLife } from './hostile-checks.ts';
import { countRun, type HostileCounters } from './hostile-counters.ts';
import {
  leaveAt,
  type Moment,
  replayFaults,
  sessionId,
  textOf,
  withOracles,
} from './hostile-lives.ts';
import { type HostileScenario, hostileScenario } from './hostile-scenario.ts';
import { compare, type Lived, live, type Scenario } from './journal-cuts.ts';
import { seededRandom } from './seeded-random.ts';
import { createWorld } from './world.ts';

/** What a hostile run came to. `faults` is empty when all is well. */
export type HostileReport = { faults: string[]; counters: HostileCounters };

/**
 * Lives through one hostile run, cuts it at a random entry and resumes it, replays it from its events alone, and
 * forks it at a random event; every few runs it is also detached or cancelled. Checks what must hold of any run.
 */
export async function hostileRun(index: number): Promise<HostileReport> {
  const hostile = hostileScenario(index);
  const random = seededRandom(`checks of ${hostile.name}`);
  const { scenario, oracles } = withOracles(hostile);
  let violations: readonly string[] = [];
  const whole = await live(scenario, { sessionId }, createWorld(), {
    watch(journal) {
      const disciplined = disciplinedRuntime(journal);
      violations = disciplined.violations;
      return disciplined.runtime;
    },
  });
  const { result, events, world, record } = whole;
  const name = `${hostile.name} (${hostile.strategy}, ${hostile.mood})`;
  if (!result) return { faults: [`${name} rejected: ${textOf(whole.error)}`], counters: {} };
  const modelStarts = oracles[0]!.calls;
  const resumed = await cutAndResume(scenario, whole, random.whole(record().entries.length));
  const toolStarts = result.counts.toolCalls.ok + result.counts.toolCalls.failed;
  const moment: Moment = random.chance(0.5)
    ? { event: random.whole(events.length) }
    : { toolStart: random.whole(toolStarts + 1) };
  const faults = [
    ...checkLife(hostile, { result, events, world, modelStarts }),
    ...violations,
    ...oracles[0]!.requestFaults,
    ...resumed.faults,
    ...(await replayFaults(hostile, whole)),
    ...(await fork(scenario, whole, random.whole(events.length + 1))),
    ...(index % 4 === 1 ? await detach(hostile, whole, moment) : []),
    ...(index % 4 === 3 ? await cancel(hostile, moment) : []),
  ];
  return {
    faults: faults.map((fault) => `${name}: ${fault}`),
    counters: countRun(hostile, result, events, resumed.isUnknown),
  };
}

async function cutAndResume(scenario: Scenario, whole: Lived, diesAt: number) {
  const world = createWorld();
  const first = await live(scenario, { sessionId }, world, { diesAt });
  const stored = first.record();
  const second = await live(scenario, stored, world);
  const { faults, isUnknown } = compare(whole, first, second, stored);
  return { isUnknown, faults: faults.map((fault) => `cut at entry ${diesAt}: ${fault}`) };
}

/** A fork tells the same as its original up to the point where it leaves it. */
async function fork(scenario: Scenario, whole: Lived, atSeq: number): Promise<string[]> {
  const stored = journalFromEvents(whole.events, { atSeq, sessionId });
  const { result, events, told, error } = await live(scenario, stored, createWorld());
  if (!result) return [`the fork at ${atSeq} rejected: ${textOf(error)}`];
  const { seq } = stored.forkOf!;
  const [start] = events;
  // Only that it is a fork, and of what, is new in the first event.
  const first = JSON.stringify({ ...start, forkOf: undefined });
  const prefix = [first, ...told.slice(1, seq)].slice(0, seq);
  if (prefix.join() === whole.told.slice(0, seq).join()) return [];
  return [`the fork at ${atSeq} of ${whole.events.length} has another prefix`];
}

/** A run that was left goes on as if it had not been. */
async function detach(hostile: HostileScenario, whole: Lived, moment: Moment): Promise<string[]> {
  const first = await leaveAt(hostile, 'detach', moment);
  if (!first.result) return [`the detached life rejected: ${textOf(first.error)}`];
  // The moment came too late to leave, or the run waits for an approval either way.
  if (first.result.stopReason !== 'detached') return [];
  const stored = first.record();
  const second = await live(withOracles(hostile).scenario, stored, first.world);
  const { faults } = compare(whole, first, second, stored);
  return faults.map((fault) => `detached at ${JSON.stringify(moment)}: ${fault}`);
}

/** A run that was cancelled keeps to everything, and its events tell it whole. */
async function cancel(hostile: HostileScenario, moment: Moment): Promise<string[]> {
  const lived = await leaveAt(hostile, 'cancel', moment);
  const { result, events, world } = lived;
  if (!result) return [`the cancelled life rejected: ${textOf(lived.error)}`];
  const modelStarts = result.counts.attempts;
  const faults = [
    ...checkLife(hostile, { result, events, world, modelStarts }),
    ...(await replayFaults(hostile, lived)),
  ];
  return faults.map((fault) => `cancelled at ${JSON.stringify(moment)}: ${fault}`);
}
