import {
  createServer,
  type IncomingMessage,
  request,
  type Server,
  type ServerResponse,
} from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Model, RunHandle } from '@loopwright/agent-run';
import { scriptedModel } from '@loopwright/providers/scripted';
import { startReact } from '@loopwright/react-loop';
import { createToolRegistry } from '@loopwright/tool-registry';
import { afterEach, describe, expect, it } from 'vitest';
import { actionText, createWorld, finalText } from '../src/index.ts';
import { bankTools } from './support.ts';

type Handler = (request: IncomingMessage, response: ServerResponse) => Promise<void>;
const example = new URL('../../../examples/server/agent-handler.mjs', import.meta.url).href;
const {
  agentHandler,
}: {
  agentHandler: (start: (task: string) => RunHandle<string>, options?: object) => Handler;
} = await import(example);

const servers: Server[] = [];
afterEach(() => {
  for (const server of servers.splice(0)) {
    server.closeAllConnections();
    server.close();
  }
});

/** Serves runs of a model on loopback; gives the address, what was started and the last response. */
async function serve(model: Model, options: object = {}) {
  const tools = createToolRegistry({ tools: bankTools(createWorld()) });
  const runs: RunHandle<string>[] = [];
  const responses: ServerResponse[] = [];
  const handler = agentHandler((task) => {
    const run = startReact({ task, model, tools, limits: { retryDelayMs: 0 } });
    runs.push(run);
    return run;
  }, options);
  const server = createServer((incoming, response) => {
    responses.push(response);
    void handler(incoming, response);
  });
  servers.push(server);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return { url: `http://127.0.0.1:${port}`, runs, responses };
}

/** The events of a stream: name, id and data. */
function eventsIn(text: string) {
  return text
    .split('\n\n')
    .slice(0, -1)
    .map((frame) => {
      const fields = new Map(
        frame.split('\n').map((line) => line.split(/: (.*)/s) as [string, string]),
      );
      return {
        name: fields.get('event'),
        id: fields.get('id'),
        data: JSON.parse(fields.get('data')!),
      };
    });
}

const body = JSON.stringify({ task: 'Find out.' });

/** A model that is asked and never answers; `asked` has the signal of its call. */
function silentModel() {
  const asked = Promise.withResolvers<AbortSignal>();
  const model: Model = {
    id: 'silent',
    generate: (_, { signal }) => {
      asked.resolve(signal);
      return new Promise((_resolve, reject) => {
        signal.addEventListener('abort', () => reject(signal.reason));
      });
    },
  };
  return { model, asked: asked.promise };
}

