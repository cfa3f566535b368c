import { once } from 'node:events';
import { request } from 'node:http';
import { connect } from 'node:net';
import { Writable } from 'node:stream';
import { readRunLog } from '@loopwright/telemetry/run-log';
import { afterEach, beforeAll, describe, expect, it } from 'vitest';
import { type RunServer, type ServeRunOptions, serveRun } from '../src/index.ts';
import { hostsAt } from '../src/serve/answer-request.ts';
import { LiveLines } from '../src/serve/live-lines.ts';
import { Reader } from '../src/serve/reader.ts';
import { makePage } from './built-page.ts';
import { eventsOf, final, runLogLines } from './viewer-runs.ts';

beforeAll(makePage, 60_000);

const servers: RunServer[] = [];

async function serve(options?: ServeRunOptions): Promise<RunServer> {
  const server = await serveRun(options);
  servers.push(server);
  return server;
}

afterEach(async () => {
  await Promise.all(servers.splice(0).map((server) => server.close()));
});

async function ask(
  url: string,
  options: { method?: string; headers?: Record<string, string> } = {},
) {
  const asked = request(url, options).end();
  const [response] = await once(asked, 'response');
  let body = '';
  for await (const text of response.setEncoding('utf8')) body += text;
  return { status: response.statusCode as number, headers: response.headers, body };
}

/** Listens as a page does and gives messages one by one. */
async function listen(server: RunServer, lastId?: number | string) {
  const headers: Record<string, string> =
    lastId === undefined ? {} : { 'last-event-id': String(lastId) };
  const asked = request(`${server.url}events`, { headers }).end();
  asked.on('error', () => {});
  const [response] = await once(asked, 'response');
  const pieces = response.setEncoding('utf8')[Symbol.asyncIterator]();
  let rest = '';
  return {
    status: response.statusCode as number,
    leave: () => asked.destroy(),
    response,
    /** The next message; undefined when the server has ended. */
    async next(): Promise<{ id: number | undefined; data: Record<string, unknown> } | undefined> {
      while (!rest.includes('\n\n')) {
        const piece = await pieces.next();
        if (piece.done) return undefined;
        rest += piece.value;
      }
      const at = rest.indexOf('\n\n');
      const message = rest.slice(0, at);
      rest = rest.slice(at + 2);
      const id = /^id: (\d+)$/m.exec(message)?.[1];
      const data = /^data: (.*)$/m.exec(message)?.[1] ?? '{}';
      return { id: id === undefined ? undefined : Number(id), data: JSON.parse(data) };
    },
  };
}

