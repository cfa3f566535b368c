import type { Json } from '@loopwright/core-parser';
import type { ReflectedStep } from './advisor.ts';
import type { ReflectOnStepsOptions } from './reflector-from-steps.ts';
import { reflectOnStep, reflectorFromSteps } from './reflector-from-steps.ts';
import { resolveReflectorOptions } from './reflector-options.ts';
import { reflectorStamp } from './reflector-stamp.ts';
import type { ToolOrName } from './tool-description.ts';

export type EscalationGuardOptions = Omit<ReflectOnStepsOptions, 'tools'> & {
  /** The tools of the run, by name or with their descriptions: whether a way is left depends on them. */
  readonly tools: readonly ToolOrName[];
};

/** A guard as runs accept them: a pure function of recorded steps. */
export type EscalationGuard = {
  readonly name: string;
  readonly options: Json;
  judge(
    step: ReflectedStep,
    before: readonly ReflectedStep[],
  ):
    | {
        readonly kind: 'stop';
        readonly stopReason: 'unrecoverable';
        readonly text: string;
        readonly data: Json;
      }
    | undefined;
};

/**
 * Ends a run with the reason `unrecoverable` (F7) when every call of a step failed and the reflector sees no way on
 * for any of them. Off unless given to a run: a model often finds a way that rules do not see. Throws
 * `invalid_options` for unknown options and numbers out of range.
 */
export function escalationGuard(options: EscalationGuardOptions): () => EscalationGuard {
  const { goal = '', tools, ...reflectorOptions } = options;
  // A mistake in the options must show here, not in the middle of a run.
  const resolved = resolveReflectorOptions(reflectorOptions);
  return () => ({
    name: 'escalation',
    options: reflectorStamp(resolved, tools, { goal }),
    judge(step, before) {
      if (step.observations.length === 0 || step.observations.some(({ ok }) => ok))
        return undefined;
      const reflector = reflectorFromSteps(before, options);
      const reflections = reflectOnStep(reflector, step, tools, goal);
      if (reflections.length === 0) return undefined;
      if (reflections.some(({ reflection }) => reflection.decision !== 'escalate'))
        return undefined;
      return {
        kind: 'stop',
        stopReason: 'unrecoverable',
        text: `No way on is left. ${reflections.map(({ reflection }) => reflection.lessonLearned).join(' ')}`,
        data: {
          kind: 'unrecoverable',
          failures: reflections.map(({ action, reflection }) => ({
            action: action.name,
            reason: reflection.failure?.reason ?? 'unknown',
          })),
        },
      };
    },
  });
}
