import { isConfigurationError } from '@loopwright/agent-run';
import fc from 'fast-check';
import { afterEach, describe, expect, it, vi } from 'vitest';
import {
  callDefaults,
  createProviderModel,
  type ModelCapabilities,
  type ProviderCall,
  type ProviderReply,
} from '../src/index.ts';
import { ask, failureOf, request } from './support.ts';

const usage = { inputTokens: null, outputTokens: null, cachedInputTokens: null, costUsd: null };
const reply: ProviderReply = { toolCalls: [], finish: 'stop', usage };
const capabilities: ModelCapabilities = {
  temperature: true,
  seed: true,
  maxStopSequences: 4,
  tools: true,
  schema: true,
};

type Send = (call: ProviderCall) => Promise<ProviderReply>;
type Options = Partial<Parameters<typeof createProviderModel>[0]>;

function modelOf(send: Send, options: Options = {}) {
  return createProviderModel({ model: 'm', provider: 'p', capabilities, send, ...options });
}

function saying(pieces: readonly string[], options?: Options) {
  return modelOf(async ({ onText }) => {
    for (const piece of pieces) if (!onText(piece)) break;
    return reply;
  }, options);
}

/** The text before the stop sequence that is complete first, as whoever writes it letter by letter stops. */
function cut(text: string, stops: readonly string[]): string {
  for (let end = 0; end <= text.length; end++) {
    const written = text.slice(0, end);
    const found = stops.filter((stop) => written.endsWith(stop));
    if (found.length > 0)
      return written.slice(0, end - Math.max(...found.map(({ length }) => length)));
  }
  return text;
}

describe('texts', () => {
  it('PROV-042: end at the first stop sequence, however they are split', async () => {
    const letters = fc.constantFrom('a', 'b', '\n', '{');
    const word = (max: number) => fc.string({ unit: letters, minLength: 1, maxLength: max });
    const cases = fc.record({
      pieces: fc.array(word(5), { maxLength: 6 }),
      stop: fc.array(word(3), { maxLength: 3 }),
      stream: fc.boolean(),
    });
    await fc.assert(
      fc.asyncProperty(cases, async ({ pieces, stop, stream }) => {
        const expected = cut(pieces.join(''), stop);
        const asked = await ask(saying(pieces, { stream }), { ...request, stop });
        expect(asked.reply.text).toBe(expected);
        expect(asked.shown).toBe(stream ? expected : '');
      }),
      { numRuns: 2_000 },
    );
  });

  it('an empty stop sequence stops nothing', async () => {
    const { reply: said } = await ask(saying(['text']), { ...request, stop: [''] });
    expect(said.text).toBe('text');
  });

  it('a stop sequence ends the reading', async () => {
    const heard: boolean[] = [];
    const model = modelOf(async ({ onText }) => {
      for (const piece of ['a', 'ST', 'OP', 'b']) heard.push(onText(piece));
      return reply;
    });
    await ask(model, { ...request, stop: ['STOP'] });
    expect(heard).toEqual([true, true, false, false]);
  });

  it('are held back no longer than a stop sequence is long, and pairs stay together', async () => {
    const pieces = ['ab', 'S', 'x', 'S'];
    const { deltas } = await ask(saying(pieces, { stream: true }), { ...request, stop: ['ST'] });
    expect(deltas).toEqual(['a', 'b', 'S', 'x', 'S']);
    const emoji = await ask(saying(['a😀', 'b'], { stream: true }), { ...request, stop: ['ST'] });
    expect(emoji.deltas).toEqual(['a', '😀', 'b']);
  });
});

describe('what a model does not take', () => {
  it('is not sent, and said', async () => {
    let sent: ProviderCall['request'] | undefined;
    const model = modelOf(
      async (call) => {
        sent = call.request;
        return { ...reply, warnings: ['of the adapter'] };
      },
      {
        capabilities: {
          ...capabilities,
          temperature: false,
          seed: false,
          schema: false,
          maxStopSequences: 1,
        },
      },
    );
    const asked = { ...request, temperature: 0, seed: 1, schema: {}, stop: ['a', 'b', 'c'] };
    const { reply: said } = await ask(model, asked);
    expect(sent).toEqual({ ...request, messages: request.messages, stop: ['a'] });
    expect(said.warnings).toEqual([
      '2 of 3 stop sequences are not sent',
      'temperature is not sent: the model does not take it',
      'seed is not sent: the model does not take it',
      'schema is not sent: the model does not take it',
      'of the adapter',
    ]);
  });

  it('tools are refused, with what to do instead', async () => {
    const send = vi.fn(async () => reply);
    const model = modelOf(send, { capabilities: { ...capabilities, tools: false } });
    const tools = [{ name: 't', description: '', parameters: {} }];
    const error = await failureOf(model, { ...request, tools });
    expect(error).toMatchObject({ kind: 'bad_request', retryable: false });
    expect(error.message).toContain('m takes no tools: use textFormat or jsonFormat');
    expect(send).not.toHaveBeenCalled();
    await ask(model, { ...request, tools: [] });
  });
});

