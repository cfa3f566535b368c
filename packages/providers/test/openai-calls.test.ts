import { describe, expect, it } from 'vitest';
import {
  ask,
  callPieces,
  piece,
  question,
  quiet,
  serve,
  stream,
  toolCall,
  usageChunk,
} from './openai-support.ts';

async function read(...chunks: object[]) {
  const server = await serve(stream([...chunks, piece({}, 'tool_calls'), usageChunk]));
  return await server.model({ stream: true }).generate(ask([question]), quiet);
}

const callsOf = async (...chunks: object[]) => (await read(...chunks)).toolCalls ?? [];
const fragment = (index: number | undefined, args: string, fields: object = {}) => ({
  ...(index === undefined ? {} : { index }),
  function: { arguments: args },
  ...fields,
});
const named = (index: number | undefined, id: string | undefined, name: string, args: unknown) => ({
  ...(index === undefined ? {} : { index }),
  ...toolCall(id, name, args),
});
const a = { id: 'a', name: 'read', args: '{"p":"a"}' };
const b = { id: 'b', name: 'read', args: '{"p":"b"}' };

describe('calls in a stream of openAiModel', () => {
  it('are joined by index, when servers do it as OpenAI does', async () => {
    const calls = await callsOf(
      callPieces(named(0, 'a', 'read', '')),
      callPieces(fragment(0, '{"p":')),
      callPieces(named(1, 'b', 'read', '')),
      callPieces(fragment(0, '"a"}'), fragment(1, '{"p":"b"}')),
    );
    expect(calls).toEqual([a, b]);
  });

  it('PROV-007: a new id without an index begins a new call', async () => {
    const calls = await callsOf(
      callPieces(named(undefined, 'a', 'read', '{"p":"a"}')),
      callPieces(named(undefined, 'b', 'read', '{"p":')),
      callPieces(fragment(undefined, '"b"}')),
    );
    expect(calls).toEqual([a, b]);
  });

  it('PROV-008: another id on the same index begins a new call', async () => {
    const calls = await callsOf(
      callPieces(named(0, 'a', 'read', '{"p":"a"}')),
      callPieces(named(0, 'b', 'read', '')),
      callPieces(fragment(0, '{"p":"b"}')),
    );
    expect(calls).toEqual([a, b]);
  });

  it('PROV-009: an index is enough; the id is made up once, or comes late', async () => {
    const [call, ...more] = await callsOf(
      callPieces(named(0, undefined, 'read', '')),
      callPieces(fragment(0, '{"p":')),
      callPieces(fragment(0, '"a"}')),
    );
    expect(more).toEqual([]);
    expect(call).toMatchObject({ name: 'read', args: '{"p":"a"}' });
    expect(call!.id).not.toBe('');
    const late = await callsOf(
      callPieces(named(0, undefined, 'read', '{"p":')),
      callPieces(fragment(0, '"a"}', { id: 'a' })),
    );
    expect(late).toEqual([a]);
  });

  it('without ids, a name behind complete arguments begins a new call, and a name that repeats does not', async () => {
    const repeated = await callsOf(
      callPieces(named(0, undefined, 'read', '{"p":')),
      callPieces(named(0, undefined, 'read', '"a"}')),
      callPieces(named(0, undefined, 'read', '')),
      callPieces(named(0, undefined, '', '')),
    );
    expect(repeated).toMatchObject([{ name: 'read', args: '{"p":"a"}' }]);
    for (const index of [0, undefined]) {
      const calls = await callsOf(
        callPieces(named(index, undefined, 'read', '{"p":"a"}')),
        callPieces(named(index, undefined, 'read', '{"p":"b"}')),
        callPieces(named(index, undefined, 'write', '{}')),
      );
      expect(calls.map(({ name, args }) => [name, args])).toEqual([
        ['read', '{"p":"a"}'],
        ['read', '{"p":"b"}'],
        ['write', '{}'],
      ]);
      expect(new Set(calls.map(({ id }) => id)).size).toBe(3);
    }
  });

  it('without ids, another name begins a new call, also behind no arguments', async () => {
    const calls = await callsOf(
      callPieces(named(0, undefined, 'now', '')),
      callPieces(named(0, undefined, 'read', '{"p":')),
      callPieces(fragment(0, '"a"}')),
    );
    expect(calls).toMatchObject([
      { name: 'now', args: '' },
      { name: 'read', args: '{"p":"a"}' },
    ]);
  });

  it('one id on two indices is two calls', async () => {
    const calls = await callsOf(
      callPieces(named(0, 'a', 'read', '{"p":'), named(1, 'a', 'read', '{"p":"b"}')),
      callPieces(fragment(0, '"a"}')),
    );
    expect(calls.map(({ args }) => args)).toEqual(['{"p":"a"}', '{"p":"b"}']);
    expect(calls[0]!.id).not.toBe(calls[1]!.id);
  });

  it('PROV-011: a list that is sent again and again is the list, not more calls', async () => {
    const calls = await callsOf(
      callPieces(named(0, 'a', 't', '{}')),
      callPieces(named(0, 'a', 't', '{}'), named(1, 'b', 't', '{"x"')),
      callPieces(named(0, 'a', 't', '{}'), named(1, 'b', 't', '{"x":1}')),
    );
    expect(calls).toEqual([
      { id: 'a', name: 't', args: '{}' },
      { id: 'b', name: 't', args: '{"x":1}' },
    ]);
  });

  it.each([
    ['of one call', [fragment(0, '{"p":1}', { id: 'a' }), fragment(0, '{"p":2}', { id: 'a' })]],
    ['in one piece', [fragment(0, '{}{}', { id: 'a' })]],
    ['without a name', [fragment(0, '{}')]],
  ])('PROV-011: pieces that make up no call are an error: %s', async (what, pieces) => {
    const first = what === 'without a name' ? [] : [callPieces(named(0, 'a', 't', ''))];
    await expect(read(...first, ...pieces.map((each) => callPieces(each)))).rejects.toMatchObject({
      kind: 'malformed_reply',
      retryable: true,
    });
  });

  it('an id that is new in each piece changes nothing while arguments are missing', async () => {
    const calls = await callsOf(
      callPieces(named(0, 'a', 'read', '{"p"')),
      callPieces(fragment(0, ':', { id: 'a2' })),
      callPieces(fragment(0, '"a"}', { id: 'a3' })),
      callPieces(named(0, 'b', 'read', '{"p":"b"}')),
    );
    expect(calls).toEqual([a, b]);
    const late = await callsOf(
      callPieces(named(0, 'a', 'read', '{"p":"a"}')),
      callPieces(fragment(0, '{"p":', { id: 'b' })),
      callPieces(named(0, 'b', 'read', '"b"}')),
    );
    expect(late).toEqual([a, b]);
  });

  it('empty arguments that a call begins with give way to those that come', async () => {
    const parts = [['{"p":"a"}'], ['{"p"', ':"a"}'], ['{}', '{"p":"a"}']];
    for (const args of parts) {
      const calls = await callsOf(
        callPieces(named(0, 'a', 'read', '{}')),
        ...args.map((each) => callPieces(fragment(0, each))),
      );
      expect(calls).toEqual([a]);
    }
    expect(await callsOf(callPieces(named(0, 'a', 'now', '{}')))).toMatchObject([{ args: '{}' }]);
  });

  it('keep arguments that only look like a repetition, and those that are no JSON', async () => {
    const nested = await callsOf(
      callPieces(named(0, 'a', 't', '{"a":')),
      callPieces(fragment(0, '{"a":1}}')),
    );
    expect(nested).toMatchObject([{ args: '{"a":{"a":1}}' }]);
    const inText = '{"code":"}{ \\" }{"}';
    expect(await callsOf(callPieces(named(0, 'a', 't', inText)))).toMatchObject([{ args: inText }]);
    const escaped = await callsOf(
      callPieces(named(0, undefined, 't', '{"code":"\\"}')),
      callPieces(named(0, undefined, 't', ' x"}')),
    );
    expect(escaped).toMatchObject([{ args: '{"code":"\\"} x"}' }]);
    const broken = await callsOf(
      callPieces(named(0, 'a', 't', '{"a":1}')),
      callPieces(fragment(0, '}')),
    );
    expect(broken).toMatchObject([{ args: '{"a":1}}' }]);
  });

  it('take arguments as an object, encoded twice, and the older form', async () => {
    const object = await callsOf(callPieces(named(0, 'a', 'read', { p: 'a' })));
    expect(object).toEqual([a]);
    const twice = JSON.stringify(a.args);
    const encoded = await callsOf(
      callPieces(named(0, 'a', 'read', twice.slice(0, 5))),
      callPieces(fragment(0, twice.slice(5))),
    );
    expect(encoded).toEqual([a]);
    const older = await callsOf(
      piece({ function_call: { name: 'read', arguments: '' } }),
      piece({ function_call: { arguments: '{"p":' } }),
      piece({ function_call: { arguments: '"a"}' } }),
    );
    expect(older).toMatchObject([{ name: 'read', args: a.args }]);
  });

  it('PROV-012: are there whatever the finish says, and are tainted by a limit', async () => {
    const finishes = await Promise.all(
      ['stop', 'length'].map(async (said) => {
        const chunks = [callPieces(named(0, 'a', 'read', '{"p":"a"}')), piece({}, said)];
        const server = await serve(stream(chunks));
        return await server.model({ stream: true }).generate(ask([question]), quiet);
      }),
    );
    expect(finishes).toMatchObject([
      { finish: 'tool_calls', rawFinish: 'stop', toolCalls: [a] },
      { finish: 'length', rawFinish: 'length', toolCalls: [a] },
    ]);
  });
});
