import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { defineTool } from '../src/index.ts';
import { dispatchOne, errorOf, toolThat } from './support.ts';

const returning = (value: unknown) => dispatchOne(toolThat(() => value));

describe('T6: what a tool returns', () => {
  it('a string is its own text', async () => {
    expect(await returning('  two\nlines ')).toEqual({
      tool: 'probe',
      ok: true,
      value: '  two\nlines ',
      text: '  two\nlines ',
    });
  });

  it('anything else is canonical JSON, and the value keeps its type', async () => {
    expect(await returning({ b: [1, 'x'], a: null })).toEqual({
      tool: 'probe',
      ok: true,
      value: { b: [1, 'x'], a: null },
      text: '{"a":null,"b":[1,"x"]}',
    });
    expect(await returning(16)).toMatchObject({ value: 16, text: '16' });
  });

  it('the value does not change when the tool changes its object later', async () => {
    const shared = { n: 1 };
    const observation = await returning(shared);
    shared.n = 2;
    expect(observation).toMatchObject({ value: { n: 1 } });
  });

  it('a blank string is shown in quotes, so that no text is blank', async () => {
    expect(await returning('')).toMatchObject({ value: '', text: '""' });
    expect(await returning(' \n')).toMatchObject({ value: ' \n', text: '" \\n"' });
  });

  it('TOOL-030: undefined is a readable result', async () => {
    expect(await returning(undefined)).toEqual({
      tool: 'probe',
      ok: true,
      value: null,
      text: 'null',
    });
  });

  it('TOOL-032: a circular object is a result with a mark (decided: ok)', async () => {
    const circular: Record<string, unknown> = { name: 'loop' };
    circular.self = circular;
    const observation = await returning(circular);
    expect(observation.ok).toBe(true);
    expect(observation.text).toBe('{"name":"loop","self":"[circular]"}');
  });

  it('TOOL-035: a huge text is cut with a notice, and the value stays whole', async () => {
    const huge = 'a'.repeat(900_000);
    const observation = await dispatchOne(
      toolThat(() => huge),
      {},
      { maxObservationChars: 8_000 },
    );
    expect(observation.text.length).toBeLessThanOrEqual(8_000);
    expect(observation.text).toMatch(/\[cut: \d+ of 900000 characters/);
    expect(observation).toMatchObject({ ok: true, value: huge });
  });

  it('TOOL-035: above maxValueChars the value is the cut text', async () => {
    const limits = { maxObservationChars: 200, maxValueChars: 1_000 };
    const list = await dispatchOne(
      toolThat(() => Array(1_000).fill(1)),
      {},
      limits,
    );
    if (!list.ok) throw new Error(list.text);
    expect(list.value).toBe(list.text);
    expect(list.text.length).toBeLessThanOrEqual(200);
    const atTheLimit = await dispatchOne(
      toolThat(() => 'x'.repeat(1_000)),
      {},
      limits,
    );
    expect(atTheLimit).toMatchObject({ value: 'x'.repeat(1_000) });
  });

  it('TOOL-035: 50 million characters are cut like any other text', async () => {
    const observation = await returning('a'.repeat(50_000_000));
    expect(observation.text.length).toBeLessThanOrEqual(16_384);
    expect(observation).toMatchObject({ ok: true, value: observation.text });
  });

  it('TOOL-036: the cut leaves no half characters', async () => {
    const observation = await dispatchOne(
      toolThat(() => `a${'🦊'.repeat(4_000)}`),
      {},
      { maxObservationChars: 101 },
    );
    expect(observation.text.length).toBeLessThanOrEqual(101);
    expect(observation.text).not.toMatch(/\p{Surrogate}/u);
    expect(observation.text).toContain('🦊');
  });

  it('TOOL-037: an error text is capped as well', async () => {
    const observation = await dispatchOne(
      toolThat(() => {
        throw new Error('b'.repeat(1_000_000));
      }),
      {},
      { maxObservationChars: 300 },
    );
    expect(observation.text.length).toBeLessThanOrEqual(300);
    expect(errorOf(observation).message.length).toBeLessThanOrEqual(2_000);
  });

  it.each([
    [
      'an async generator',
      async function* () {
        yield 1;
      },
    ],
    [
      'a generator',
      function* () {
        yield 1;
      },
    ],
    ['a function', () => () => 1],
    ['a web stream', () => new ReadableStream()],
    ['a response', () => new Response('body')],
    ['a node stream', () => ({ pipe: () => {} })],
    ['a list iterator', () => [1].values()],
  ])(
    'TOOL-039: %s is refused (decided: never collected, never shown as {})',
    async (_what, run) => {
      const observation = await dispatchOne(toolThat(run as () => unknown));
      expect(errorOf(observation)).toMatchObject({
        code: 'unsupported_result',
        type: 'UnsupportedResult',
      });
    },
  );

  it('TOOL-039: collections are results', async () => {
    expect((await returning(new Set([1, 2]))).text).toBe('[1,2]');
    expect((await returning(new Map([['k', 1]]))).text).toBe('{"k":1}');
    expect((await returning({ next: 1, text: 'x' })).text).toBe('{"next":1,"text":"x"}');
  });

  it('a promise and any thenable are awaited', async () => {
    expect((await returning(Promise.resolve('later'))).text).toBe('later');
    // biome-ignore lint/suspicious/noThenProperty: a foreign promise is what is tested
    expect((await returning({ then: (done: (v: string) => void) => done('foreign') })).text).toBe(
      'foreign',
    );
  });

  it('an object whose `then` throws is a failure', async () => {
    const observation = await returning({
      // biome-ignore lint/suspicious/noThenProperty: a hostile promise is what is tested
      get then() {
        throw new Error('trap');
      },
    });
    expect(errorOf(observation).message).toBe('trap');
  });

  it('an error object that was returned is a failure, without its own members', async () => {
    const error = Object.assign(new RangeError('too far'), { config: { token: 'abc' } });
    const observation = await returning(error);
    expect(errorOf(observation)).toMatchObject({ type: 'RangeError', message: 'too far' });
    expect(JSON.stringify(observation)).not.toContain('abc');
  });

  it('T6: an error inside a result is its name and message, without credentials', async () => {
    const request = Object.assign(
      new TypeError('refused at /srv/app/client.js?api_key=K123\n    at x (y.js:1)'),
      { config: { headers: { Authorization: 'Bearer t0ken' } }, toJSON: () => ({ t: 't0ken' }) },
    );
    const observation = await returning(await Promise.allSettled([Promise.reject(request), 1]));
    expect(observation).toMatchObject({
      ok: true,
      value: [
        {
          status: 'rejected',
          reason: { name: 'TypeError', message: 'refused at …/client.js?api_key=[redacted]' },
        },
        { status: 'fulfilled', value: 1 },
      ],
    });
    expect(JSON.stringify(observation)).not.toMatch(/t0ken|K123|srv/);
    const wrapped = await returning({ error: new Error('outer', { cause: request }) });
    expect(JSON.stringify(wrapped)).not.toMatch(/t0ken|K123|srv/);
  });

  it('TOOL-014: an error inside a result does not repeat a sensitive argument', async () => {
    const tool = defineTool({
      name: 'login',
      description: 'Logs in.',
      input: z.object({ pin: z.string() }),
      effect: 'pure',
      sensitive: ['pin'],
      execute: ({ pin }) => ({ error: new Error(`wrong pin ${pin}`), echo: 'x' }),
    });
    expect(await dispatchOne(tool, { pin: '4711-XYZ' })).toMatchObject({
      value: { error: { message: 'wrong pin [value]' } },
    });
  });

  it('REFL-017: an ordinary result is never read as a failure, whatever it says', async () => {
    const observation = await returning({ ok: false, status: 503, error: 'unavailable' });
    expect(observation.ok).toBe(true);
  });
});
