import type { Json } from '@loopwright/core-parser';
import { requireKnownOptions } from '@loopwright/core-parser/option-checks';
import type { ReflectedCall, ReflectedObservation, ReflectedStep } from './advisor.ts';
import type { RepeatRefusal } from './check-call.ts';
import { isRepeatRefusal } from './check-call.ts';
import type { RepeatedFailureOptions } from './check-repeated-failure.ts';
import { RepeatedFailures, repeatedFailureOptionNames } from './check-repeated-failure.ts';
import { isLive } from './lesson.ts';

/** What a collection of tools must be able to do so that calls can be refused in it. A `ToolRegistry` fits. */
export type BlockableTools = {
  readonly tools: ReadonlyMap<string, { readonly effect?: string }>;
  readonly admit: (call: never) => Promise<{ readonly ok: boolean }>;
  readonly perform: (
    admission: never,
    options?: never,
  ) => Promise<{ readonly observation: ReflectedObservation }>;
  readonly dispatch: (call: never, options?: never) => Promise<ReflectedObservation>;
  readonly refuse: (tool: string, error: RepeatRefusal) => ReflectedObservation;
};

/** A guard as runs accept them: it tells people of refused calls and never ends a run. */
export type RepeatedFailureGuard = {
  readonly name: string;
  readonly options: Json;
  judge(
    step: ReflectedStep,
    before: readonly ReflectedStep[],
  ): { readonly kind: 'flag'; readonly text: string } | undefined;
};

/**
 * The same tools, but for calls that failed before: they are refused with an error of class `policy`, before anybody is
 * asked to approve them and without being made (F1, F3, F4; see `checkRepeatedFailure`). Tools whose `effect` is not
 * `pure` are `changing` unless given. Give a run both parts: `tools` refuses by what `guard` saw of the recorded steps,
 * so that a resumed run refuses alike. Outside a run `dispatch` counts each call as a step. One for each run. Throws
 * `invalid_options` for options that cannot be meant.
 */
export function blockRepeatedFailures<Tools extends BlockableTools>(
  tools: Tools,
  options: RepeatedFailureOptions = {},
): { readonly tools: Tools; readonly guard: () => RepeatedFailureGuard } {
  requireKnownOptions(options, repeatedFailureOptionNames);
  const acting = [...tools.tools].filter(([, { effect = 'pure' }]) => effect !== 'pure');
  const rules = { ...options, changing: options.changing ?? acting.map(([name]) => name) };
  let failures = new RepeatedFailures(rules);
  let stepsRead = 0;
  const read = (step: ReflectedStep) => {
    failures.add(step);
    stepsRead += 1;
  };
  const startAnew = () => {
    failures = new RepeatedFailures(rules);
    stepsRead = 0;
  };

  const inner = tools as unknown as OpenTools;
  const admit = async (call: ReflectedCall) => {
    const admission = await inner.admit(call);
    const check = admission.ok ? failures.check(call) : undefined;
    if (check === undefined || check.allowed) return admission;
    return { ok: false, observation: inner.refuse(call.tool, check.error) };
  };
  const dispatch = async (call: ReflectedCall, performOptions?: unknown) => {
    const { observation } = await inner.perform(await admit(call), performOptions);
    read(stepOf(stepsRead + 1, call, observation));
    return observation;
  };
  return {
    tools: { ...tools, admit, dispatch },
    guard: () => {
      startAnew();
      return {
        name: 'repeated_failures',
        options: stampOf(rules),
        judge(step, before) {
          if (before.length !== stepsRead) {
            startAnew();
            before.forEach(read);
          }
          read(step);
          const refused = step.observations.filter(({ error }) => isRepeatRefusal(error));
          if (refused.length === 0) return undefined;
          return { kind: 'flag', text: refused.map(({ text }) => text).join(' ') };
        },
      };
    },
  };
}

type OpenTools = {
  admit(call: unknown): Promise<{ readonly ok: boolean }>;
  perform(
    admission: unknown,
    options: unknown,
  ): Promise<{ readonly observation: ReflectedObservation }>;
  refuse(tool: string, error: RepeatRefusal): ReflectedObservation;
};

function stepOf(
  n: number,
  { tool, args, unreadable }: ReflectedCall,
  observation: ReflectedObservation,
): ReflectedStep {
  const call = { tool, args, ...(unreadable === undefined ? {} : { unreadable }) };
  return { n, kind: 'act', thought: '', calls: [call], observations: [observation] };
}

/** What a resumed run must have in common with the first one, as far as it is data. */
function stampOf(options: RepeatedFailureOptions): Json {
  const { changing = [], exempt = [], transientSteps = null, maxRetryAfterMs = null } = options;
  const { lessons = [], now } = options;
  return {
    changing: [...changing],
    exempt: [...exempt],
    entityParameters: { ...options.entityParameters },
    lessons: lessons.filter((each) => isLive(each, { step: 0, now })).map(({ text }) => text),
    refuseOnLessons: options.refuseOnLessons ?? false,
    transientSteps,
    maxRetryAfterMs,
    ownClassifier: options.classify !== undefined,
  };
}
