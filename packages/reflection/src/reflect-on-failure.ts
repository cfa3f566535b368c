import { capText, encodeNote } from '@loopwright/core-parser';
import {
  requireInteger,
  requireKnownOptions,
  requireOneOf,
} from '@loopwright/core-parser/option-checks';
import type { Advisor, ReflectedStep } from './advisor.ts';
import { askReflection } from './ask-reflection.ts';
import { reflectorDefaults } from './defaults.ts';
import { noteOf } from './reflection-note.ts';
import type { ReflectOnStepsOptions, StepReflection } from './reflector-from-steps.ts';
import { reflectOnStep, reflectorFromSteps, toolsOf } from './reflector-from-steps.ts';
import type { ReflectorOptions } from './reflector-options.ts';
import { reflectorOptionNames, resolveReflectorOptions } from './reflector-options.ts';
import { reflectorStamp } from './reflector-stamp.ts';
import type { ToolOrName } from './tool-description.ts';

export type ReflectOnFailureOptions = ReflectorOptions & {
  /**
   * Who reflects: the rules alone, or a model after them, with one call of role `reflector` for each step that failed.
   * A model adds words to the lesson; what is recommended stays with the rules. Default rules.
   */
  readonly by?: 'rules' | 'model' | undefined;
  /** The tools of the run, by name or with their descriptions. Default: the names of the context, or else those called. */
  readonly tools?: readonly ToolOrName[] | undefined;
  /** Longest note, in characters. Default 600. */
  readonly maxNoteChars?: number | undefined;
};

const optionNames = {
  ...reflectorOptionNames,
  by: true,
  tools: true,
  maxNoteChars: true,
} satisfies Record<keyof ReflectOnFailureOptions, true>;

/**
 * An advisor that reflects on each failure (F1–F5, F8): its note holds the lesson and what to do next, as a hint. By
 * rules it makes no model call. What it knows of the run it reads from the recorded steps, so one advisor serves any
 * number of runs. Lessons of earlier runs that it is given stand in its note on the first step. Throws
 * `invalid_options` for unknown options, numbers out of range and lessons that are none.
 */
export function reflectOnFailure(options: ReflectOnFailureOptions = {}): Advisor {
  requireKnownOptions(options, optionNames);
  const { tools: ownTools, maxNoteChars: givenChars, by: givenBy, ...reflectorOptions } = options;
  const by = requireOneOf('by', givenBy ?? reflectorDefaults.by, ['rules', 'model']);
  const maxNoteChars = requireInteger(
    'maxNoteChars',
    givenChars ?? reflectorDefaults.maxNoteChars,
    1,
  );
  // A mistake in them must show here, not in the middle of a run.
  const resolved = resolveReflectorOptions(reflectorOptions);
  const { maxRetryAfterMs, sensitive, lessons } = resolved;

  const earlier = lessons.map(({ text }) => text).join(' ');
  const write = (notes: readonly string[], before: readonly ReflectedStep[]) => {
    const isFirst = before.length === 0 && earlier !== '';
    const all = isFirst ? [...notes, `lessons of earlier runs: ${earlier}`] : notes;
    return all.length === 0 ? undefined : encodeNote(capText(all.join(' '), maxNoteChars));
  };

  return {
    name: 'reflector',
    ...(by === 'model' ? { role: 'reflector' as const } : {}),
    options: reflectorStamp(resolved, ownTools, { by, maxNoteChars }),
    advise(context, step, before) {
      const { task, tools: names } = context;
      const tools = ownTools ?? names;
      const reflections = reflectionsOn(step, before, { ...reflectorOptions, tools, goal: task });
      // Without the list of tools nobody can say that none is left.
      const parts = { canEscalate: tools !== undefined, maxRetryAfterMs, sensitive };
      const notesWith = (wordsOf: (about: StepReflection) => string | undefined) =>
        reflections.map((each) => noteOf(each, { ...parts, words: wordsOf(each) }));
      const failures = reflections.filter(({ refused }) => !refused);
      if (by === 'rules' || failures.length === 0)
        return write(
          notesWith(() => undefined),
          before,
        );
      const think: typeof context.think = (request, role) => context.think(request, role);
      return askReflection(think, { task, failures, sensitive }).then(({ words, flags }) => {
        const codes = [...new Set(flags.map(({ code }) => code))].join(', ');
        const notes = notesWith((each) => words[failures.indexOf(each)]);
        return write(codes === '' ? notes : [...notes, `(model reflection: ${codes})`], before);
      });
    },
  };
}

function reflectionsOn(
  step: ReflectedStep,
  before: readonly ReflectedStep[],
  options: ReflectOnStepsOptions,
): readonly StepReflection[] {
  if (step.observations.every(({ ok }) => ok)) return [];
  const { tools = toolsOf([...before, step]), goal = '' } = options;
  const reflector = reflectorFromSteps(before, { ...options, tools });
  return reflectOnStep(reflector, step, tools, goal);
}
