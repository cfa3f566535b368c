import type { Lesson } from './lesson.ts';
import { subjectId } from './lesson.ts';

/** A call that succeeded, by what lessons know it by: digests, or words where a digest would be one of sensitive arguments. */
export type WorkedCall = {
  readonly action: string;
  /** The call with all its arguments. */
  readonly call: string;
  /** What it was about. */
  readonly entity: string;
};

/**
 * What is left of a lesson after a call has succeeded: without its subject, and nothing of a lesson about every call of the
 * tool, or of one that does not say what it is about. The words are those from before.
 */
export function liftLesson(lesson: Lesson, worked: WorkedCall): Lesson | undefined {
  if (lesson.action !== worked.action) return lesson;
  if (lesson.binding === 'action' || lesson.about.length === 0) return undefined;
  const id = lesson.binding === 'entity' ? worked.entity : worked.call;
  const about = lesson.about.filter((subject) => subjectId(subject) !== id);
  if (about.length === lesson.about.length) return lesson;
  if (about.length === 0) return undefined;
  const lifted = lesson.about.find((subject) => subjectId(subject) === id)!;
  return { ...lesson, about, count: Math.max(about.length, lesson.count - lifted.count) };
}
