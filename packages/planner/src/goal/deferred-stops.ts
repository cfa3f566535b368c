import type { Guard, GuardAnswer, GuardFactory, Step, Verdict } from '@loopwright/agent-run';

/** Ends after which a run goes back, if it can. */
export type Turning = 'loop_detected' | 'goal_drift';

const turnings: readonly string[] = ['loop_detected', 'goal_drift'] satisfies Turning[];

type StopVerdict = Extract<Verdict, { kind: 'stop' }>;

/**
 * Guards whose loop or drift does not end the run at once: the verdict becomes a flag that {@link findDeferredStop} finds. An end
 * by a guard cannot be taken back.
 */
export function deferStops(factories: readonly GuardFactory[]): GuardFactory[] {
  return factories.map((make) => () => {
    const guard = make();
    const deferred: Guard = {
      name: guard.name,
      ...(guard.io === undefined ? {} : { io: guard.io }),
      ...(guard.options === undefined ? {} : { options: guard.options }),
      judge(step, before) {
        const answer = guard.judge(step, before);
        return isPromise(answer) ? answer.then(deferAll) : deferAll(answer);
      },
    };
    return deferred;
  });
}

/** A guard without I/O answers at once, and so it does here. */
function isPromise(answer: GuardAnswer | Promise<GuardAnswer>): answer is Promise<GuardAnswer> {
  return typeof (Object(answer) as Partial<Promise<unknown>>).then === 'function';
}

function deferAll(answer: GuardAnswer): GuardAnswer {
  const verdicts: readonly unknown[] = Array.isArray(answer) ? answer : [answer];
  if (!verdicts.some(isTurning)) return answer;
  return verdicts.map((verdict) =>
    isTurning(verdict) ? deferredOf(verdict) : verdict,
  ) as Verdict[];
}

/** What a guard of the caller answers is not checked yet. */
function isTurning(verdict: unknown): verdict is StopVerdict {
  const { kind, stopReason } = Object(verdict) as Partial<StopVerdict>;
  return kind === 'stop' && turnings.includes(String(stopReason));
}

function deferredOf({ stopReason, text, data = null }: StopVerdict): Verdict {
  return { kind: 'flag', text, data: { deferred: stopReason, data } };
}

/** A stop that a guard would have ended the run with at this step. */
export function findDeferredStop(
  step: Step,
): { guard: string; stopReason: Turning; text: string } | undefined {
  for (const verdict of step.verdicts) {
    if (verdict.kind !== 'flag') continue;
    const { deferred } = Object(verdict.data) as { deferred?: Turning };
    if (deferred === undefined || !turnings.includes(deferred)) continue;
    return { guard: verdict.guard, stopReason: deferred, text: verdict.text };
  }
  return undefined;
}
