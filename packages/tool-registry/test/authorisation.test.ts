import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { z } from 'zod';
import type {
  AuditEvent,
  AuthorisationRequest,
  PerformOptions,
  ToolRegistryOptions,
} from '../src/index.ts';
import { createToolRegistry, defineTool, toolFailure } from '../src/index.ts';
import { call, errorOf } from './support.ts';

type Authorize = NonNullable<ToolRegistryOptions<[]>['authorise']>;

/** A registry whose one tool counts its starts. */
function guarded(authorise: Authorize) {
  const started: unknown[] = [];
  const read = defineTool({
    name: 'read',
    description: 'Reads a document.',
    input: z.object({ id: z.string(), pages: z.array(z.number()).default([1]) }),
    effect: 'idempotent',
    timeoutMs: 1_000,
    retries: 2,
    execute: (args) => {
      started.push(args);
      return started.length < 2 ? toolFailure({ message: 'busy', class: 'transient' }) : 'text';
    },
  });
  const registry = createToolRegistry({ tools: [read], authorise, context: { user: 'ada' } });
  const perform = async (options?: PerformOptions) =>
    registry.perform(await registry.admit(call('read', { id: 'a' })), options);
  return { perform, started };
}

async function performToTheEnd(authorise: Authorize, options?: PerformOptions) {
  const { perform, started } = guarded(authorise);
  const execution = perform(options);
  await vi.advanceTimersByTimeAsync(10_000);
  return { ...(await execution), started };
}

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date'] });
});
afterEach(() => {
  vi.useRealTimers();
});

