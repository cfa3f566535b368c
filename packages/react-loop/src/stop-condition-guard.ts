import type { GuardAnswer, GuardFactory, Step } from '@loopwright/agent-run';
import { flag, isPromise } from './caller-check.ts';

/**
 * Says whether a run should stop after a step, although it has no answer: true, or the reason in words. Pure and at
 * once, like a goal check; what it throws, a promise, and any other value become flags, and the run goes on.
 */
export type StopCheck = (step: Step, before: readonly Step[]) => boolean | string | undefined;

/** A named stop condition as a guard: it ends the run with `condition_met` and says which one held. */
export function stopConditionGuard(name: string, check: StopCheck): GuardFactory {
  return () => ({
    name: `stopWhen:${name}`,
    judge(step, before): GuardAnswer {
      // Code without types may answer anything.
      const met: unknown = check(step, before);
      if (!met) return undefined;
      if (isPromise(met)) {
        return flag('the stop condition must answer at once, not with a promise');
      }
      if (met !== true && typeof met !== 'string') {
        return flag('the stop condition must answer true, false or the reason as a text');
      }
      const held = `The stop condition ${JSON.stringify(name)} held in step ${step.n}`;
      const text = met === true ? held : `${held}: ${met}`;
      return { kind: 'stop', stopReason: 'condition_met', text, data: { condition: name } };
    },
  });
}
