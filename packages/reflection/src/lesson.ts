import type { Failure, FailureClass, FailureReason } from './failure.ts';
import { isTransient } from './failure.ts';

/**
 * What a lesson holds for: every call of the tool (`action`: "search is rate limited"), calls about an entity
 * (`entity`: "lookup finds nothing for atlantis"), or calls with the same arguments (`call`).
 */
export type LessonBinding = 'action' | 'entity' | 'call';

/** How far a lesson reaches: this run (`run`), or later runs as well (`lasting`). */
export type LessonScope = 'run' | 'lasting';

/** What one or more failed calls were about. */
export type LessonSubject = {
  /** In words, without sensitive arguments. */
  readonly text: string;
  /** A digest of the entity or of the call; absent where it would be one of sensitive arguments. */
  readonly key?: string;
  readonly count: number;
};

/**
 * What was learned about one tool and one class and reason of failure; equal lessons are merged into one. Plain data,
 * fit for JSON.
 */
export type Lesson = {
  readonly action: string;
  readonly errorClass: FailureClass;
  readonly reason: FailureReason;
  readonly binding: LessonBinding;
  readonly scope: LessonScope;
  /** It passes with time; others stay in their scope. */
  readonly transient: boolean;
  /** How many failures taught it. */
  readonly count: number;
  /** What the failed calls were about: the latest ones, without repetition. Empty when it holds for every call. */
  readonly about: readonly LessonSubject[];
  /** The step that taught it last; 0 for an earlier run. */
  readonly lastStep: number;
  /** The last step for which a transient lesson holds. */
  readonly expiresAfterStep?: number;
  /** The time from which it holds no more, in milliseconds of the caller's clock. */
  readonly expiresAt?: number;
  /** Milliseconds that the latest failure asked to wait. */
  readonly retryAfterMs?: number;
  readonly text: string;
};

/** When something is asked or learned. Without `now` only steps are counted. */
export type LessonMoment = {
  readonly step: number;
  readonly now?: number | undefined;
};

export const maxLessonSubjects = 20;
export const maxLessonActionChars = 200;

/** The reasons that say something about the tool, whatever it is called with. */
const ofAction: readonly FailureReason[] = ['unavailable', 'rate_limit', 'quota', 'unknown_tool'];

/** The reasons that another run does not share: its tools, its approvals and its limits are its own. */
const ofRun: readonly FailureReason[] = [
  'unknown_tool',
  'unauthenticated',
  'denied',
  'limit',
  'aborted',
  'unknown_outcome',
  'unknown',
];

export function bindingOf(reason: FailureReason): LessonBinding {
  if (reason === 'not_found') return 'entity';
  return ofAction.includes(reason) ? 'action' : 'call';
}

/**
 * What only the words of a message told, and a quota that does not say when it comes back, holds for the run: in a later one
 * nothing could show that it was wrong.
 */
export function scopeOf({
  reason,
  guessed,
  retryAfterMs,
}: Pick<Failure, 'reason' | 'guessed' | 'retryAfterMs'>): LessonScope {
  const isOpenQuota = reason === 'quota' && retryAfterMs === undefined;
  return guessed || isOpenQuota || ofRun.includes(reason) ? 'run' : 'lasting';
}

/** How long transient lessons hold: by steps, and by time where the caller gives one. */
export type LessonLifetime = { readonly transientSteps: number; readonly transientMs: number };

/** What one failure teaches, but for its words. */
export function lessonOf(
  action: string,
  failure: Failure,
  subject: LessonSubject,
  moment: LessonMoment,
  lifetime: LessonLifetime,
): Omit<Lesson, 'text'> {
  const binding = bindingOf(failure.reason);
  const { retryAfterMs } = failure;
  const transient = isTransient(failure);
  const expiresAt = expiryOf({ transient, retryAfterMs }, moment.now, lifetime.transientMs);
  return {
    // A model may ask for a tool of any name.
    action: action.slice(0, maxLessonActionChars),
    errorClass: failure.class,
    reason: failure.reason,
    binding,
    scope: scopeOf(failure),
    transient,
    count: 1,
    about: binding === 'action' || subject.text === '' ? [] : [subject],
    lastStep: moment.step,
    ...(transient ? { expiresAfterStep: moment.step + lifetime.transientSteps } : {}),
    ...(expiresAt === undefined ? {} : { expiresAt }),
    ...(retryAfterMs === undefined ? {} : { retryAfterMs }),
  };
}

/** The time from which a lesson learnt `now` holds no more: undefined for one that stays, and without a clock. */
export function expiryOf(
  { transient, retryAfterMs }: { transient: boolean; retryAfterMs?: number | undefined },
  now: number | undefined,
  transientMs: number,
): number | undefined {
  if (now === undefined) return undefined;
  if (transient) return now + Math.max(transientMs, retryAfterMs ?? 0);
  return retryAfterMs === undefined ? undefined : now + retryAfterMs;
}

/** The key under which a lesson is kept: the tool with the class and the reason of failure (F3), and how far it reaches. */
export function lessonKey({
  action,
  errorClass,
  reason,
  scope,
}: Pick<Lesson, 'action' | 'errorClass' | 'reason' | 'scope'>): string {
  return JSON.stringify([action, errorClass, reason, scope]);
}

/** Whether a lesson still holds. Where both the caller's clock and a time are known, the time decides; else the steps. */
export function isLive(
  { expiresAt, expiresAfterStep }: Pick<Lesson, 'expiresAt' | 'expiresAfterStep'>,
  { step, now }: LessonMoment,
): boolean {
  if (expiresAt !== undefined && now !== undefined) return now < expiresAt;
  return expiresAfterStep === undefined || step <= expiresAfterStep;
}

/** Two lessons under one key as one; what the later one says last. Its words are those of the later. */
export function mergeLessons<Part extends Omit<Lesson, 'text'>>(
  earlier: Lesson,
  later: Part,
): Part {
  const about = new Map(earlier.about.map((subject) => [subjectId(subject), subject]));
  for (const subject of later.about) {
    const count = (about.get(subjectId(subject))?.count ?? 0) + subject.count;
    about.delete(subjectId(subject));
    about.set(subjectId(subject), { ...subject, count });
  }
  return {
    ...later,
    count: earlier.count + later.count,
    about: [...about.values()].slice(-maxLessonSubjects),
  };
}

/** What a subject is known by. */
export function subjectId({ key, text }: Pick<LessonSubject, 'key' | 'text'>): string {
  return key ?? text;
}
