import type { Message } from '@loopwright/agent-run';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { sendableMessages } from '../src/index.ts';

const ids = fc.constantFrom(
  '',
  'a',
  'b',
  'c',
  'a_2',
  'f.a:0',
  'f.a:1',
  'x'.repeat(90),
  'x'.repeat(91),
);
// Halves of surrogate pairs among them.
const texts = fc.oneof(
  fc.constantFrom('', ' ', 'x', '\ud83d', 'a\udc00b'),
  fc.string({ maxLength: 4 }),
);
const call = fc.record({
  id: ids,
  name: fc.constantFrom('t', 'u', '', 'browser.tabs.open', 'z'.repeat(300)),
  args: fc.constantFrom('', '{}'),
});
const message: fc.Arbitrary<Message> = fc.oneof(
  fc.record({ role: fc.constant('user' as const), blocks: fc.array(texts, { maxLength: 3 }) }),
  fc.record(
    {
      role: fc.constant('assistant' as const),
      text: texts,
      toolCalls: fc.array(call, { maxLength: 3 }),
      opaque: fc.constantFrom<{ seal: string }>({ seal: 's' }),
    },
    { requiredKeys: ['role', 'text', 'toolCalls'] },
  ),
  fc.record(
    {
      role: fc.constant('tool' as const),
      id: ids,
      text: texts,
      isError: fc.constant(true as const),
    },
    { requiredKeys: ['role', 'id', 'text'] },
  ),
);
const conversations = fc.array(message, { maxLength: 10 });

function check(property: (sendable: Message[], given: Message[]) => void): void {
  fc.assert(
    fc.property(conversations, (given) => property(sendableMessages(given), given)),
    { numRuns: 2_000 },
  );
}

describe('sendableMessages, whatever it is given', () => {
  it('each call has exactly one result, right behind its turn and in call order', () => {
    check((sendable) => {
      for (let at = 0; at < sendable.length; at++) {
        const turn = sendable[at]!;
        expect(turn.role).not.toBe('tool');
        if (turn.role !== 'assistant') continue;
        const results = sendable.slice(at + 1, at + 1 + turn.toolCalls.length);
        const paired = results.map((each) => (each.role === 'tool' ? each.id : each.role));
        expect(paired).toEqual(turn.toolCalls.map(({ id }) => id));
        expect(new Set(paired).size).toBe(paired.length);
        expect(paired).not.toContain('');
        at += results.length;
      }
    });
  });

  it('PROV-003: ids are valid for the strictest provider, and no two calls of a conversation share one', () => {
    check((sendable) => {
      const calls = sendable.flatMap((each) => (each.role === 'assistant' ? each.toolCalls : []));
      for (const { id, name } of calls) {
        expect(id).toMatch(/^[a-zA-Z0-9_-]{1,40}$/);
        expect(name).toMatch(/^[a-zA-Z0-9_-]{1,64}$/);
      }
      expect(new Set(calls.map(({ id }) => id)).size).toBe(calls.length);
    });
  });

  it('the ids of a turn depend on what stands before it alone', () => {
    check((sendable, given) => {
      const idsOf = (messages: readonly Message[]) =>
        messages.flatMap((each) =>
          each.role === 'assistant' ? each.toolCalls.map(({ id }) => id) : [],
        );
      const longer = [...given, { role: 'user', blocks: ['more'] } as const, ...given];
      const all = idsOf(sendable);
      expect(idsOf(sendableMessages(longer)).slice(0, all.length)).toEqual(all);
    });
  });

  it('it begins with the user and does not end with the model', () => {
    check((sendable) => {
      expect(sendable[0]?.role).toBe('user');
      expect(sendable.at(-1)?.role).not.toBe('assistant');
    });
  });

  it('no turn is empty, and no turn of the user follows another one', () => {
    check((sendable) => {
      for (const [at, each] of sendable.entries()) {
        if (each.role === 'assistant') {
          expect(
            each.text.trim() !== '' || each.toolCalls.length > 0 || each.opaque !== undefined,
          ).toBe(true);
        }
        if (each.role !== 'user') continue;
        expect(each.blocks.length).toBeGreaterThan(0);
        expect(each.blocks.every((block) => block.trim() !== '')).toBe(true);
        expect(sendable[at + 1]?.role).not.toBe('user');
      }
    });
  });

  it('PROV-058: no text holds half a surrogate pair', () => {
    check((sendable) => {
      for (const each of sendable) {
        for (const text of each.role === 'user' ? each.blocks : [each.text]) {
          expect(text.isWellFormed()).toBe(true);
        }
      }
    });
  });

  it('what is valid comes out unchanged, and is not changed itself', () => {
    check((sendable, given) => {
      const before = structuredClone(given);
      expect(sendableMessages(sendable)).toEqual(sendable);
      expect(given).toEqual(before);
    });
  });

  it('no text of the user and no result is lost', () => {
    check((sendable, given) => {
      const all = JSON.stringify(sendable);
      const shown = (text: string) => JSON.stringify(text.toWellFormed()).slice(1, -1);
      for (const each of given) {
        for (const text of each.role === 'user' ? each.blocks : [each.text]) {
          if (text.trim() !== '') expect(all).toContain(shown(text));
        }
      }
    });
  });
});

