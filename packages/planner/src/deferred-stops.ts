import type { Guard, GuardAnswer, GuardFactory, Step, Verdict } from '@loopwright/agent-run';
import { type Json, toJson } from '@loopwright/core-parser';

/** Ends by guards that a strategy may have a use for, or none: an answer that is there, another way to take. */
export type DeferrableStop = 'loop_detected' | 'goal_drift' | 'no_progress';

const deferrable: readonly string[] = [
  'loop_detected',
  'goal_drift',
  'no_progress',
] satisfies DeferrableStop[];

type StopVerdict = Extract<Verdict, { kind: 'stop' }>;

/** Whether such an end, at this step, is for the strategy to decide about. Must be a pure function of the recorded run. */
export type DefersStop = (
  stopReason: DeferrableStop,
  step: Step,
  before: readonly Step[],
) => boolean;

/**
 * Under this name the data of a flag tell of a deferred stop. They are stored with the run, so that a resumed one finds it
 * again; what a guard itself writes under it is put aside.
 */
const marker = '@loopwright/planner/deferred-stop';

/**
 * Guards whose loop or drift does not end the run at once: the verdict becomes a flag that {@link findDeferredStop} finds. An end
 * by a guard cannot be taken back.
 */
export function deferStops(factories: readonly GuardFactory[], defers: DefersStop): GuardFactory[] {
  return factories.map((make) => () => {
    const guard = make();
    // What is no guard is for the run to refuse.
    if (typeof Object(guard).judge !== 'function') return guard;
    const deferred: Guard = {
      name: guard.name,
      ...(guard.io === undefined ? {} : { io: guard.io }),
      ...(guard.options === undefined ? {} : { options: guard.options }),
      judge(step, before) {
        const answer = guard.judge(step, before);
        const read = (given: GuardAnswer) =>
          deferAll(given, (stopReason) => defers(stopReason, step, before));
        return isPromise(answer) ? answer.then(read) : read(answer);
      },
    };
    return deferred;
  });
}

/** A guard without I/O answers at once, and so it does here. */
function isPromise(answer: GuardAnswer | Promise<GuardAnswer>): answer is Promise<GuardAnswer> {
  return typeof (Object(answer) as Partial<Promise<unknown>>).then === 'function';
}

function deferAll(
  answer: GuardAnswer,
  defers: (stopReason: DeferrableStop) => boolean,
): GuardAnswer {
  const verdicts: readonly unknown[] = Array.isArray(answer) ? answer : [answer];
  const read = verdicts.map((verdict) => {
    if (isDeferrable(verdict) && defers(verdict.stopReason)) return deferredOf(verdict);
    return isMarked(verdict) ? { ...verdict, data: { given: verdict.data } } : verdict;
  });
  return read.every((verdict, index) => verdict === verdicts[index]) ? answer : (read as Verdict[]);
}

/** What a guard of the caller answers is not checked yet. */
function isDeferrable(
  verdict: unknown,
): verdict is StopVerdict & { readonly stopReason: DeferrableStop } {
  const { kind, stopReason } = Object(verdict) as Partial<StopVerdict>;
  return kind === 'stop' && deferrable.includes(String(stopReason));
}

function isMarked(verdict: unknown): verdict is Verdict & { data: Json } {
  return Object.hasOwn(Object(Object(verdict).data), marker);
}

function deferredOf({ stopReason, text, data = null }: StopVerdict): Verdict {
  return { kind: 'flag', text: String(text), data: { [marker]: stopReason, data: toJson(data) } };
}

/** A stop that a guard would have ended the run with at this step. */
export function findDeferredStop(
  step: Step | undefined,
): { guard: string; stopReason: DeferrableStop; text: string } | undefined {
  for (const verdict of step?.verdicts ?? []) {
    if (verdict.kind !== 'flag' || !isMarked(verdict)) continue;
    const stopReason = (verdict.data as { [marker]: DeferrableStop })[marker];
    return { guard: verdict.guard, stopReason, text: verdict.text };
  }
  return undefined;
}
