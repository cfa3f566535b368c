import { describe, expect, it } from 'vitest';
import {
  createCritic,
  emptyLessonStore,
  reflectOnFailure,
  rememberLessons,
  reportSession,
} from '../src/index.ts';
import { fail, scriptedContext, stepsOf, succeed, together } from './steps.ts';

describe('SEC-008: no secret is in a lesson, a store, a report or a key', () => {
  it.each([
    ['login', { username: 'bob', pass: 'S3CR3T', pin: 'S3CR3T' }],
    ['http_get', { url: 'https://a.test/x?api_key=S3CR3T' }],
    ['shell', { command: 'curl -H "Authorization: Bearer S3CR3T" https://a.test' }],
    ['connect', { to: { uri: 'redis://bob:S3CR3T@cache' } }],
  ])('%s(%j)', (tool, args) => {
    const turn = fail(tool, args, 'password=S3CR3T was refused', 'unknown', 'invalid_arguments');
    const steps = stepsOf([turn, turn]);
    const report = reportSession(steps, { tools: [tool] });
    const store = rememberLessons(emptyLessonStore, report.lessons, { now: 1 });
    expect(JSON.stringify([report, store])).not.toContain('S3CR3T');
    expect(store.lessons).toHaveLength(1);
    expect(store.lessons[0]?.about.every(({ key }) => key === undefined)).toBe(true);
    expect(JSON.stringify(reportSession(stepsOf([succeed(tool, args)])))).not.toContain('S3CR3T');
  });

  it('nor in what a critic or a reflector is asked', async () => {
    const args = { pass: 'S3CR3T' };
    const error = 'token=S3CR3T was refused';
    const unreadable = { tool: 'login', args: {}, unreadable: '{"password": "S3CR3T"' };
    const [step] = stepsOf([
      together(fail('login', args, error), {
        calls: [unreadable],
        observations: [{ tool: 'login', ok: false, text: 'ERROR[parse]' }],
      }),
    ]);
    const { context, requests } = scriptedContext('Log in', ['', '']);
    await createCritic().advise(context, { ...step!, observations: [] }, []);
    await reflectOnFailure({ by: 'model' }).advise(context, step!, []);
    expect(requests.map(({ role }) => role)).toEqual(['critic', 'reflector']);
    expect(JSON.stringify(requests)).not.toContain('S3CR3T');
  });
});
