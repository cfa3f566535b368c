import { describe, expect, it } from 'vitest';
import type { Lesson, RepeatedFailureOptions } from '../src/index.ts';
import {
  blockRepeatedFailures,
  checkRepeatedFailure,
  emptyLessonStore,
  Reflector,
  recallLessons,
  reflectOnFailure,
  rememberLessons,
  reportSession,
} from '../src/index.ts';
import type { Turn } from './steps.ts';
import { fail, scriptedContext, stepsOf, succeed, together } from './steps.ts';

const now = 1_800_000_000_000;
const week = 7 * 24 * 60 * 60 * 1000;
const absent = (entity: string) =>
  fail('lookup', { entity }, 'no such page', 'unknown', 'not_found');
const found = (entity: string) => succeed('lookup', { entity });

/** The store after a run, given that from before. */
function after(turns: readonly Turn[], store = emptyLessonStore, time = now) {
  const { lessons, worked } = reportSession(stepsOf(turns));
  return rememberLessons(store, lessons, { now: time, worked });
}

function refusal(turns: readonly Turn[], options: RepeatedFailureOptions = {}) {
  const [call] = turns.at(-1)!.calls;
  const check = checkRepeatedFailure(stepsOf(turns.slice(0, -1)), call!, options);
  return check.allowed ? undefined : check;
}

const subjects = (lessons: readonly Lesson[]) =>
  lessons.flatMap(({ about }) => about.map(({ text }) => text));

describe('F3: a success lifts what was learnt against it', () => {
  it('in the lessons of the run, in its report and in what is proposed', () => {
    const reflector = new Reflector();
    const action = { name: 'lookup', parameters: { entity: 'mu' } };
    const error = { code: 'not_found' };
    for (let n = 0; n < 2; n += 1) {
      reflector.reflect(action, { success: false, error }, ['lookup'], '');
    }
    expect(reflector.isBlacklisted(action)).toBe(true);
    reflector.reflect(action, { success: true }, ['lookup'], '');
    expect(reflector.isBlacklisted(action)).toBe(false);
    expect(reflector.blacklist()).toEqual([]);
    expect(reflector.promptText()).toBe('');

    const search = { name: 'search', parameters: { entity: 'mu' } };
    reflector.reflect(search, { success: false, error }, [], '');
    reflector.reflect(search, { success: true }, [], '');
    const again = reflector.reflect(action, { success: false, error }, ['lookup', 'search'], '');
    expect(again.alternativeAction?.name).toBe('search');

    const report = reportSession(
      stepsOf([absent('mu'), absent('atlantis'), absent('mu'), found('mu')]),
    );
    expect(report.lessons).toMatchObject([{ count: 1, about: [{ text: 'atlantis' }] }]);
    expect(report.text).toContain('lookup found nothing for atlantis.');
    expect(report.text).not.toContain('found nothing for mu');
  });

  it('in the store, for what earlier runs learnt', () => {
    const store = after([absent('mu'), absent('mu'), absent('atlantis')]);
    expect(subjects(store.lessons)).toEqual(['mu', 'atlantis']);
    const later = after([found('mu')], store);
    expect(later.lessons).toMatchObject([{ count: 1, about: [{ text: 'atlantis' }] }]);
    expect(later.lessons[0]?.text).toBe(
      'Entity does not exist: lookup found nothing for atlantis.',
    );
    expect(after([found('atlantis')], later).lessons).toEqual([]);
    // What fails after it has worked is a lesson again.
    expect(subjects(after([found('mu'), absent('mu')], later).lessons)).toContain('mu');
  });

  it('of the same call alone where a lesson is about its arguments, of the tool where it is about that', () => {
    const wrong = (n: number) => fail('sum', { n }, 'x', 'unknown', 'invalid_arguments');
    const busy = fail('sum', { n: 9 }, 'x', 'unknown', 'rate_limit');
    const store = after([wrong(1), wrong(2), busy]);
    const reasons = (turns: Turn[]) => after(turns, store).lessons.map(({ reason }) => reason);
    expect(reasons([])).toEqual(['invalid_arguments', 'rate_limit']);
    expect(reasons([succeed('sum', { n: 3 })])).toEqual(['invalid_arguments']);
    expect(reasons([together(succeed('sum', { n: 1 }), succeed('sum', { n: 2 }))])).toEqual([]);
  });
});

