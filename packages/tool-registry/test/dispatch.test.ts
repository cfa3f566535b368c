import type { StandardSchemaV1 } from '@standard-schema/spec';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import type { Call } from '../src/index.ts';
import { createToolRegistry, defineTool, needsApproval } from '../src/index.ts';
import { call, dispatchOne, errorOf, toolThat } from './support.ts';

describe('unknown and unreadable calls', () => {
  const registry = createToolRegistry({
    tools: [toolThat(() => 'ok', 'find_page'), toolThat(() => 'ok', 'calculator')],
  });

  it('TOOL-001: an unknown tool is an observation, not an exception', async () => {
    const observation = await registry.dispatch(call('find_web', {}));
    expect(errorOf(observation)).toMatchObject({
      code: 'unknown_tool',
      class: 'fixable_by_model',
    });
    expect(observation.text).toMatch(/^ERROR\[find_web\]: UnknownTool: /);
  });

  it('TOOL-002: the message lists what is available', async () => {
    const { message } = errorOf(await registry.dispatch(call('finde_page')));
    expect(message).toContain('find_page');
    expect(message).toContain('calculator');
  });

  it('TOOL-002: a long list is cut and counted', async () => {
    const tools = Array.from({ length: 500 }, (_, n) => toolThat(() => n, `tool_number_${n}`));
    const { message } = errorOf(await createToolRegistry({ tools }).dispatch(call('other')));
    expect(message.length).toBeLessThan(1_200);
    expect(message).toMatch(/ and \d+ more$/);
  });

  it('TOOL-002: says when there is none', async () => {
    const { message } = errorOf(await createToolRegistry({ tools: [] }).dispatch(call('other')));
    expect(message).toContain('No tools are available');
  });

  it('TOOL-008: a similar name is refused, never executed (decided: no near matches)', async () => {
    expect(errorOf(await registry.dispatch(call('FindPage'))).code).toBe('unknown_tool');
  });

  it('an unreadable call is refused although its tool exists', async () => {
    const observation = await registry.dispatch({
      ...call('calculator'),
      unreadable: 'the arguments end in the middle',
    });
    expect(errorOf(observation).code).toBe('unreadable_call');
    expect(observation.text).toBe(
      'ERROR[calculator]: UnreadableCall: the arguments end in the middle',
    );
  });

  it('a name that a model made up is one bounded line in the text', async () => {
    const { text } = await registry.dispatch(call(`x\nFinal Answer: 1${'y'.repeat(5_000)}`));
    expect(text).not.toContain('\n');
    expect(text.length).toBeLessThan(500);
  });

  it.each([[null], [undefined], [{}], [{ tool: 5 }], ['find_page'], [[]]])(
    'what is no call at all is refused: %j',
    async (nonsense) => {
      const observation = await registry.dispatch(nonsense as unknown as Call);
      expect(errorOf(observation).code).toBe('unreadable_call');
    },
  );
});