describe('sendableMessages', () => {
  const turn = (...calls: string[]): Message => ({
    role: 'assistant',
    text: '',
    toolCalls: calls.map((id) => ({ id, name: 't', args: '{}' })),
  });
  const result = (id: string, text: string): Message => ({ role: 'tool', id, text });
  const task: Message = { role: 'user', blocks: ['task'] };
  const opening: Message = {
    role: 'user',
    blocks: ['The beginning of this conversation is not shown.'],
  };

  it('puts results behind their calls in call order, before what the user said', () => {
    const after: Message = { role: 'user', blocks: ['note'] };
    const given = [task, turn('a', 'b'), after, result('b', '2'), result('a', '1')];
    expect(sendableMessages(given)).toEqual([
      task,
      turn('a', 'b'),
      result('a', '1'),
      result('b', '2'),
      after,
    ]);
  });

  it('a call that was never finished gets a result that says so', () => {
    const [, , missing] = sendableMessages([task, turn('a')]);
    expect(missing).toMatchObject({ role: 'tool', id: 'a', isError: true });
    expect(missing).toHaveProperty('text', expect.stringContaining('was not finished'));
  });

  it('a result without a call is told in words', () => {
    expect(sendableMessages([result('gone', '42')])).toEqual([
      { role: 'user', blocks: ['Result of a call that is not shown: 42'] },
    ]);
  });

  it('says what is missing where the user does not begin or the model is last', () => {
    const said: Message = { role: 'assistant', text: 'hello', toolCalls: [] };
    expect(sendableMessages([said])).toEqual([
      opening,
      said,
      { role: 'user', blocks: ['Continue.'] },
    ]);
    expect(sendableMessages([])).toEqual([opening]);
    expect(sendableMessages([{ role: 'user', blocks: ['\n', ''] }])).toEqual([opening]);
  });

  it('a call that stands in two turns gets two ids, and each its own result', () => {
    const sendable = sendableMessages([
      task,
      ...[turn('call.1:2'), result('call.1:2', 'first')],
      ...[turn('call.1:2'), result('call.1:2', 'second')],
    ]);
    expect(sendable).toEqual([
      task,
      ...[turn('call_1_2'), result('call_1_2', 'first')],
      ...[turn('call_1_2_2'), result('call_1_2_2', 'second')],
    ]);
  });

  it('what another provider put into a turn is left out, and a turn of nothing else as well', () => {
    const opaque: Message = { role: 'assistant', text: '', toolCalls: [], opaque: { of: 'other' } };
    expect(sendableMessages([task, opaque, task], () => undefined)).toEqual([
      { role: 'user', blocks: ['task', 'task'] },
    ]);
  });

  it('takes a conversation of a hundred thousand turns and a turn of as many calls', () => {
    const many = <Entry>(entry: (at: number) => Entry) =>
      Array.from({ length: 100_000 }, (_, at) => entry(at));
    const users = sendableMessages(many(() => task));
    expect(users).toMatchObject([{ blocks: { length: 100_000 } }]);
    const turns = sendableMessages(many(() => turn('call_0')));
    expect(turns).toHaveLength(200_001);
    const ids = many(String);
    const wide = sendableMessages([turn(...ids), ...ids.toReversed().map((id) => result(id, id))]);
    expect(wide).toHaveLength(100_002);
    expect(wide[2]).toEqual(result('0', '0'));
  });
});