describe('serveRun', () => {
  it('serves the page under a secret path and nothing elsewhere', async () => {
    const server = await serve();
    const { origin, pathname } = new URL(server.url);
    expect(origin).toBe(`http://127.0.0.1:${server.port}`);
    expect(pathname).toMatch(/^\/[\w-]{32}\/$/);
    const page = await ask(server.url);
    expect([page.status, page.headers['content-type']]).toEqual([200, 'text/html; charset=utf-8']);
    expect(page.body).toContain(`${pathname}events`);
    for (const path of ['/', '/events', `/${'a'.repeat(32)}/`, pathname.slice(0, -1)]) {
      expect((await ask(origin + path)).status).toBe(404);
    }
    expect((await serve()).url).not.toContain(pathname);
  });

  it('lets no other origin read, frame or keep what it serves', async () => {
    const { headers } = await ask((await serve()).url, {
      headers: { origin: 'http://evil.example' },
    });
    expect(Object.keys(headers).filter((name) => name.startsWith('access-control'))).toEqual([]);
    expect(headers).toMatchObject({
      'cache-control': 'no-store',
      'content-security-policy': "frame-ancestors 'none'",
      'cross-origin-resource-policy': 'same-origin',
      'x-content-type-options': 'nosniff',
    });
  });

  it('refuses requests under a foreign name, on every path', async () => {
    const server = await serve();
    for (const host of [
      'evil.example',
      `evil.example:${server.port}`,
      '127.0.0.1',
      '127.0.0.1:1',
    ]) {
      expect((await ask(server.url, { headers: { host } })).status).toBe(421);
      expect((await ask(`${server.url}events`, { headers: { host } })).status).toBe(421);
    }
    const named = { headers: { host: `localhost:${server.port}` } };
    expect((await ask(server.url, named)).status).toBe(200);
  });

  it('is asked without a port by browsers where the port is 80', () => {
    expect(hostsAt(80)).toContain('127.0.0.1');
    expect(hostsAt(8080)).toEqual(['127.0.0.1:8080', 'localhost:8080']);
  });

  it('answers GET and HEAD only', async () => {
    const server = await serve();
    expect((await ask(server.url, { method: 'POST' })).status).toBe(405);
    expect(await ask(server.url, { method: 'HEAD' })).toMatchObject({ status: 200, body: '' });
  });

  it('listens on loopback alone, on a free port or the one that was asked for', async () => {
    const { port } = await serve();
    expect(port).toBeGreaterThan(0);
    await expect(serveRun({ port })).rejects.toMatchObject({ code: 'EADDRINUSE' });
  });

  it('sends what a run tells, as it tells it, with the seq as id', async () => {
    const events = eventsOf(await runLogLines());
    const server = await serve();
    const page = await listen(server);
    for (const event of events) {
      server.onEvent(event);
      if (event.seq === 0) expect((await page.next())?.data.type).toBe('log');
      expect(await page.next()).toMatchObject({ id: event.seq, data: { type: event.type } });
    }
    server.end();
    expect(await page.next()).toBeUndefined();
  });

  it('goes on after the last event that a page has, and then says that it is over', async () => {
    const lines = await runLogLines();
    const last = lines.length - 2;
    const server = await serve({ log: readRunLog(lines.join('\n')) });
    const page = await listen(server, last - 2);
    expect([(await page.next())?.id, (await page.next())?.id]).toEqual([last - 1, last]);
    server.end();
    expect(await page.next()).toBeUndefined();
    expect((await listen(server, last)).status).toBe(204);
    const late = await listen(server);
    expect((await late.next())?.data.type).toBe('log');
    expect((await late.next())?.id).toBe(0);
  });

  it('an event that is told twice counts once', async () => {
    const lines = await runLogLines();
    const server = await serve();
    for (const line of [...lines.slice(0, 4), ...lines.slice(1)]) server.write(line);
    server.end();
    const page = await listen(server);
    const ids: unknown[] = [];
    for (let got = await page.next(); got; got = await page.next()) ids.push(got.id);
    expect(ids).toEqual([undefined, ...lines.slice(1).map((_, seq) => seq)]);
  });

  it('begins anew where a session tells itself again, though it went another way', async () => {
    const [header, first, second, ...rest] = await runLogLines();
    const server = await serve();
    for (const line of [header!, first!, second!]) server.write(line);
    const page = await listen(server);
    for (const _ of [header, first, second]) await page.next();
    const otherwise = second!.replace('"seq":1', '"seq":1,"another":"way"');
    for (const line of [header!, first!, otherwise, ...rest]) server.write(line);
    server.end();
    const again: unknown[] = [];
    for (let got = await page.next(); got; got = await page.next()) again.push(got.data);
    expect(again).toEqual([header, first, otherwise, ...rest].map((line) => JSON.parse(line!)));
  });

  it('begins anew with the header of another session and takes no event of another one', async () => {
    const [a, b] = [await runLogLines(), await runLogLines([final])];
    const server = await serve();
    for (const line of a.slice(0, 4)) server.write(line);
    const page = await listen(server);
    const header = (await page.next())?.data;
    for (const seq of [0, 1, 2]) expect((await page.next())?.id).toBe(seq);
    server.write(b[1]!);
    for (const line of b) server.write(line);
    for (const line of a.slice(4)) server.write(line);
    const other = (await page.next())?.data;
    expect(other).toEqual(JSON.parse(b[0]!));
    expect(other!.session).not.toBe(header!.session);
    for (const line of b.slice(1)) expect((await page.next())?.data).toEqual(JSON.parse(line));
    server.end();
    expect(await page.next()).toBeUndefined();
    // A page that was away and has an event of the log before.
    const back = await listen(server, 2);
    expect((await back.next())?.data).toEqual(other);
    expect((await back.next())?.data.seq).toBe(0);
    expect((await listen(server, `1:${b.length - 2}`)).status).toBe(204);
    const behind = await listen(server, `1:${b.length - 3}`);
    expect((await behind.next())?.data.seq).toBe(b.length - 2);
  });

  it('shows the run that began last of several that it is told one after another', async () => {
    const server = await serve();
    const [first, second] = [eventsOf(await runLogLines()), eventsOf(await runLogLines([final]))];
    for (const event of [...first, ...second]) server.onEvent(event);
    server.end();
    const page = await listen(server);
    const shown: unknown[] = [];
    for (let got = await page.next(); got; got = await page.next()) shown.push(got.data);
    const session = second[0]?.type === 'started' && second[0].sessionId;
    expect(shown).toEqual([
      expect.objectContaining({ type: 'log', session }),
      ...second.map((event) => ({ session, ...event })),
    ]);
  });

  it('shows the next run also after events that followed none', async () => {
    const server = await serve();
    const events = eventsOf(await runLogLines());
    for (const event of [...events.slice(2), ...events]) server.onEvent(event);
    server.end();
    const page = await listen(server);
    expect((await page.next())?.data.type).toBe('log');
    for (const { seq } of events) expect((await page.next())?.data.seq).toBe(seq);
  });

  it('takes secrets out of the events of a run unless it is told not to', async () => {
    const [started] = eventsOf(await runLogLines());
    const task = 'use sk-ant-api03-abcdefghijklmnopqrstuvwxyz0123456789';
    const shown = async (server: RunServer) => {
      server.onEvent({ ...started!, task } as typeof started & object);
      const page = await listen(server);
      await page.next();
      return (await page.next())?.data.task;
    };
    expect(await shown(await serve())).not.toContain('abcdefghijklmnop');
    expect(await shown(await serve({ redact: false }))).toBe(task);
  });

  it('passes over what is no line of a log and lets no line break into a message', async () => {
    const server = await serve();
    for (const line of ['', 'no json', '7', 'null', '{"seq":"1"}', '{"seq":-1}', '[1]']) {
      server.write(line);
    }
    server.write('{"seq":3,\n"text":\r"a\\nb"}');
    server.end();
    const page = await listen(server);
    expect(await page.next()).toEqual({ id: 3, data: { seq: 3, text: 'a\nb' } });
    expect(await page.next()).toBeUndefined();
  });

  it('a page that reads nothing holds nobody', async () => {
    const server = await serve();
    const socket = connect(server.port, '127.0.0.1');
    const { pathname } = new URL(server.url);
    socket.pause();
    socket.write(`GET ${pathname}events HTTP/1.1\r\nHost: 127.0.0.1:${server.port}\r\n\r\n`);
    const page = await listen(server);
    const text = 'x'.repeat(100_000);
    for (let seq = 0; seq < 100; seq += 1) {
      server.write(JSON.stringify({ seq, text }));
      expect((await page.next())?.id).toBe(seq);
    }
    socket.destroy();
  });

  it('a page that reads nothing costs what its connection buffers and one line', () => {
    const connection = new Writable({ highWaterMark: 16_000, write() {} });
    const lines = new LiveLines(1_000_000);
    const reader = new Reader(connection, lines, undefined);
    for (let seq = 0; seq < 100; seq += 1) {
      lines.add(JSON.stringify({ seq, text: 'x'.repeat(5000) }));
      reader.send();
      reader.ping();
    }
    expect(connection.writableLength).toBeGreaterThan(15_000);
    expect(connection.writableLength).toBeLessThan(16_000 + 5100);
  });

  it('a page that was slow gets the rest, in order', async () => {
    const lines = new LiveLines(1_000_000);
    let got = '';
    const connection = new Writable({
      highWaterMark: 100,
      decodeStrings: false,
      write(text, _encoding, done) {
        got += text;
        setImmediate(done);
      },
    });
    const reader = new Reader(connection, lines, { life: 0, seq: 2 });
    for (let seq = 0; seq < 50; seq += 1) lines.add(JSON.stringify({ seq, text: 'y'.repeat(90) }));
    reader.send();
    reader.end();
    await once(connection, 'finish');
    const ids = [...got.matchAll(/^id: (\d+)$/gm)].map(([, id]) => Number(id));
    expect(ids).toEqual(Array.from({ length: 47 }, (_, at) => at + 3));
  });

  it('keeps no more of a log than it is told to, and always its beginning', async () => {
    const server = await serve({ maxChars: 10_000 });
    const text = 'x'.repeat(900);
    for (let seq = 0; seq < 100; seq += 1) server.write(JSON.stringify({ seq, text }));
    server.end();
    const page = await listen(server);
    const ids: number[] = [];
    for (let got = await page.next(); got; got = await page.next()) ids.push(got.id!);
    expect([ids[0], ids.at(-1)]).toEqual([0, 99]);
    expect(ids.length).toBeLessThanOrEqual(12);
    expect(ids.length).toBeGreaterThan(6);
  });

  it('lets a number of pages listen, and another one when one has left', async () => {
    const server = await serve({ maxReaders: 1 });
    const first = await listen(server);
    const turnedAway = await ask(`${server.url}events`);
    // What an EventSource comes back after, all by itself.
    expect(turnedAway).toMatchObject({
      status: 200,
      body: expect.stringMatching(/^retry: \d+\n\n$/),
    });
    expect(turnedAway.headers['content-type']).toContain('text/event-stream');
    server.write('{"seq":0}');
    await first.next();
    first.leave();
    await expect.poll(async () => (await (await listen(server)).next())?.data).toEqual({ seq: 0 });
  });

  it('leaves one of the six connections of a browser for loading pages', async () => {
    const server = await serve();
    server.write('{"seq":0}');
    for (let pages = 0; pages < 5; pages += 1) await (await listen(server)).next();
    expect((await ask(`${server.url}events`)).body).toMatch(/^retry: \d+\n\n$/);
  });

  it('ends every connection when it is closed', async () => {
    const server = await serveRun();
    const page = await listen(server);
    page.response.on('error', () => {});
    const closed = new Promise((resolve) => page.response.once('close', resolve));
    await server.close();
    await closed;
    await expect(ask(server.url)).rejects.toMatchObject({ code: 'ECONNREFUSED' });
    await expect(server.close()).resolves.toBeUndefined();
    expect(() => server.write('{"seq":1}')).not.toThrow();
  });

  it('refuses options that cannot be meant', async () => {
    const { header, events } = readRunLog((await runLogLines()).join('\n'));
    for (const options of [
      { host: '0.0.0.0' },
      { port: -1 },
      { port: 'x' },
      { open: 1 },
      { level: 'loud' },
      { log: 1 },
      { log: {} },
      { log: { header, events: 1 } },
      { log: { header: {}, events } },
      { log: { header: { ...header, format: { major: 9, minor: 0 } }, events } },
      { log: { header, events: events.map((event) => ({ ...event, v: 2 })) } },
      { log: { header, events: events.slice(1) } },
    ]) {
      await expect(serveRun(options as ServeRunOptions)).rejects.toMatchObject({
        code: 'invalid_option',
      });
    }
  });
});
