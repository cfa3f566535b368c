import { capText, encodeNote } from '@loopwright/core-parser';
import { reflectorDefaults } from './defaults.ts';
import { durationText } from './duration-text.ts';
import type { FailureReason } from './failure.ts';
import type { Lesson } from './lesson.ts';

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
  unauthenticated: 'Nobody is signed in, or the sign-in has expired; sign in first',
  denied: 'The call is not allowed; do not look for a way round',
  limit: 'No further calls are possible',
  aborted: 'The call was cancelled',
  unknown_outcome: 'It may or may not have taken effect; check before doing it again',
  unknown: 'The call failed',
};

const shownSubjects = 3;

/** A lesson in words: "Entity does not exist: lookup found nothing for atlantis." One line that no reader takes for a step. */
export function lessonText(lesson: Omit<Lesson, 'text'>): string {
  const { action, reason, binding, about, count, retryAfterMs } = lesson;
  const subjects = binding === 'action' ? [] : about.slice(-shownSubjects).map(({ text }) => text);
  const times = count === 1 ? '' : ` (${count} times)`;
  const wait = retryAfterMs === undefined ? '' : ` It asks to wait ${durationText(retryAfterMs)}.`;
  return encodeNote(
    `${rules[reason]}: ${whatFailed(action, reason, subjects.join('; '))}${times}.${wait}`,
  );
}

/**
 * Lessons as lines for a prompt, in their order, in at most `maxChars` characters (default 2,000); empty when there are
 * none. No line can be taken for a step.
 */
export function lessonsText(
  lessons: readonly Lesson[],
  maxChars: number = reflectorDefaults.maxPromptChars,
): string {
  const lines = lessons.map((lesson) => `- ${lessonText(lesson)}`);
  return capText(lines.join('\n'), maxChars, 'Older lessons are left out.');
}

function whatFailed(action: string, reason: FailureReason, subject: string): string {
  if (reason === 'not_found')
    return `${action} found nothing${subject === '' ? '' : ` for ${subject}`}`;
  return subject === '' ? action : `${action} with ${subject}`;
}
