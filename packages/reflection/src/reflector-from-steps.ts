import type { ReflectedStep } from './advisor.ts';
import { isRepeatRefusal } from './check-call.ts';
import type { ReflectedAction } from './reflected-action.ts';
import type { Reflection } from './reflection.ts';
import { Reflector } from './reflector.ts';
import type { ReflectorOptions } from './reflector-options.ts';
import type { ToolOrName } from './tool-description.ts';

export type ReflectOnStepsOptions = ReflectorOptions & {
  /** The tools of the run, by name or with their descriptions. Default: those that were called in it. */
  readonly tools?: readonly ToolOrName[] | undefined;
  /** The goal of the run. Default none. */
  readonly goal?: string | undefined;
};

/** What a reflector said about one failed call of a step. */
export type StepReflection = {
  readonly action: ReflectedAction;
  readonly reflection: Reflection;
  /** The call was not made, because it had failed before. */
  readonly refused: boolean;
  /** What the model saw of the failure. */
  readonly text: string;
};

/**
 * A reflector that has seen the failures of recorded steps, in order: for a run that goes on, or for the analysis of a
 * finished one (F5, F6). The same steps always give the same reflector. Throws `invalid_options` as `Reflector` does.
 */
export function reflectorFromSteps(
  steps: readonly ReflectedStep[],
  options: ReflectOnStepsOptions = {},
): Reflector {
  return reflectOnSteps(steps, options).reflector;
}

/** A reflector that has seen recorded steps, and what it said about each of their failures. */
export function reflectOnSteps(
  steps: readonly ReflectedStep[],
  options: ReflectOnStepsOptions = {},
): { readonly reflector: Reflector; readonly reflections: readonly StepReflection[] } {
  const { tools = toolsOf(steps), goal = '', ...reflectorOptions } = options;
  const reflector = new Reflector(reflectorOptions);
  const reflections = steps.flatMap((step) => reflectOnStep(reflector, step, tools, goal));
  return { reflector, reflections };
}

/** Reflects on each failed call of a step, and lifts what successes disprove. Calls that could not be read never started and teach nothing about a tool. */
export function reflectOnStep(
  reflector: Reflector,
  step: ReflectedStep,
  tools: readonly ToolOrName[],
  goal: string,
): StepReflection[] {
  const moment = { thought: step.thought, step: step.n };
  return step.calls.flatMap((call, at) => {
    const observation = step.observations[at];
    if (call.unreadable !== undefined || observation === undefined) return [];
    const action = { name: call.tool, parameters: call.args };
    if (observation.ok) {
      reflector.reflect(action, { success: true }, tools, goal, moment);
      return [];
    }
    const refused = isRepeatRefusal(observation.error);
    const error = observation.error ?? observation.text;
    const reflection = refused
      ? reflector.reflectOnRefusal(action, tools, goal, moment)
      : reflector.reflect(action, { success: false, error }, tools, goal, moment);
    return [{ action, reflection, refused, text: observation.text }];
  });
}

/** Names of the tools that were called and exist, in order of first use. */
export function toolsOf(steps: readonly ReflectedStep[]): string[] {
  const names = steps.flatMap((step) =>
    step.calls
      .filter((call, at) => {
        const code = step.observations[at]?.error?.code;
        return call.unreadable === undefined && code !== 'unknown_tool';
      })
      .map((call) => call.tool),
  );
  return [...new Set(names)];
}
