import { encodeNote } from '@loopwright/core-parser';
import { failureClasses, failureReasons } from './failure.ts';
import type { Lesson, LessonSubject } from './lesson.ts';
import { bindingOf, maxLessonActionChars, maxLessonSubjects, scopeOf } from './lesson.ts';
import { lessonText } from './lesson-text.ts';

const maxSubjectChars = 200;

type Fields = { readonly [name: string]: unknown };

/** A lesson out of anything, with nothing but what a lesson has; undefined when it is none. */
export function readLesson(value: unknown): Lesson | undefined {
  if (!isObject(value)) return undefined;
  const { action, errorClass, reason, transient, count, about, expiresAt, retryAfterMs } = value;
  const knownClass = failureClasses.find((each) => each === errorClass);
  const knownReason = failureReasons.find((each) => each === reason);
  if (knownClass === undefined || knownReason === undefined) return undefined;
  if (typeof action !== 'string' || action.length > maxLessonActionChars) return undefined;
  if (typeof transient !== 'boolean' || !isCount(count) || !Array.isArray(about)) return undefined;
  if (![expiresAt, retryAfterMs].every((each) => each === undefined || isTime(each))) {
    return undefined;
  }
  const subjects = about.slice(-maxLessonSubjects).map(readSubject);
  if (subjects.includes(undefined)) return undefined;
  const lesson = {
    action,
    errorClass: knownClass,
    reason: knownReason,
    binding: bindingOf(knownReason),
    scope:
      value.scope === 'run'
        ? 'run'
        : scopeOf({
            reason: knownReason,
            ...(isTime(retryAfterMs) ? { retryAfterMs } : {}),
          }),
    transient,
    count,
    about: subjects as LessonSubject[],
    lastStep: 0,
    ...(isTime(expiresAt) ? { expiresAt } : {}),
    ...(isTime(retryAfterMs) ? { retryAfterMs } : {}),
  } as const;
  return { ...lesson, text: lessonText(lesson) };
}

function readSubject(value: unknown): LessonSubject | undefined {
  if (!isObject(value)) return undefined;
  const { text, key, count } = value;
  if (typeof text !== 'string' || text.length > maxSubjectChars || !isCount(count))
    return undefined;
  if (key !== undefined && !(typeof key === 'string' && /^[0-9a-f]{32}$/.test(key))) {
    return undefined;
  }
  return { text: encodeNote(text), count, ...(key === undefined ? {} : { key }) };
}

function isObject(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function isCount(value: unknown): value is number {
  return Number.isSafeInteger(value) && Number(value) >= 1;
}

function isTime(value: unknown): value is number {
  return typeof value === 'number' && value >= 0 && value <= Number.MAX_SAFE_INTEGER;
}