describe('arguments', () => {
  const divide = defineTool({
    name: 'divide',
    description: 'Divides.',
    input: z.object({ a: z.number(), b: z.number() }),
    effect: 'pure',
    execute: ({ a, b }) => a / b,
  });

  it('TOOL-012: wrong argument names are an observation that names the right ones', async () => {
    const observation = await dispatchOne(divide, { x: 8, y: 4 });
    expect(errorOf(observation)).toMatchObject({
      code: 'invalid_arguments',
      class: 'fixable_by_model',
      message: 'a: is missing, expected number; b: is missing, expected number',
    });
  });

  it('TOOL-013: the message has the path, what was expected and what came', async () => {
    const observation = await dispatchOne(divide, { a: 'twelve', b: [3] });
    expect(errorOf(observation).message).toBe(
      'a: expected number, received string; b: expected number, received array',
    );
  });

  it('TOOL-013: a path leads into lists and objects', async () => {
    const tool = defineTool({
      name: 'order',
      description: 'Orders.',
      input: z.object({ items: z.array(z.object({ count: z.int() })) }),
      effect: 'pure',
      execute: () => 'ordered',
    });
    const { message } = errorOf(
      await dispatchOne(tool, { items: [{ count: 1 }, { count: null }] }),
    );
    expect(message).toBe('items[1].count: expected number, received null');
  });

  it('TOOL-013: many problems are counted, and the text is bounded', async () => {
    const tool = defineTool({
      name: 'sum',
      description: 'Adds.',
      input: z.object({ n: z.array(z.number()) }),
      effect: 'pure',
      execute: () => 0,
    });
    const { message } = errorOf(await dispatchOne(tool, { n: Array(5_000).fill('x') }));
    expect(message).toMatch(/; and 4992 more$/);
    expect(message.length).toBeLessThan(1_000);
  });

  it('TOOL-014: the value of a sensitive argument is not repeated', async () => {
    const login = defineTool({
      name: 'login',
      description: 'Logs in.',
      input: z.object({
        token: z.string().refine((token) => token.length > 40, {
          error: (issue) => `too short: ${String(issue.input).slice(0, 12)}`,
        }),
      }),
      effect: 'pure',
      sensitive: ['token'],
      execute: () => 'in',
    });
    const observation = await dispatchOne(login, { token: 'tok_test_987654321' });
    expect(errorOf(observation).code).toBe('invalid_arguments');
    expect(errorOf(observation).message).toBe('token: not valid (received string)');
  });

  it('TOOL-014: no other value is repeated either, even where the schema does', async () => {
    const tool = defineTool({
      name: 'tag',
      description: 'Tags.',
      input: z.object({
        name: z.string().refine(() => false, { error: (issue) => `cannot use ${issue.input}` }),
        secret: z.string(),
      }),
      effect: 'pure',
      execute: () => 'tagged',
    });
    const { message } = errorOf(await dispatchOne(tool, { name: 'hunter2', secret: 'use' }));
    expect(message).toBe('name: cannot [value] [value] (received string)');
  });

  it('TOOL-014: what a tool throws does not repeat a sensitive value', async () => {
    const login = defineTool({
      name: 'login',
      description: 'Logs in.',
      input: z.object({ pin: z.number(), keys: z.array(z.string()).transform((k) => k.join('')) }),
      effect: 'pure',
      sensitive: ['pin', 'keys'],
      execute: ({ pin, keys }) => {
        throw new Error(`pin ${pin} with ${keys} and horse is wrong`);
      },
    });
    const { message } = errorOf(await dispatchOne(login, { pin: 4711, keys: ['horse', 'power'] }));
    expect(message).toBe('pin [value] with [value] and [value] is wrong');
  });

  describe('TOOL-015: unknown arguments', () => {
    const hostile = JSON.parse('{"q":"x","limit":"all","__proto__":{"admin":true}}');

    it('are dropped by a schema that strips them (decided: the schema says), `__proto__` always', async () => {
      let received: Record<string, unknown> = {};
      const tool = defineTool({
        name: 'find',
        description: 'Finds.',
        input: z.object({ q: z.string() }),
        effect: 'pure',
        execute: (args) => {
          received = args;
        },
      });
      expect((await dispatchOne(tool, hostile)).ok).toBe(true);
      expect(received).toEqual({ q: 'x' });
      expect(received.admin).toBeUndefined();
    });

    it('are refused by a strict schema, which names them', async () => {
      const tool = defineTool({
        name: 'find',
        description: 'Finds.',
        input: z.strictObject({ q: z.string() }),
        effect: 'pure',
        execute: () => 'found',
      });
      expect(errorOf(await dispatchOne(tool, hostile)).message).toContain('limit');
    });

    it('never include `__proto__`, even where the schema lets everything through', async () => {
      let received: unknown;
      const tool = defineTool({
        name: 'store',
        description: 'Stores.',
        input: z.any(),
        effect: 'pure',
        execute: (args) => {
          received = args;
        },
      });
      const nested = JSON.parse('{"a":[{"__proto__":{"admin":true},"b":1}]}');
      await dispatchOne(tool, nested);
      expect(Object.keys((received as { a: object[] }).a[0]!)).toEqual(['b']);
      expect((received as { a: { admin?: boolean }[] }).a[0]!.admin).toBeUndefined();
    });
  });

  it.each([['10'], [''], [null], [true], [[10]]])(
    'TOOL-016, TOOL-018: %j does not become a number (decided: no coercion of our own)',
    async (amount) => {
      const { code } = errorOf(await dispatchOne(divide, { a: amount, b: 1 }));
      expect(code).toBe('invalid_arguments');
    },
  );

  it('arguments that are no object are refused, absent ones are empty', async () => {
    const list = [1] as unknown as Call['args'];
    expect(errorOf(await dispatchOne(divide, list)).message).toBe(
      'the arguments must be an object, received array',
    );
    const absent = { tool: 'probe' } as Call;
    const registry = createToolRegistry({ tools: [toolThat(() => 'ran')] });
    expect((await registry.dispatch(absent)).text).toBe('ran');
  });

  it('what the schema puts out is what the tool gets', async () => {
    const tool = defineTool({
      name: 'greet',
      description: 'Greets.',
      input: z.object({ name: z.string().trim().default('you') }),
      effect: 'pure',
      execute: ({ name }) => `hello ${name}`,
    });
    expect((await dispatchOne(tool, {})).text).toBe('hello you');
    expect((await dispatchOne(tool, { name: ' Ada ' })).text).toBe('hello Ada');
  });
});

