import { encodeNote } from '@loopwright/core-parser';
import type { FailureClass, FailureReason } from './failure.ts';
import type { ReflectedAction } from './reflected-action.ts';
import { subjectOf } from './reflected-action.ts';
import type { SensitiveNames } from './secret-names.ts';

/** What was learned about one tool and one reason of failure; equal lessons are merged into one. */
export type Lesson = {
  readonly action: string;
  readonly errorClass: FailureClass;
  readonly reason: FailureReason;
  /** How many failures taught it. */
  readonly count: number;
  /** What the failed calls were about: the latest few, without repetition. */
  readonly subjects: readonly string[];
  readonly text: string;
};

const rules: Readonly<Record<FailureReason, string>> = {
  not_found: 'Entity does not exist',
  invalid_arguments: 'The arguments were not accepted; change them before calling it again',
  unknown_tool: 'There is no such tool',
  rejected: 'The call fails every time; do not repeat it',
  timeout: 'The call took too long',
  unavailable: 'The tool failed for the time being',
  rate_limit: 'The tool was called too often',
  quota: 'The quota is used up; more calls will fail',
  too_large: 'The request was too large; ask for less',
  denied: 'The call is not allowed; do not look for a way round',
  limit: 'No further calls are possible',
  aborted: 'The call was cancelled',
  unknown_outcome: 'It may or may not have taken effect; check before doing it again',
  unknown: 'The call failed',
};

const maxSubjectChars = 80;

/** The lesson of one failure in words: "Entity does not exist: lookup found nothing for atlantis." */
export function lessonText(
  action: ReflectedAction,
  reason: FailureReason,
  sensitive?: SensitiveNames,
): string {
  return `${rules[reason]}: ${whatFailed(action.name, reason, shortSubject(action, sensitive))}.`;
}

/** A merged lesson in words, on one line that no reader can take for a step. */
export function mergedLessonText(
  action: string,
  reason: FailureReason,
  subjects: readonly string[],
  count: number,
): string {
  const times = count === 1 ? '' : ` (${count} times)`;
  return encodeNote(
    `${rules[reason]}: ${whatFailed(action, reason, subjects.join('; '))}${times}.`,
  );
}

/** What an action is about, cut to a length fit for a sentence. */
export function shortSubject(action: ReflectedAction, sensitive?: SensitiveNames): string {
  const subject = subjectOf(action, sensitive);
  const cut =
    subject.length > maxSubjectChars ? `${subject.slice(0, maxSubjectChars - 1)}…` : subject;
  return cut.replace(/\p{Surrogate}/gu, '\ufffd');
}

function whatFailed(action: string, reason: FailureReason, subject: string): string {
  if (reason === 'not_found')
    return `${action} found nothing${subject === '' ? '' : ` for ${subject}`}`;
  return subject === '' ? action : `${action} with ${subject}`;
}
