import { requireInteger } from '@loopwright/core-parser/option-checks';
import type { ReflectedStep } from './advisor.ts';
import { reflectorDefaults } from './defaults.ts';
import type { FailureClass, FailureReason } from './failure.ts';
import type { FailureCount, FailurePattern } from './failure-tally.ts';
import { shownAction } from './failure-tally.ts';
import type { Lesson } from './lesson.ts';
import type { WorkedCall } from './lift-lesson.ts';
import type { ReflectionFlag } from './model-reflection.ts';
import type { ReflectedAction } from './reflected-action.ts';
import { actionKey } from './reflected-action.ts';
import type { Reflection } from './reflection.ts';
import type { BlacklistedEntity } from './reflector.ts';
import type { ReflectOnStepsOptions, StepReflection } from './reflector-from-steps.ts';
import { reflectOnSteps } from './reflector-from-steps.ts';
import { reportText } from './report-text.ts';

export type ReportOptions = ReflectOnStepsOptions & {
  /** Model reflections made during the run, from its counts: `result.counts.modelCalls.reflector`. Default 0. */
  readonly modelReflections?: number | undefined;
  /** Longest text, in characters. Default 4,000. */
  readonly maxReportChars?: number | undefined;
};

/** What the rules say at the end about equal failures, and what a model added. */
export type SessionReflection = {
  /** The call, sensitive values replaced by `[redacted]`. */
  readonly action: ReflectedAction;
  readonly errorClass: FailureClass;
  readonly reason: FailureReason;
  readonly count: number;
  /** What was recommended after the latest of them. */
  readonly decision: Reflection['decision'];
  readonly lesson: string;
  /** The words of a model, where one was asked. */
  readonly words?: string;
};

/** Calls that were not made because they had failed before. */
export type RefusedCall = { readonly action: ReflectedAction; readonly count: number };

/** What can be learnt from a finished session (F6). Plain data, fit for JSON. */
export type SessionReport = {
  readonly version: 1;
  readonly failures: number;
  /** How often the rules recommended what. */
  readonly recommendations: {
    readonly retry: number;
    readonly alternative: number;
    readonly escalate: number;
  };
  readonly counts: readonly FailureCount[];
  /** Equal failures that occurred at least twice, the most frequent first. */
  readonly patterns: readonly FailurePattern[];
  /** One for each different failure, oldest first. */
  readonly reflections: readonly SessionReflection[];
  /** What this run taught and still holds, to be remembered for later runs. */
  readonly lessons: readonly Lesson[];
  /** What succeeded, so that `rememberLessons` can lift lessons against it. */
  readonly worked: readonly WorkedCall[];
  readonly blacklist: readonly BlacklistedEntity[];
  readonly refused: readonly RefusedCall[];
  /** Model calls spent on reflection, during the run and at its end. */
  readonly modelReflections: number;
  readonly flags: readonly ReflectionFlag[];
  /** The same in a few lines for people. */
  readonly text: string;
};

/** Equal failures of a session, with what was said about the latest of them. */
type DistinctFailure = StepReflection & { readonly count: number };

/** Everything about a session but what a model could add. */
export type SessionFindings = {
  readonly report: Omit<SessionReport, 'text'>;
  readonly distinct: readonly DistinctFailure[];
};

/**
 * Reports on the reflections of a finished session, by rules and without a model call (F6): what failed how often and
 * why, which failures are one pattern, what was learnt, what was refused. The same steps always give the same report.
 * Throws `invalid_options` as `Reflector` does.
 */
export function reportSession(
  steps: readonly ReflectedStep[],
  options: ReportOptions = {},
): SessionReport {
  return withText(findInSession(steps, options).report, options);
}

/** The report without its text, and the different failures behind it. */
export function findInSession(
  steps: readonly ReflectedStep[],
  options: ReportOptions,
): SessionFindings {
  const { modelReflections = 0, maxReportChars: _, ...reflectOptions } = options;
  requireInteger('modelReflections', modelReflections, 0);
  const { reflector, reflections } = reflectOnSteps(steps, reflectOptions);
  const failures = reflections.filter(({ refused }) => !refused);
  const distinct = distinctFailures(failures);
  const decided = (decision: Reflection['decision']) =>
    failures.filter(({ reflection }) => reflection.decision === decision).length;
  const report = {
    version: 1,
    failures: failures.length,
    recommendations: {
      retry: decided('retry'),
      alternative: decided('alternative'),
      escalate: decided('escalate'),
    },
    counts: reflector.counts(),
    patterns: reflector.patterns(),
    reflections: distinct.map((each) => sessionReflection(each, options)),
    lessons: reflector.learnt(),
    worked: reflector.worked(),
    blacklist: reflector.blacklist(),
    refused: refusedCalls(reflections, options),
    modelReflections,
    flags: failures.flatMap(({ reflection }) => classifierFlags(reflection)),
  } as const;
  return { report, distinct };
}

/** Adds the text for people. */
export function withText(
  report: Omit<SessionReport, 'text'>,
  { maxReportChars = reflectorDefaults.maxReportChars }: ReportOptions,
): SessionReport {
  const chars = requireInteger('maxReportChars', maxReportChars, 1);
  return { ...report, text: reportText(report, chars) };
}

function distinctFailures(failures: readonly StepReflection[]): DistinctFailure[] {
  const found = new Map<string, DistinctFailure>();
  for (const each of failures) {
    const { class: errorClass, reason } = each.reflection.failure!;
    const key = `${actionKey(each.action)} ${errorClass} ${reason}`;
    found.set(key, { ...each, count: (found.get(key)?.count ?? 0) + 1 });
  }
  return [...found.values()];
}

function sessionReflection(
  { action, reflection, count }: DistinctFailure,
  { sensitive }: ReportOptions,
): SessionReflection {
  const { class: errorClass, reason } = reflection.failure!;
  return {
    action: shownAction(action, sensitive),
    errorClass,
    reason,
    count,
    decision: reflection.decision,
    lesson: reflection.lessonLearned,
  };
}

function refusedCalls(
  reflections: readonly StepReflection[],
  { sensitive }: ReportOptions,
): RefusedCall[] {
  const found = new Map<string, RefusedCall>();
  for (const { action, refused } of reflections) {
    if (!refused) continue;
    const key = actionKey(action);
    const count = (found.get(key)?.count ?? 0) + 1;
    found.set(key, { action: shownAction(action, sensitive), count });
  }
  return [...found.values()];
}

function classifierFlags({ failure }: Reflection): ReflectionFlag[] {
  const text = failure?.classifierFault;
  return text === undefined ? [] : [{ code: 'classifier_fault', text }];
}
