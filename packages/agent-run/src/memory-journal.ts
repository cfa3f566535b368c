import type { Json } from '@loopwright/core-parser';
import type { ApprovalAnswer, ForkOrigin, Pending } from './effect.ts';
import { suspended } from './ended.ts';
import { isJournalError, JournalError } from './journal-error.ts';
import { newSessionId } from './new-session-id.ts';
import { joinAll } from './pass-through-runtime.ts';
import { readApprovalAnswer } from './read-approval-answer.ts';
import type { RunResult } from './result.ts';
import type { RuntimeStep, Stamp, StepRuntime } from './step-runtime.ts';

/** One stored step. `value` is JSON text; no `inputDigest` means that any input is taken. */
export type JournalEntry = { key: string; inputDigest?: string; value: string };

/** What a journal holds: plain data that can be kept and given to another one. */
export type JournalRecord = {
  sessionId: string;
  stamp?: Stamp;
  entries: JournalEntry[];
  answers: Record<string, ApprovalAnswer>;
  result?: RunResult<Json>;
  forkOf?: ForkOrigin;
};

/** A runtime that stores steps, and what its owner can do with it. */
export type MemoryJournal = StepRuntime & {
  /** A copy of what is stored. */
  record(): JournalRecord;
  /**
   * Decides a call, pending or one that will be. The first decision stands. Run the same configuration again to go on.
   *
   * @throws TypeError unless it is true, false or an object with a boolean `approved`.
   */
  answer(key: string, answer: boolean | ApprovalAnswer): void;
};

/**
 * A journal in memory. Running the same configuration over it again resumes: stored steps give their stored values,
 * the rest runs. `append` is called before an entry counts as stored; a durable store writes it there, and when it
 * throws the entry is not stored and the run ends with `JournalError` `not_stored`. One run holds it at a time: until
 * that run is over in whatever way, `open` refuses another one with `in_use`.
 */
export function createMemoryJournal(
  from: Partial<JournalRecord> = {},
  options: {
    append?: (entry: JournalEntry | { result: RunResult<Json> }) => void | Promise<void>;
  } = {},
): MemoryJournal {
  const record: JournalRecord = structuredClone({
    sessionId: newSessionId(),
    entries: [],
    answers: {},
    ...from,
  });
  const stored = new Map(record.entries.map((entry) => [entry.key, entry]));
  const asked = new Set<string>();
  let unread = 0;
  let isHeld = false;
  let life = 0;

  function readStored<Value>(step: RuntimeStep<Value>): { value: Value } | undefined {
    if (asked.has(step.key)) {
      throw new JournalError('duplicate_key', step.key, `Two steps have the key ${step.key}`);
    }
    asked.add(step.key);
    const entry = stored.get(step.key);
    if (!entry) return undefined;
    if (
      entry.inputDigest !== undefined &&
      step.inputDigest !== undefined &&
      entry.inputDigest !== step.inputDigest
    ) {
      throw new JournalError(
        'replay_mismatch',
        step.key,
        `The step ${step.key} was stored for another input`,
      );
    }
    unread -= 1;
    return { value: JSON.parse(entry.value) };
  }

  /** Before anything new runs, every stored entry must have been asked for: else this is another run. */
  function checkAllRead(key: string): void {
    if (unread === 0) return;
    const left = record.entries.find((entry) => !asked.has(entry.key))!.key;
    throw new JournalError(
      'replay_mismatch',
      left,
      `The step ${left} is stored and was not asked for before ${key}`,
    );
  }

  async function store<Value>(step: RuntimeStep<Value>): Promise<Value> {
    const { key, inputDigest } = step;
    const startedIn = life;
    const value = JSON.stringify((await step.run()) ?? null);
    // Code that an earlier run left behind may end at any time, and is not heard.
    if (life !== startedIn || stored.has(key)) {
      throw new JournalError('in_use', key, `The step ${key} is of a run that is over`);
    }
    const entry: JournalEntry = {
      key,
      value,
      ...(inputDigest === undefined ? {} : { inputDigest }),
    };
    await append(key, entry);
    record.entries.push(entry);
    stored.set(key, entry);
    return JSON.parse(value);
  }

  async function append(
    key: string,
    entry: JournalEntry | { result: RunResult<Json> },
  ): Promise<void> {
    try {
      await options.append?.(entry);
    } catch (cause) {
      if (isJournalError(cause)) throw cause;
      throw new JournalError('not_stored', key, `The step ${key} could not be stored`, cause);
    }
  }

  return {
    sessionId: record.sessionId,
    ...(record.forkOf ? { forkOf: record.forkOf } : {}),
    record: () => structuredClone(record),
    answer(key, answer) {
      const decision = readApprovalAnswer(answer);
      if (!Object.hasOwn(record.answers, key)) record.answers[key] = decision;
    },
    async open(stamp) {
      if (isHeld) {
        throw new JournalError(
          'in_use',
          record.sessionId,
          `Another run holds the journal of session ${record.sessionId}; wait until it is over`,
        );
      }
      checkStamp(record.stamp, stamp);
      record.stamp = stamp;
      asked.clear();
      unread = record.entries.length;
      isHeld = true;
      return record.result && structuredClone(record.result);
    },
    release() {
      isHeld = false;
      life += 1;
    },
    async step(step) {
      const known = readStored(step);
      if (known) return known.value;
      checkAllRead(step.key);
      return store(step);
    },
    async all(steps) {
      const known = steps.map((step) => readStored(step));
      const missing = steps.find((_, index) => !known[index]);
      if (missing) checkAllRead(missing.key);
      return joinAll(
        steps.map(async (step, index) => {
          const read = known[index];
          return read ? read.value : store(step);
        }),
      );
    },
    async waitAll(asks: readonly Pending[]) {
      const open = asks.filter((ask) => !Object.hasOwn(record.answers, ask.key));
      if (open.length > 0) {
        checkAllRead(open[0]!.key);
        throw suspended(open);
      }
      return asks.map((ask) => record.answers[ask.key]!);
    },
    isControl: (error) => error instanceof JournalError,
    async close(result) {
      checkAllRead('the end');
      await append('the result', { result });
      record.result = structuredClone(result);
      isHeld = false;
    },
  };
}

function checkStamp(stored: Stamp | undefined, asked: Stamp): void {
  if (!stored) return;
  const differs = (['strategy', 'version', 'config'] as const).find(
    (field) => stored[field] !== asked[field],
  );
  if (!differs) return;
  throw new JournalError(
    'stamp_mismatch',
    differs,
    differs === 'config'
      ? 'The session was started with another task, limit, tool, model, guard or prompt; to go on under new settings, fork it'
      : `The session was started with ${differs} ${stored[differs]}, not ${asked[differs]}`,
  );
}
