import type { Json } from '@loopwright/core-parser';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import type { AuditEvent, Call, ToolRegistryOptions } from '../src/index.ts';
import { createToolRegistry, defineTool } from '../src/index.ts';
import { call, toolThat } from './support.ts';

const open = defineTool({
  name: 'open',
  description: 'Opens a door.',
  input: z
    .object({ badge: z.union([z.string(), z.number()]), door: z.string() })
    .transform(({ badge, door }) => ({ card: { no: badge }, note: `${badge} at ${door}` })),
  effect: 'pure',
  sensitive: ['badge'],
  execute: () => 'open',
});

type Options = Pick<ToolRegistryOptions<[typeof open]>, 'authorise' | 'allow'>;

/** What an audit is told of one call. */
async function told(given: Call, options: Options = {}) {
  const events: AuditEvent[] = [];
  const tools = [open, toolThat(() => 'ok')] as const;
  const audit = (event: AuditEvent) => void events.push(event);
  const observation = await createToolRegistry({ tools, ...options, audit }).dispatch(given);
  return { events, text: observation.text, audited: JSON.stringify(events) };
}

const given = call('open', { badge: '70518', door: 'left' });

describe('E7: sensitive arguments do not reach the audit', () => {
  it('when the decision fails with one in its message', async () => {
    const authorise: Options['authorise'] = ({ args }) => {
      throw new Error(`no account with ${JSON.stringify(args)}`);
    };
    const { audited } = await told(given, { authorise });
    expect(audited).toContain('the decision failed');
    expect(audited).not.toContain('70518');
  });

  it('when that message is cut in the middle of one', async () => {
    const badge = '7051870518';
    const authorise: Options['authorise'] = () => {
      throw new Error('x'.repeat(1_994) + badge);
    };
    const { audited } = await told(call('open', { badge, door: 'left' }), { authorise });
    expect(audited).not.toContain('705');
  });

  it('when the reason of a denial quotes one, which the model does not read either', async () => {
    const authorise = () => ({ allowed: false, reason: 'badge 70518 is blocked' });
    const { audited, text } = await told(given, { authorise });
    expect(text).toContain('badge [value] is blocked');
    expect(audited).not.toContain('70518');
  });

  it.each(['70518', 70_518])('when the schema gives them another place (%j)', async (badge) => {
    const { events, audited } = await told(call('open', { badge, door: 'left' }));
    expect(events[0]).toMatchObject({ allowed: true, args: { note: '[value] at left' } });
    expect(audited).not.toContain('70518');
  });

  it('when the tool is not allowed', async () => {
    const { events, audited } = await told(given, { allow: ['probe'] });
    expect(events).toMatchObject([
      { code: 'unknown_tool', args: { badge: '[hidden]', door: 'left' } },
    ]);
    expect(audited).not.toContain('70518');
  });

  it.each<[name: string, args: Json]>([
    ['a list', ['70518', 'left']],
    ['a text', '{"badge":"70518","door":"left"}'],
    ['a number', 70_518],
  ])('when the arguments are %s', async (_name, args) => {
    const { events, audited } = await told({ tool: 'open', args: args as never });
    expect(events).toMatchObject([{ code: 'invalid_arguments', args: '[hidden]' }]);
    expect(audited).not.toContain('70518');
  });

  it('and a reason is redacted like arguments', async () => {
    const unreadable = 'Action: login password=hunter2 is no call';
    const { events, audited } = await told({ tool: 'probe', args: {}, unreadable });
    expect(events).toMatchObject([{ code: 'unreadable_call', allowed: false }]);
    expect(audited).not.toContain('hunter2');
  });
});

describe('E7: every call in the audit', () => {
  it('has an id of its own, also beside one with the same idempotency key', async () => {
    const events: AuditEvent[] = [];
    const audit = (event: AuditEvent) => void events.push(event);
    const registry = createToolRegistry({ tools: [toolThat(() => 'ok')], audit });
    const options = { idempotencyKey: 'same' };
    await Promise.all([
      registry.dispatch(call('probe'), options),
      registry.dispatch(call('probe'), options),
      registry.dispatch(call('none'), options),
    ]);
    const ids = new Set(events.map(({ callId }) => callId));
    const types = [...ids].map((id) =>
      events.filter(({ callId }) => callId === id).map(({ type }) => type),
    );
    expect(types.toSorted((a, b) => a.length - b.length)).toEqual([
      ['decision'],
      ['decision', 'ended'],
      ['decision', 'ended'],
    ]);
  });

  it('that was allowed has an end, also when it was cancelled during the audit', async () => {
    const controller = new AbortController();
    const events: AuditEvent[] = [];
    const audit = (event: AuditEvent) => {
      events.push(event);
      controller.abort();
      return new Promise<void>(() => {});
    };
    const registry = createToolRegistry({ tools: [toolThat(() => 'ok')], audit });
    await registry.dispatch(call('probe'), { signal: controller.signal });
    expect(events).toMatchObject([
      { type: 'decision', allowed: true },
      { type: 'ended', ok: false, outcome: 'not_started', code: 'aborted', attempts: 0 },
    ]);
  });
});
