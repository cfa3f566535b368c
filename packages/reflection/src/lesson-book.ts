import { canonicalJson, encodeNote, toJson } from '@loopwright/core-parser';
import type { Failure } from './failure.ts';
import type { Lesson, LessonLifetime, LessonMoment, LessonSubject } from './lesson.ts';
import {
  bindingOf,
  isLive,
  lessonKey,
  lessonOf,
  maxLessonActionChars,
  mergeLessons,
  subjectId,
} from './lesson.ts';
import { lessonText } from './lesson-text.ts';
import type { WorkedCall } from './lift-lesson.ts';
import { liftLesson } from './lift-lesson.ts';
import type { EntityParameters, ReflectedAction } from './reflected-action.ts';
import { aboutEntity, actionKey, shortSubject } from './reflected-action.ts';
import type { SensitiveNames } from './secret-names.ts';
import { withoutSecrets } from './secret-names.ts';

export type LessonBookOptions = LessonLifetime & {
  readonly maxLessons: number;
  readonly sensitive: SensitiveNames | undefined;
  readonly entityParameters: EntityParameters | undefined;
  /** Lessons of earlier runs. */
  readonly lessons: readonly Lesson[];
};

/**
 * Keeps the lessons of a run by tool, class and reason of failure, merges equal ones, forgets the one not met for
 * longest when it is full, and those that have expired. A success lifts what was learnt about its call and its entity.
 */
export class LessonBook {
  readonly #options: LessonBookOptions;
  // Insertion order is the order of last use: the first one is the one to forget.
  readonly #learnt = new Map<string, Lesson>();
  readonly #recalled: Map<string, Lesson>;
  readonly #worked = new Map<string, WorkedCall>();

  constructor(options: LessonBookOptions) {
    this.#options = options;
    const { transientSteps, maxLessons } = options;
    this.#recalled = new Map(
      options.lessons.slice(0, maxLessons).map((lesson) => [
        lessonKey(lesson),
        // A run counts steps from 1; without the caller's clock it forgets by them.
        lesson.transient ? { ...lesson, expiresAfterStep: transientSteps } : lesson,
      ]),
    );
  }

  /** Adds what one failure taught, and gives that alone. */
  add(action: ReflectedAction, failure: Failure, moment: LessonMoment): Lesson {
    const isEntity = bindingOf(failure.reason) === 'entity';
    const about = isEntity ? aboutEntity(action, this.#options.entityParameters) : action;
    const subject = this.#subject(about);
    const taught = lessonOf(action.name, failure, subject, moment, this.#options);
    const key = lessonKey(taught);
    const known = this.#learnt.get(key);
    const merged = known && isLive(known, moment) ? mergeLessons(known, taught) : taught;
    this.#learnt.delete(key);
    this.#learnt.set(key, { ...merged, text: lessonText(merged) });
    for (const oldest of this.#learnt.keys()) {
      if (this.#learnt.size <= this.#options.maxLessons) break;
      this.#learnt.delete(oldest);
    }
    return { ...taught, text: lessonText(taught) };
  }

  /** The call succeeded: what lessons say against it, or against every call of its tool, holds no more. */
  lift(action: ReflectedAction): void {
    const worked = {
      action: action.name.slice(0, maxLessonActionChars),
      call: subjectId(this.#subject(action)),
      entity: subjectId(this.#subject(aboutEntity(action, this.#options.entityParameters))),
    };
    this.#worked.set(JSON.stringify(worked), worked);
    for (const lessons of [this.#learnt, this.#recalled]) {
      for (const [key, lesson] of lessons) {
        const left = liftLesson(lesson, worked);
        if (left === undefined) lessons.delete(key);
        else if (left !== lesson) lessons.set(key, { ...left, text: lessonText(left) });
      }
    }
  }

  /** The calls that succeeded, each once. */
  worked(): WorkedCall[] {
    return [...this.#worked.values()];
  }

  /** What this run taught, the latest first. */
  learnt(moment: LessonMoment): Lesson[] {
    return [...this.#learnt.values()].filter((lesson) => isLive(lesson, moment)).reverse();
  }

  /** What this run and earlier ones taught and what still holds, the latest first. */
  list(moment: LessonMoment): Lesson[] {
    const learnt = this.learnt(moment).map((lesson) => this.#withEarlier(lesson, moment));
    const keys = new Set(learnt.map(lessonKey));
    const others = [...this.#recalled.values()].filter(
      (lesson) => isLive(lesson, moment) && !keys.has(lessonKey(lesson)),
    );
    return [...learnt, ...others].slice(0, this.#options.maxLessons);
  }

  /** How many failures of this tool, class and reason the lessons that hold tell of. */
  countOf(action: string, failure: Failure, moment: LessonMoment): number {
    return [...this.#learnt.values(), ...this.#recalled.values()]
      .filter(
        (lesson) =>
          lesson.action === action.slice(0, maxLessonActionChars) &&
          lesson.errorClass === failure.class &&
          lesson.reason === failure.reason &&
          isLive(lesson, moment),
      )
      .reduce((sum, { count }) => sum + count, 0);
  }

  /** True when a lesson that holds says that no call of this tool works now. */
  isOutOfOrder(action: string, moment: LessonMoment): boolean {
    return [...this.#learnt.values(), ...this.#recalled.values()].some(
      (lesson) => lesson.action === action && lesson.binding === 'action' && isLive(lesson, moment),
    );
  }

  #withEarlier(lesson: Lesson, moment: LessonMoment): Lesson {
    const earlier = this.#recalled.get(lessonKey(lesson));
    if (earlier === undefined || !isLive(earlier, moment)) return lesson;
    const merged = mergeLessons(earlier, lesson);
    return { ...merged, text: lessonText(merged) };
  }

  #subject(about: ReflectedAction): LessonSubject {
    const { sensitive } = this.#options;
    const text = encodeNote(shortSubject(about, sensitive));
    const shown = withoutSecrets(about.parameters, [about.name], sensitive);
    const isWhole = canonicalJson(shown) === canonicalJson(toJson(about.parameters));
    return { text, count: 1, ...(isWhole ? { key: actionKey(about) } : {}) };
  }
}
