import type { ModelRequest } from '@loopwright/agent-run';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { type OpenAiClient, openAiModel } from '../src/openai.ts';
import {
  ask,
  callPieces,
  completion,
  json,
  piece,
  question,
  quiet,
  serve,
  stream,
  toolCall,
  usageChunk,
} from './openai-support.ts';

/** A client whose stream gives chunks, is silent for so many milliseconds, and breaks off when it is told to. */
function clientOf(...steps: (object | number | Error)[]): OpenAiClient {
  const create: OpenAiClient['chat']['completions']['create'] = async (_, { signal }) =>
    (async function* () {
      for (const step of steps) {
        if (step instanceof Error) throw step;
        if (typeof step === 'number') await silence(step, signal);
        else yield step;
      }
    })();
  return { chat: { completions: { create } } };
}

async function silence(ms: number, signal: AbortSignal): Promise<void> {
  await new Promise<void>((resolve, reject) => {
    setTimeout(resolve, ms);
    signal.addEventListener('abort', () => reject(new Error('terminated')));
  });
}

/** What became of a call after so many milliseconds. */
async function after(ms: number, ...steps: (object | number | Error)[]) {
  const model = openAiModel({ client: clientOf(...steps), model: 'm', stream: true });
  let outcome: unknown = 'nothing yet';
  const take = (value: unknown) => {
    outcome = value;
  };
  model.generate(ask([question]), quiet).then(take, take);
  await vi.advanceTimersByTimeAsync(ms);
  return outcome;
}

const broken = new Error('terminated');

describe('the finish reason in a stream of openAiModel', () => {
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => void vi.useRealTimers());

  it('PROV-016: is waited behind for a second, for the usage alone', async () => {
    const steps = [piece({ content: 'hi' }), piece({}, 'stop'), 20_000, usageChunk];
    expect(await after(999, ...steps)).toBe('nothing yet');
    expect(await after(1_000, ...steps)).toMatchObject({ text: 'hi', finish: 'stop' });
  });

  it('may stand in every chunk: the reply is what came up to the end, however slowly', async () => {
    const words = ['The ', 'answer ', 'is not ', '42.'];
    const steps = words.flatMap((content) => [piece({ content }, 'stop'), 4_500]);
    expect(await after(20_000, ...steps)).toMatchObject({ text: 'The answer is not 42.' });
    const slower = [piece({ content: 'a' }, 'stop'), piece({ content: 'b' }, 'stop'), 20_000];
    expect(await after(25_000, ...slower, piece({ content: 'c' }, 'stop'))).toMatchObject({
      text: 'abc',
    });
  });

  it('ends nothing before anything was said', async () => {
    const steps = [piece({ role: 'assistant', content: '' }, 'stop'), 20_000];
    expect(await after(25_000, ...steps, piece({ content: 'x' }, 'stop'))).toMatchObject({
      text: 'x',
    });
  });

  it('is no end when a silent stream went on behind it', async () => {
    const steps = [piece({ content: 'a' }, 'stop'), piece({ content: 'b' }, 'stop'), 60_000];
    expect(await after(31_000, ...steps)).toMatchObject({ kind: 'timeout' });
  });

  it.each([
    ['text', piece({ content: 'half a' })],
    ['a call', callPieces(toolCall('a', 't', '{"p":'))],
  ])('is no end when %s comes behind it and breaks off', async (_, more) => {
    const steps = [piece({ content: 'hi' }), piece({}, 'stop'), more];
    expect(await after(1, ...steps, broken)).toMatchObject({ kind: 'truncated_stream' });
    expect(await after(1, ...steps)).toMatchObject({ kind: 'truncated_stream' });
  });

  it('is the end when nothing comes behind it but a broken connection', async () => {
    const steps = [piece({ content: 'hi' }), piece({}, 'stop'), broken];
    expect(await after(1, ...steps)).toMatchObject({ text: 'hi', finish: 'stop' });
  });
});

describe('a stop sequence in front of a call of openAiModel', () => {
  const text = 'Thought\nObservation: x';
  const call = toolCall('c1', 'pay', '{}');

  it.each([
    ['whole', false, json(completion({ content: text, tool_calls: [call] }))],
    ['in two chunks', true, stream([piece({ content: text }), callPieces(call)])],
    ['in one chunk', true, stream([piece({ content: text, tool_calls: [call] }, 'tool_calls')])],
  ] as const)('PROV-043: ends the reply before the call (%s)', async (_, isStream, answer) => {
    const server = await serve(answer);
    const request: ModelRequest = ask([question], { stop: ['\nObservation:'] });
    const reply = await server.model({ stream: isStream }).generate(request, quiet);
    expect(reply).toMatchObject({ text: 'Thought', toolCalls: [], finish: 'stop' });
  });
});
