import type { Failure } from './failure.ts';
import type { Lesson } from './lesson.ts';
import { mergedLessonText, shortSubject } from './lesson.ts';
import type { ReflectedAction } from './reflected-action.ts';
import type { SensitiveNames } from './secret-names.ts';

const maxSubjects = 3;

/** Keeps lessons by tool and reason, merges equal ones, and forgets the one not met for longest when it is full. */
export class LessonBook {
  readonly #maxLessons: number;
  readonly #sensitive: SensitiveNames | undefined;
  // Insertion order is the order of last use: the first one is the one to forget.
  readonly #lessons = new Map<string, Lesson>();

  constructor(maxLessons: number, sensitive?: SensitiveNames) {
    this.#maxLessons = maxLessons;
    this.#sensitive = sensitive;
  }

  /** Adds what one failure taught. */
  add(action: ReflectedAction, failure: Failure): void {
    const key = JSON.stringify([action.name, failure.class, failure.reason]);
    const known = this.#lessons.get(key);
    const count = (known?.count ?? 0) + 1;
    const subject = shortSubject(action, this.#sensitive);
    const others = (known?.subjects ?? []).filter((other) => other !== subject);
    const subjects = (subject === '' ? others : [...others, subject]).slice(-maxSubjects);
    this.#lessons.delete(key);
    this.#lessons.set(key, {
      action: action.name,
      errorClass: failure.class,
      reason: failure.reason,
      count,
      subjects,
      text: mergedLessonText(action.name, failure.reason, subjects, count),
    });
    for (const oldest of this.#lessons.keys()) {
      if (this.#lessons.size <= this.#maxLessons) break;
      this.#lessons.delete(oldest);
    }
  }

  /** The lessons, the latest first. */
  list(): Lesson[] {
    return [...this.#lessons.values()].reverse();
  }
}