describe('examples/server', () => {
  it('streams every durable event with its number, the deltas, and the result at the end', async () => {
    const said = finalText('12');
    const model = scriptedModel([actionText('add', { x: 5, y: 7 }), said]);
    const streaming: Model = {
      id: 'streaming',
      streams: true,
      async generate(asked, options) {
        const reply = await model.generate(asked, options);
        for (const word of reply.text.split(/(?<= )/)) options.onDelta(word);
        return reply;
      },
    };
    const { url } = await serve(streaming);
    const response = await fetch(url, { method: 'POST', body });
    expect(response.headers.get('content-type')).toBe('text/event-stream');
    const events = eventsIn(await response.text());
    const durable = events.filter(({ id }) => id !== undefined);
    expect(durable.map(({ id }) => Number(id))).toEqual(durable.map((_, index) => index));
    expect(durable.map(({ name }) => name)).toEqual([
      'started',
      'model',
      'tool',
      'step',
      'model',
      'step',
      'finished',
    ]);
    const deltas = events.filter(({ name }) => name === 'delta').map(({ data }) => data.text);
    expect(deltas.join('')).toContain(said);
    expect(events.at(-1)).toMatchObject({
      name: 'result',
      data: { status: 'solved', answer: '12' },
    });
  });

  it('a client that leaves ends its run, and the signal of the model is aborted', async () => {
    const { model, asked } = silentModel();
    const { url, runs } = await serve(model);
    const client = request(url, { method: 'POST' });
    client.on('error', () => {});
    client.end(body);
    const signal = await asked;
    expect(signal.aborted).toBe(false);
    client.destroy();
    expect(await runs[0]!.result).toMatchObject({ status: 'stopped', stopReason: 'aborted' });
    expect(signal.aborted).toBe(true);
  });

  it('a client that does not read misses deltas only, and never has more waiting than was said', async () => {
    const maxUnsentBytes = 100_000;
    const { promise: paused, resolve: pause } = Promise.withResolvers<IncomingMessage>();
    const waiting: number[] = [];
    const talkative: Model = {
      id: 'talkative',
      streams: true,
      async generate(_, { onDelta }) {
        await paused;
        for (let batch = 0; batch < 400; batch += 1) {
          for (let count = 0; count < 50; count += 1) onDelta('x'.repeat(1_000));
          await new Promise(setImmediate);
          waiting.push(served.responses[0]!.writableLength);
        }
        return { text: finalText('done') };
      },
    };
    const served = await serve(talkative, { maxUnsentBytes });
    const client = request(served.url, { method: 'POST' });
    client.on('response', (response) => {
      response.pause();
      pause(response);
    });
    client.end(body);
    const response = await paused;
    await served.runs[0]!.result;
    expect(Math.max(...waiting)).toBeGreaterThan(maxUnsentBytes / 2);
    expect(Math.max(...waiting)).toBeLessThan(2 * maxUnsentBytes);

    let text = '';
    for await (const chunk of response.setEncoding('utf8')) text += chunk;
    const events = eventsIn(text);
    expect(events.filter(({ name }) => name === 'delta').length).toBeLessThan(20_000);
    expect(events.find(({ name }) => name === 'model')?.data.reply.text).toBe(finalText('done'));
    expect(events.at(-1)).toMatchObject({ name: 'result', data: { status: 'solved' } });
  });

  it('a client that takes nothing is left once the run is over', async () => {
    const options = { maxBodyBytes: 20_000_000, lastMs: 1 };
    const served = await serve(scriptedModel([finalText('done')]), options);
    const client = request(served.url, { method: 'POST' });
    client.on('error', () => {});
    // Its own end of the connection tells a client that does not read nothing.
    const left = new Promise((resolve) => {
      client.on('response', (response) => {
        response.on('error', () => {}).pause();
        served.responses[0]!.on('close', resolve);
      });
    });
    client.end(JSON.stringify({ task: 'x'.repeat(10_000_000) }));
    await left;
    expect(served.responses[0]!.destroyed).toBe(true);
    expect(served.responses[0]!.writableFinished).toBe(false);
    expect(await served.runs[0]!.result).toMatchObject({ status: 'solved' });
  });

  it('refuses what is no task, or too long, before anything runs', async () => {
    const { url, runs } = await serve(scriptedModel([]), { maxBodyBytes: 100 });
    const post = async (sent: string) => (await fetch(url, { method: 'POST', body: sent })).status;
    expect((await fetch(url)).status).toBe(405);
    expect(await post('not JSON')).toBe(400);
    expect(await post('null')).toBe(400);
    expect(await post('{"task": " "}')).toBe(400);
    expect(await post(JSON.stringify({ task: 'x'.repeat(100) }))).toBe(413);
    expect(runs).toEqual([]);
  });

  it('answers 500 when a run cannot be started, and goes on', async () => {
    let starts = 0;
    const handler = agentHandler(() => {
      starts += 1;
      throw new Error('the journal is in use');
    });
    const server = createServer((incoming, response) => void handler(incoming, response));
    servers.push(server);
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const { port } = server.address() as AddressInfo;
    const body = JSON.stringify({ task: 'go' });
    for (let asked = 1; asked <= 2; asked++) {
      const answer = await fetch(`http://127.0.0.1:${port}`, { method: 'POST', body });
      expect([answer.status, starts]).toEqual([500, asked]);
      expect(await answer.text()).not.toContain('journal');
    }
  });
});
