import type { ReflectedStep } from './advisor.ts';
import type { ReflectedAction } from './reflected-action.ts';
import type { Reflection } from './reflection.ts';
import type { ReflectorOptions } from './reflector.ts';
import { Reflector } from './reflector.ts';

export type ReflectOnStepsOptions = ReflectorOptions & {
  /** Names of the tools of the run. Default: those that were called in it. */
  readonly tools?: readonly string[];
  /** The goal of the run. Default none. */
  readonly goal?: string;
};

/** What a reflector said about one failed call of a step. */
export type StepReflection = {
  readonly action: ReflectedAction;
  readonly reflection: Reflection;
};

/**
 * A reflector that has seen the failures of recorded steps, in order: for a run that goes on, or for the analysis of a
 * finished one (F5, F6). The same steps always give the same reflector. Throws `invalid_options` as `Reflector` does.
 */
export function reflectorFromSteps(
  steps: readonly ReflectedStep[],
  options: ReflectOnStepsOptions = {},
): Reflector {
  const { tools = toolsOf(steps), goal = '', ...reflectorOptions } = options;
  const reflector = new Reflector(reflectorOptions);
  for (const step of steps) reflectOnStep(reflector, step, tools, goal);
  return reflector;
}

/** Reflects on each failed call of a step. Calls that could not be read never started and teach nothing about a tool. */
export function reflectOnStep(
  reflector: Reflector,
  step: ReflectedStep,
  tools: readonly string[],
  goal: string,
): StepReflection[] {
  return step.calls.flatMap((call, at) => {
    const observation = step.observations[at];
    if (call.unreadable !== undefined || observation === undefined || observation.ok) return [];
    const action = { name: call.tool, parameters: call.args };
    const error = observation.error ?? observation.text;
    const reflection = reflector.reflect(action, { success: false, error }, tools, goal);
    return [{ action, reflection }];
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