describe('F3: lessons of earlier runs', () => {
  const lessons = recallLessons(after([absent('mu'), absent('mu')]), { now });

  it('warn before a call has failed in this run, and refuse it afterwards', () => {
    expect(checkRepeatedFailure([], absent('mu').calls[0]!, { lessons })).toEqual({
      allowed: true,
      note: 'a call like this failed in an earlier run (not_found); should it fail again, it will be refused from then on',
    });
    expect(checkRepeatedFailure([], absent('x').calls[0]!, { lessons })).toEqual({ allowed: true });
    expect(refusal([absent('mu'), absent('mu')], { lessons })?.cause).toBe('blacklisted');
    expect(refusal([absent('mu'), found('mu'), absent('mu')], { lessons })).toBeUndefined();
  });

  it('refuse at once where the caller asks for that', () => {
    const options = { lessons, refuseOnLessons: true };
    expect(refusal([absent('mu')], options)?.cause).toBe('blacklisted');
    expect(refusal([found('mu'), absent('mu')], options)).toBeUndefined();
  });

  it('of the same call stand beside a failure of this run that might pass', () => {
    const wrong = fail('sum', { n: 1 }, 'x', 'unknown', 'invalid_arguments');
    const given = { lessons: recallLessons(after([wrong]), { now }) };
    const slow = fail('sum', { n: 1 }, 'x', 'timeout', 'timeout');
    expect(refusal([wrong], given)).toBeUndefined();
    expect(refusal([slow, wrong], given)?.reason).toContain('failed in an earlier run');
    expect(refusal([slow, wrong])).toBeUndefined();
  });

  it('expire after 7 days, also those of a store that names no time', () => {
    const store = after([absent('mu')]);
    expect(recallLessons(store, { now: now + week - 1 })).toHaveLength(1);
    expect(recallLessons(store, { now: now + week })).toEqual([]);
    const { expiresAt: _, ...timeless } = store.lessons[0]!;
    const renewed = rememberLessons({ version: 1, lessons: [timeless] }, [], { now });
    expect(renewed.lessons[0]?.expiresAt).toBe(now + week);
  });

  it('that have expired are ignored, although nobody has sorted them out', () => {
    const store = after([absent('mu'), absent('mu')]);
    const given = { lessons: store.lessons, refuseOnLessons: true };
    expect(refusal([absent('mu')], { ...given, now: now + week - 1 })?.cause).toBe('blacklisted');
    expect(refusal([absent('mu')], { ...given, now: now + week })).toBeUndefined();
    expect(new Reflector({ lessons: store.lessons, now: now + week }).lessons()).toEqual([]);
    expect(new Reflector({ lessons: store.lessons, now }).lessons()).toHaveLength(1);
  });

  it('are part of what a resumed run must have in common, as far as they hold', () => {
    const { lessons: stored } = after([absent('mu')]);
    const stamp = (time: number) =>
      blockRepeatedFailures({ tools: new Map() } as never, { lessons: stored, now: time }).guard()
        .options;
    expect(stamp(now)).toEqual(stamp(now + 1));
    expect(stamp(now)).not.toEqual(stamp(now + week));
    const advised = (time: number) => reflectOnFailure({ lessons: stored, now: time }).options;
    expect(advised(now)).toEqual(advised(now + 1));
    expect(advised(now)).not.toEqual(advised(now + week));
  });
});

describe('F3: what nobody can know for certain is no lasting ban', () => {
  it('who was not signed in may call again once a changing tool has succeeded', () => {
    const expired = fail('get_mail', {}, '401 unauthorized: token expired', 'policy');
    const login = succeed('login', {});
    const changing = { changing: ['login'] };
    expect(refusal([expired, expired])?.reason).toContain('sign in first');
    expect(refusal([expired, login, expired])?.cause).toBe('failed_for_good');
    expect(refusal([expired, login, expired], changing)).toBeUndefined();
    const forbidden = fail('get_mail', {}, 'x', 'policy', 'forbidden');
    expect(refusal([forbidden, login, forbidden], changing)?.cause).toBe('failed_for_good');
    expect(after([expired]).lessons).toEqual([]);
    const tools = ['get_mail', 'read_mail', 'login'];
    const { reflections } = reportSession(stepsOf([expired]), { tools });
    expect(reflections[0]?.decision).toBe('alternative');
    // No other tool is proposed as a way round.
    const [step] = stepsOf([expired]);
    const note = reflectOnFailure().advise(scriptedContext('Read mail').context, step!, []);
    expect(note).toMatch(/Next: sign in first, then make the call again\.$/);
    const reflector = new Reflector();
    const action = { name: 'get_mail', parameters: {} };
    const outcome = { success: false, error: { status: 401 } };
    expect(reflector.reflect(action, outcome, tools, '')).not.toHaveProperty('alternativeAction');
  });

  it.each(['The service returned an invalid response', 'No results, as the index is being built'])(
    'words alone hold for the run, until the tool succeeds: %s',
    (message) => {
      const told = fail('lookup', { entity: 'mu' }, message, 'unknown');
      expect(refusal([told, told])?.cause).toBe('failed_for_good');
      expect(refusal([told, succeed('search', {}), told])).toBeDefined();
      expect(refusal([told, told, found('atlantis'), told])).toBeUndefined();
      expect(refusal([told, found('atlantis'), told, told])).toBeDefined();
      expect(after([told]).lessons).toEqual([]);
    },
  );

  it('what a code or a class confirms is not lifted by a success of another call', () => {
    const confirmed = fail('lookup', { entity: 'mu' }, 'no results', 'permanent');
    expect(refusal([absent('mu'), found('atlantis'), absent('mu')])).toBeDefined();
    expect(refusal([confirmed, found('atlantis'), confirmed])).toBeDefined();
  });

  it('a lesson of words alone stays one of its run when it is handed on', () => {
    const reflector = new Reflector();
    const action = { name: 'lookup', parameters: { entity: 'mu' } };
    reflector.reflect(action, { success: false, error: 'not found' }, ['lookup'], '');
    const learnt = reflector.learnt();
    expect(learnt).toMatchObject([{ scope: 'run' }]);
    expect(new Reflector({ lessons: learnt }).lessons()).toEqual([]);
  });

  it('a quota that does not say when it comes back passes after some steps', () => {
    const empty = fail('search', { q: 'x' }, 'quota used up', 'quota', 'quota_exceeded');
    const other = succeed('lookup', { entity: 'x' });
    expect(refusal([empty, empty])?.reason).toBe(
      'the same call failed once (quota), last in step 1; it is not made again before step 7',
    );
    expect(refusal([empty, ...Array<Turn>(4).fill(other), empty])).toBeDefined();
    expect(refusal([empty, ...Array<Turn>(5).fill(other), empty])).toBeUndefined();
    expect(after([empty]).lessons).toEqual([]);
    const timed = fail('search', {}, 'quota used up, resets in 2 days', 'quota', 'quota_exceeded');
    expect(after([timed]).lessons).toMatchObject([{ expiresAt: now + 2 * 24 * 3_600_000 }]);
  });
});
