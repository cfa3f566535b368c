import type { Message } from '@loopwright/agent-run';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { sendableMessages } from '../src/index.ts';

const ids = fc.constantFrom('', 'a', 'b', 'c');
// Halves of surrogate pairs among them.
const texts = fc.oneof(
  fc.constantFrom('', ' ', 'x', '\ud83d', 'a\udc00b'),
  fc.string({ maxLength: 4 }),
);
const call = fc.record({
  id: ids,
  name: fc.constantFrom('t', 'u'),
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
        expect(each.blocks).not.toContain('');
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
          if (text.trim() !== '' || each.role === 'user') expect(all).toContain(shown(text));
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

  it('puts results behind their calls in call order, before what the user said', () => {
    const after: Message = { role: 'user', blocks: ['note'] };
    expect(sendableMessages([turn('a', 'b'), after, result('b', '2'), result('a', '1')])).toEqual([
      turn('a', 'b'),
      result('a', '1'),
      result('b', '2'),
      after,
    ]);
  });

  it('a call that was never finished gets a result that says so', () => {
    const [, missing] = sendableMessages([turn('a')]);
    expect(missing).toMatchObject({ role: 'tool', id: 'a', isError: true });
    expect(missing).toHaveProperty('text', expect.stringContaining('was not finished'));
  });

  it('a result without a call is told in words', () => {
    expect(sendableMessages([result('gone', '42')])).toEqual([
      { role: 'user', blocks: ['Result of a call that is not shown: 42'] },
    ]);
  });
});
