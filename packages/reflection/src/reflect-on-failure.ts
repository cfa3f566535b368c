import { canonicalJson, capText, encodeNote } from '@loopwright/core-parser';
import type { Advisor } from './advisor.ts';
import { reflectorDefaults } from './defaults.ts';
import { requireInteger, requireKnownOptions } from './invalid-options.ts';
import type { ReflectedAction } from './reflected-action.ts';
import type { Reflection } from './reflection.ts';
import type { ReflectorOptions } from './reflector.ts';
import { Reflector, reflectorOptionNames } from './reflector.ts';
import type { StepReflection } from './reflector-from-steps.ts';
import { reflectOnStep, reflectorFromSteps, toolsOf } from './reflector-from-steps.ts';
import type { SensitiveNames } from './secret-names.ts';
import { isHiddenName, withoutHidden } from './secret-names.ts';

export type ReflectOnFailureOptions = ReflectorOptions & {
  /** Names of the tools of the run. Default: those of the context, or else those called so far. */
  readonly tools?: readonly string[];
  /** Longest note, in characters. Default 600. */
  readonly maxNoteChars?: number;
};

const optionNames = {
  ...reflectorOptionNames,
  tools: true,
  maxNoteChars: true,
} satisfies Record<keyof ReflectOnFailureOptions, true>;

const maxParameterChars = 200;

/**
 * An advisor that reflects on each failure by rules, without a model call (F1–F5): its note holds the lesson and what
 * to do next, as a hint. What it knows of the run it reads from the recorded steps, so one advisor serves any number
 * of runs. Throws `invalid_options` for unknown options and numbers out of range.
 */
export function reflectOnFailure(options: ReflectOnFailureOptions = {}): Advisor {
  requireKnownOptions(options, optionNames);
  const { tools: ownTools, maxNoteChars: givenChars, ...reflectorOptions } = options;
  const maxNoteChars = requireInteger(
    'maxNoteChars',
    givenChars ?? reflectorDefaults.maxNoteChars,
    1,
  );
  // A mistake in them must show here, not in the middle of a run.
  new Reflector(reflectorOptions);
  return {
    name: 'reflector',
    options: { maxNoteChars, tools: ownTools === undefined ? null : [...ownTools] },
    advise(context, step, before) {
      if (step.observations.every(({ ok }) => ok)) return undefined;
      const known = ownTools ?? context.tools;
      const tools = known ?? toolsOf([...before, step]);
      const reflector = reflectorFromSteps(before, {
        ...reflectorOptions,
        tools,
        goal: context.task,
      });
      const reflections = reflectOnStep(reflector, step, tools, context.task);
      if (reflections.length === 0) return undefined;
      // Without the list of tools nobody can say that none is left.
      const notes = reflections.map((each) => noteOf(each, known !== undefined, options.sensitive));
      return encodeNote(capText(notes.join(' '), maxNoteChars));
    },
  };
}

function noteOf(
  { action, reflection }: StepReflection,
  canEscalate: boolean,
  sensitive: SensitiveNames | undefined,
): string {
  const { alternativeAction, lessonLearned } = reflection;
  const decision =
    reflection.decision === 'escalate' && !canEscalate ? 'alternative' : reflection.decision;
  return `lesson: ${lessonLearned} Next: ${nextOf(action.name, decision, alternativeAction, sensitive)}`;
}

function nextOf(
  tool: string,
  decision: Reflection['decision'],
  alternative: ReflectedAction | undefined,
  sensitive: SensitiveNames | undefined,
): string {
  if (decision === 'retry') return `call ${tool} once more.`;
  if (decision === 'escalate') return 'answer with what is known, or give up.';
  if (alternative === undefined) return 'do not make the same call again.';
  // The parameters may be those of the failed call, whose tool then says what is sensitive.
  const isHidden = [tool, alternative.name].map((name) => isHiddenName(name, sensitive));
  const shown = withoutHidden(alternative.parameters, (name) =>
    isHidden.some((hides) => hides(name)),
  );
  const parameters = canonicalJson(shown);
  return `try ${alternative.name}, for instance with ${capText(parameters, maxParameterChars)}.`;
}