describe('deadlines', () => {
  afterEach(() => vi.useRealTimers());
  const never: Send = () => new Promise(() => {});

  it.each([
    [{}, callDefaults.timeoutMs],
    [{ timeoutMs: 700 }, 700],
    [{ stream: true }, callDefaults.idleMs],
    [{ stream: true, idleMs: 50 }, 50],
  ])('with %j a call that says nothing ends after %i ms', async (options, ms) => {
    vi.useFakeTimers();
    const ended = vi.fn();
    const error = failureOf(modelOf(never, options)).finally(ended);
    await vi.advanceTimersByTimeAsync(ms - 1);
    expect(ended).not.toHaveBeenCalled();
    await vi.advanceTimersByTimeAsync(1);
    expect(await error).toMatchObject({ kind: 'timeout', retryable: true, provider: 'p' });
  });

  it('what arrives keeps a stream alive, for whoever watches it as well, up to the deadline', async () => {
    vi.useFakeTimers();
    let calls: ProviderCall | undefined;
    const model = modelOf(
      (call) => {
        calls = call;
        return new Promise(() => {});
      },
      { stream: true, idleMs: 100, timeoutMs: 1_000 },
    );
    const deltas: string[] = [];
    const pending = model
      .generate(request, {
        signal: new AbortController().signal,
        onDelta: (text) => deltas.push(text),
      })
      .catch((thrown: unknown) => thrown);
    for (let ms = 0; ms < 990; ms += 90) {
      await vi.advanceTimersByTimeAsync(90);
      if (ms % 180 === 0) calls!.onActivity();
      else calls!.onText('x');
    }
    await vi.advanceTimersByTimeAsync(10);
    expect(await pending).toMatchObject({ kind: 'timeout' });
    expect(deltas).toHaveLength(11);
    calls!.onText('late');
    calls!.onActivity();
    expect(deltas).toHaveLength(11);
  });

  it('the signal of the call is aborted at the deadline and when the caller cancels', async () => {
    const signals: AbortSignal[] = [];
    const model = modelOf(
      ({ signal }) => {
        signals.push(signal);
        return new Promise(() => {});
      },
      { timeoutMs: 10 },
    );
    await failureOf(model);
    const controller = new AbortController();
    const pending = failureOf(model, request, controller.signal);
    controller.abort();
    expect(await pending).toMatchObject({ kind: 'aborted', retryable: false });
    expect(signals.map(({ aborted }) => aborted)).toEqual([true, true]);
  });

  it.each([{ timeoutMs: 0 }, { timeoutMs: Number.NaN }, { idleMs: -1 }])(
    'refuses %j',
    (options) => {
      let error: unknown;
      try {
        modelOf(never, options);
      } catch (thrown) {
        error = thrown;
      }
      expect(isConfigurationError(error)).toBe(true);
    },
  );
});

it('PROV-003: calls get ids and arguments as text, whatever they came as', async () => {
  const toolCalls = [
    { name: 'w', args: { city: 'Oslo' } },
    { id: 'a', name: 'w' },
    { id: 'x' },
    null,
  ];
  const { reply: said } = await ask(modelOf(async () => ({ ...reply, toolCalls })));
  expect(said.toolCalls).toEqual([
    { id: 'call_1_0', name: 'w', args: '{"city":"Oslo"}' },
    { id: 'a', name: 'w', args: '' },
  ]);
});

it('whatever an adapter throws becomes a ModelCallError', async () => {
  const model = modelOf(() => {
    throw Object.assign(new Error('busy'), { status: 503 });
  });
  expect(await failureOf(model)).toMatchObject({
    name: 'ModelCallError',
    kind: 'transient',
    provider: 'p',
  });
});