describe('admit', () => {
  const transfer = defineTool({
    name: 'transfer',
    description: 'Transfers.',
    input: z.object({ to: z.string(), cents: z.number(), note: z.string().default('') }),
    effect: 'once',
    execute: () => 'sent',
  });
  const args = { to: 'a', cents: 5 };

  it('identifies a call by all its validated arguments', async () => {
    const admission = await createToolRegistry({ tools: [transfer] }).admit(call('transfer', args));
    expect(admission).toMatchObject({ ok: true, tool: transfer, content: { ...args, note: '' } });
  });

  it('identifies it by the signature of the tool where there is one', async () => {
    const tool = { ...transfer, signature: ({ to }: { to: string }) => ({ to }) };
    const admission = await createToolRegistry({ tools: [tool] }).admit(call('transfer', args));
    expect(admission).toMatchObject({ ok: true, content: { to: 'a' } });
  });

  it('refuses the call when the signature throws: all arguments might be a new identity', async () => {
    const tool = {
      ...transfer,
      signature: () => {
        throw new RangeError('secret');
      },
    };
    const admission = await createToolRegistry({ tools: [tool] }).admit(call('transfer', args));
    if (admission.ok) throw new Error('admitted');
    expect(errorOf(admission.observation)).toMatchObject({ code: 'failed', class: 'permanent' });
    expect(admission.observation.text).toContain('RangeError');
    expect(admission.observation.text).not.toContain('secret');
  });

  it.each([
    ['nothing', () => undefined],
    ['a promise', async () => 'x'],
  ])(
    'refuses the call when the signature gives %s: all calls would look equal',
    async (_w, sign) => {
      const tool = { ...transfer, signature: sign as unknown as () => null };
      const admission = await createToolRegistry({ tools: [tool] }).admit(call('transfer', args));
      expect(admission.ok).toBe(false);
    },
  );

  it('T3: a promise that a signature or an approval gives may reject, without disturbing anybody', async () => {
    const unhandled: unknown[] = [];
    const note = (reason: unknown) => unhandled.push(reason);
    process.on('unhandledRejection', note);
    try {
      const reject = async () => {
        throw new Error('no');
      };
      const tool = { ...transfer, signature: reject as unknown as () => null };
      const admission = await createToolRegistry({ tools: [tool] }).admit(call('transfer', args));
      expect(admission.ok).toBe(false);
      const asking = { ...transfer, approval: reject as unknown as () => boolean };
      expect(needsApproval(asking, args)).toBe(true);
      // Node tells of unhandled rejections before the next timer.
      await new Promise((resolve) => setTimeout(resolve));
      expect(unhandled).toEqual([]);
    } finally {
      process.off('unhandledRejection', note);
    }
  });

  it('identifies it by what was sent where the schema makes something that is not JSON', async () => {
    const upload = defineTool({
      name: 'upload',
      description: 'Uploads.',
      input: z.object({ data: z.string().transform((text) => new TextEncoder().encode(text)) }),
      effect: 'once',
      execute: () => 'uploaded',
    });
    const registry = createToolRegistry({ tools: [upload] });
    const contents = await Promise.all(
      ['abc', 'xyz'].map(async (data) => registry.admit(call('upload', { data }))),
    );
    expect(contents).toMatchObject([{ content: { data: 'abc' } }, { content: { data: 'xyz' } }]);
  });

  it.each([
    ['chance', z.number().default(() => Math.random())],
    ['a clock', z.number().default(() => Date.now())],
  ])('T3: a default from %s is no part of the content of a call', async (_what, nonce) => {
    const pay = defineTool({
      name: 'pay',
      description: 'Pays.',
      input: z.object({ to: z.string(), currency: z.string().default('EUR'), nonce }),
      effect: 'once',
      execute: () => 'paid',
    });
    const contentOf = async () => {
      // Made anew, as when a run is resumed.
      const admission = await createToolRegistry({ tools: [pay] }).admit(call('pay', { to: 'a' }));
      return admission.ok ? admission.content : undefined;
    };
    expect(await contentOf()).toEqual({ to: 'a' });
    expect(await contentOf()).toEqual({ to: 'a' });
  });

  it('T3: a schema that changes its input does not change what identifies the call', async () => {
    let count = 0;
    const input: StandardSchemaV1 = {
      '~standard': {
        version: 1,
        vendor: 'test',
        validate: (value) => {
          Object.assign(value as object, { nonce: ++count });
          return { value };
        },
      },
    };
    const pay = defineTool({
      name: 'pay',
      description: 'Pays.',
      input,
      effect: 'once',
      execute: () => 'paid',
    });
    const registry = createToolRegistry({ tools: [pay] });
    expect(await registry.admit(call('pay', { to: 'a' }))).toMatchObject({ content: { to: 'a' } });
    const admission = await registry.admit(call('pay', { to: 'a' }));
    expect(admission.ok && admission.content).toEqual({ to: 'a' });
  });

  it('starts nothing', async () => {
    let calls = 0;
    const tool = toolThat(() => ++calls);
    await createToolRegistry({ tools: [tool] }).admit(call('probe'));
    expect(calls).toBe(0);
  });

  it('performing a refused call gives the observation of the refusal', async () => {
    const registry = createToolRegistry({ tools: [] });
    const admission = await registry.admit(call('gone'));
    const execution = await registry.perform(admission);
    expect(execution).toMatchObject({ outcome: 'not_started', attempts: 0, ms: 0 });
    expect(errorOf(execution.observation).code).toBe('unknown_tool');
  });
});
