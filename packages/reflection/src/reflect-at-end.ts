import type { AdvisorContext, ReflectedStep } from './advisor.ts';
import { askReflection } from './ask-reflection.ts';
import { requireFunction } from './invalid-options.ts';
import type { ReportOptions, SessionReport } from './session-report.ts';
import { findInSession, withText } from './session-report.ts';

export type ReflectAtEndOptions = ReportOptions & {
  /** One call to a model, of which only the text is read. Default: none, the rules reflect alone. */
  readonly think?: AdvisorContext['think'] | undefined;
};

const maxFailuresInRequest = 20;

/**
 * Reflects on all failures of a finished session at once (F5, F8): by rules, or with `think` by exactly one model call,
 * none when nothing failed. The model sees each different failure once, the latest 20, and can only add words to what
 * the rules say; a call that fails and a reply that cannot be read leave the rules' result and a flag. Never rejects,
 * but with `invalid_options` for options that cannot be meant.
 */
export async function reflectAtEnd(
  steps: readonly ReflectedStep[],
  options: ReflectAtEndOptions = {},
): Promise<SessionReport> {
  const { think: givenThink, ...reportOptions } = options;
  const think = requireFunction('think', givenThink);
  const { report, distinct } = findInSession(steps, reportOptions);
  const shown = distinct.slice(-maxFailuresInRequest);
  if (think === undefined || shown.length === 0) return withText(report, reportOptions);
  const { goal: task = '', sensitive } = reportOptions;
  const { words, flags } = await askReflection(think, { task, failures: shown, sensitive });
  const first = distinct.length - shown.length;
  const reflections = report.reflections.map((each, at) => {
    const added = words[at - first];
    return added === undefined ? each : { ...each, words: added };
  });
  const modelReflections = report.modelReflections + 1;
  return withText(
    { ...report, reflections, modelReflections, flags: [...report.flags, ...flags] },
    reportOptions,
  );
}