describe('T3: authorisation outside the model', () => {
  it('is asked once for a call, whatever its attempts, with all that a decision needs', async () => {
    const authorise = vi.fn((_: AuthorisationRequest) => true);
    const { observation, attempts } = await performToTheEnd(authorise, { idempotencyKey: 'k1' });
    expect(observation.text).toBe('text');
    expect(attempts).toBe(2);
    expect(authorise).toHaveBeenCalledTimes(1);
    expect(authorise.mock.calls[0]![0]).toMatchObject({
      tool: { name: 'read' },
      args: { id: 'a', pages: [1] },
      context: { user: 'ada' },
      idempotencyKey: 'k1',
    });
  });

  it.each<[name: string, authorise: Authorize, message: string]>([
    ['false', () => false, 'the call is not allowed and was not started'],
    [
      'not allowed',
      async () => ({ allowed: false }),
      'the call is not allowed and was not started',
    ],
    [
      'a reason',
      () => ({ allowed: false, reason: 'not your\nfile' }),
      'the call is not allowed and was not started: not your file',
    ],
    [
      'a yes of the wrong type',
      () => 'yes' as never,
      'the call is not allowed and was not started',
    ],
    ['nothing', () => undefined as never, 'the call is not allowed and was not started'],
    [
      'an exception',
      () => {
        throw new Error('db at 10.0.0.1');
      },
      'nobody could decide whether the call is allowed, so it was not started',
    ],
    [
      'a rejection',
      () => Promise.reject(new Error('x')),
      'nobody could decide whether the call is allowed, so it was not started',
    ],
    [
      'no answer',
      () => new Promise(() => {}),
      'nobody could decide whether the call is allowed, so it was not started',
    ],
  ])('%s is a denial: class policy, and nothing has started', async (_name, authorise, message) => {
    const { observation, outcome, attempts, ms, started } = await performToTheEnd(authorise);
    expect(errorOf(observation)).toEqual({
      type: 'Denied',
      class: 'policy',
      code: 'denied',
      message,
    });
    expect({ outcome, attempts, started }).toEqual({
      outcome: 'not_started',
      attempts: 0,
      started: [],
    });
    expect(ms).toBeLessThanOrEqual(1_000);
  });

  it('shares the deadline of the call', async () => {
    const slow = () => new Promise<boolean>((resolve) => setTimeout(() => resolve(true), 900));
    const { observation, started } = await performToTheEnd(slow);
    // The first attempt fails; the pause before another would end after the deadline.
    expect(started.length).toBe(1);
    expect(errorOf(observation).message).toContain('busy');
  });

  it.each([
    ['most of', 'once', 751, []],
    ['a part of', 'once', 700, ['sent']],
    ['most of', 'idempotent', 900, ['sent']],
  ] as const)('that took %s the time of a call (%s)', async (_share, effect, ms, expected) => {
    const sent: string[] = [];
    const send = defineTool({
      name: 'send',
      description: 'Sends.',
      input: z.object({}),
      effect,
      timeoutMs: 1_000,
      execute: () => sent.push('sent'),
    });
    const authorise = () => new Promise<boolean>((resolve) => setTimeout(resolve, ms, true));
    const events: AuditEvent[] = [];
    const audit = (event: AuditEvent) => void events.push(event);
    const registry = createToolRegistry({ tools: [send], authorise, audit });
    const performed = registry.perform(await registry.admit(call('send')));
    await vi.advanceTimersByTimeAsync(1_000);
    const { observation, outcome } = await performed;
    expect(sent).toEqual(expected);
    if (expected.length > 0) return;
    expect(errorOf(observation)).toMatchObject({ code: 'not_enough_time', class: 'timeout' });
    expect(outcome).toBe('not_started');
    expect(events.at(-1)).toMatchObject({ type: 'ended', outcome: 'not_started' });
  });

  it('is waited for no longer than the deadline when the clock is set back', async () => {
    let back = 0;
    const now = () => Date.now() - back;
    const authorise = () => {
      back = 5_000;
      return true;
    };
    const hang = defineTool({
      name: 'hang',
      description: 'Hangs.',
      input: z.object({}),
      effect: 'pure',
      timeoutMs: 200,
      execute: () => new Promise(() => {}),
    });
    const audit = ({ type }: AuditEvent) =>
      type === 'ended' ? new Promise<void>(() => {}) : undefined;
    const registry = createToolRegistry({ tools: [hang], authorise, audit });
    let text = '';
    void registry.dispatch(call('hang'), { now }).then((observation) => {
      text = observation.text;
    });
    await vi.advanceTimersByTimeAsync(400);
    expect(text).toContain('Timeout');
  });

  it('cannot change the maps and sets that a schema makes of the arguments', async () => {
    const seen: unknown[] = [];
    const tag = defineTool({
      name: 'tag',
      description: 'Tags.',
      input: z.object({ tags: z.array(z.string()) }).transform(({ tags }) => ({
        set: new Set(tags),
        map: new Map(tags.map((tag) => [tag, { tag }])),
      })),
      effect: 'pure',
      execute: (args) => seen.push(args),
    });
    type Args = { set: Set<string>; map: Map<string, { tag: string }> };
    const authorise: Authorize = ({ args }) => {
      const { set, map } = args as Args;
      set.add('b');
      map.get('a')!.tag = 'b';
      return true;
    };
    const registry = createToolRegistry({ tools: [tag], authorise });
    await registry.dispatch(call('tag', { tags: ['a'] }));
    expect(seen).toEqual([{ set: new Set(['a']), map: new Map([['a', { tag: 'a' }]]) }]);
  });

  it('is not waited for when the call is cancelled', async () => {
    const controller = new AbortController();
    const { perform, started } = guarded(({ signal }) => {
      expect(signal.aborted).toBe(false);
      return new Promise(() => {});
    });
    const execution = perform({ signal: controller.signal });
    await vi.advanceTimersByTimeAsync(10);
    controller.abort();
    expect(errorOf((await execution).observation).code).toBe('aborted');
    expect(started).toEqual([]);
  });

  it('cannot change what the tool gets', async () => {
    const { started } = await performToTheEnd(({ args }) => {
      (args as { pages: number[] }).pages.push(2);
      return true;
    });
    expect(started[0]).toEqual({ id: 'a', pages: [1] });
  });

  it('is not asked about calls that could not start anyway', async () => {
    const authorise = vi.fn(() => true);
    const registry = createToolRegistry({ tools: [], authorise });
    await registry.dispatch(call('unknown'));
    expect(authorise).not.toHaveBeenCalled();
  });

  it('must be a function', () => {
    const authorise = true as unknown as Authorize;
    expect(() => createToolRegistry({ tools: [], authorise })).toThrow(
      /authorise must be a function/,
    );
    expect(() => createToolRegistry({ tools: [], audit: {} as never })).toThrow(/audit must be/);
  });
});
