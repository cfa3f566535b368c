import {
  invalidOptions,
  requireInteger,
  requireKnownOptions,
} from '@loopwright/core-parser/option-checks';
import { lessonStoreDefaults } from './defaults.ts';
import type { Lesson } from './lesson.ts';
import { expiryOf, isLive, lessonKey, mergeLessons } from './lesson.ts';
import { lessonText } from './lesson-text.ts';
import type { WorkedCall } from './lift-lesson.ts';
import { liftLesson } from './lift-lesson.ts';
import { readLesson } from './read-lesson.ts';

/** Lessons kept between runs: plain data, to be stored as JSON wherever the caller likes. */
export type LessonStore = {
  readonly version: 1;
  /** The one met for longest first. */
  readonly lessons: readonly Lesson[];
};

export type RememberLessonsOptions = {
  /** The caller's clock, in milliseconds since 1970. */
  readonly now: number;
  /** Lessons kept; when there are more, those not met for longest go. Default 200. */
  readonly maxStoredLessons?: number | undefined;
  /** How long transient lessons hold, in milliseconds; longer where a tool asked for it. Default 600,000. */
  readonly transientMs?: number | undefined;
  /** How long all other lessons hold, in milliseconds, counted from the run that met them last. Default 7 days. */
  readonly permanentMs?: number | undefined;
  /** What succeeded in the run (`worked` of a report or of a reflector): lessons against it are lifted. Default none. */
  readonly worked?: readonly WorkedCall[] | undefined;
};

const optionNames = {
  now: true,
  maxStoredLessons: true,
  transientMs: true,
  permanentMs: true,
  worked: true,
} satisfies Record<keyof RememberLessonsOptions, true>;

export const emptyLessonStore: LessonStore = { version: 1, lessons: [] };

/**
 * A new store with what a run taught added: merged with equal lessons, without expired ones, without what `worked`, and without
 * lessons that hold for that run alone. Hand in what the run itself taught (`learnt` of a reflector, `lessons` of a report), not what it
 * was given. Throws `invalid_options` for what is no store and no lesson.
 */
export function rememberLessons(
  store: LessonStore,
  lessons: readonly Lesson[],
  options: RememberLessonsOptions,
): LessonStore {
  requireKnownOptions(options, optionNames);
  const now = requireInteger('now', options.now, 0);
  const { maxStoredLessons, transientMs, permanentMs } = limitsOf(options);
  const limit = requireInteger('maxStoredLessons', maxStoredLessons, 1);
  requireInteger('transientMs', transientMs, 0);
  const lasts = now + requireInteger('permanentMs', permanentMs, 0);
  const kept = new Map<string, Lesson>();
  for (const lesson of recallLessons(store, { now })) {
    const left = liftAll(lesson, options.worked ?? []);
    // A store may come from elsewhere: nothing in it holds for ever.
    if (left !== undefined)
      kept.set(lessonKey(left), { ...left, expiresAt: left.expiresAt ?? lasts });
  }
  // The latest comes first in what a run taught, and last in a store.
  for (const lesson of [...lessons].reverse()) {
    if (lesson.scope === 'run') continue;
    const key = lessonKey(lesson);
    const known = kept.get(key);
    const { expiresAfterStep: _, ...rest } = known ? mergeLessons(known, lesson) : lesson;
    const expiresAt = expiryOf(lesson, now, transientMs) ?? lasts;
    kept.delete(key);
    kept.set(key, {
      ...rest,
      lastStep: 0,
      expiresAt,
      text: lessonText(rest),
    });
  }
  return { version: 1, lessons: [...kept.values()].slice(-limit) };
}

/**
 * The lessons of a store that hold at `now` (milliseconds since 1970), to be given to a run as its option `lessons`.
 * Nothing in a store is trusted: each lesson is read anew and its words are made from its parts. Throws
 * `invalid_options` for anything but a store of version 1, which is then not silently taken for an empty one.
 */
export function recallLessons(store: unknown, options: { readonly now: number }): Lesson[] {
  const now = requireInteger('now', options.now, 0);
  const { version, lessons } = Object(store) as Partial<LessonStore>;
  if (version !== 1 || !Array.isArray(lessons)) {
    throw invalidOptions(
      'The lesson store must be { version: 1, lessons: [] } or what rememberLessons returned.',
    );
  }
  return lessons
    .map((lesson: unknown, at) => {
      const read = readLesson(lesson);
      if (read !== undefined) return read;
      throw invalidOptions(`lessons[${at}] of the lesson store is no lesson.`);
    })
    .filter((lesson) => lesson.scope === 'lasting' && isLive(lesson, { step: 0, now }));
}

function liftAll(lesson: Lesson, worked: readonly WorkedCall[]): Lesson | undefined {
  let left: Lesson | undefined = lesson;
  for (const each of worked) left = left && liftLesson(left, each);
  return left && left !== lesson ? { ...left, text: lessonText(left) } : left;
}

function limitsOf({
  maxStoredLessons = lessonStoreDefaults.maxStoredLessons,
  transientMs = lessonStoreDefaults.transientMs,
  permanentMs = lessonStoreDefaults.permanentMs,
}: RememberLessonsOptions) {
  return { maxStoredLessons, transientMs, permanentMs };
}
