import { randomBytes } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { DurableEvent } from '@loopwright/agent-run';
import { type RunLog, runLogFormat } from '@loopwright/telemetry/run-log';
import { renderHtml } from '../html/render-html.ts';
import { answerRequest, hostsAt } from './answer-request.ts';
import { LiveLines } from './live-lines.ts';
import { linesOfLog } from './log-lines.ts';
import { openBrowser } from './open-browser.ts';
import { placeOf, Reader } from './reader.ts';
import { readServeOptions, type ServeRunOptions } from './serve-options.ts';
import { tellEvents } from './told-events.ts';

const host = '127.0.0.1';

const eventStream = { 'content-type': 'text/event-stream; charset=utf-8' } as const;

/** Milliseconds between signs of life to pages, and of silence after which a page is taken for gone. */
const times = { pingMs: 15_000, deadMs: 60_000 } as const;

/** Milliseconds after which a page that found no place asks again. */
const retryMs = 5000;

/** A run that can be looked at while it goes on. */
export type RunServer = {
  /** With its secret part; whoever has it can read the run. */
  readonly url: string;
  readonly port: number;
  /**
   * For the `onEvent` of a run, or of several one after another: pages show the one that began last. Events do not say whose
   * they are, so runs that go on at the same time need a server each. Never throws and never waits for a page.
   */
  readonly onEvent: (event: DurableEvent) => void;
  /**
   * Takes a line of a run log, for logs that somebody else writes. What is no such line, or is of another session than the
   * header, is passed over; a header begins another log, and pages show that one.
   */
  readonly write: (line: string) => void;
  /** Nothing more will come: pages get the rest and stop listening. They can still be opened. */
  readonly end: () => void;
  /** Ends every connection and the server. */
  readonly close: () => Promise<void>;
};

/**
 * Serves the page of a run on loopback while the run goes on: `http://127.0.0.1:PORT/SECRET/`, and the events as
 * server-sent events, from the one after `Last-Event-ID`. Requests under another host name are refused, and no other origin
 * may read.
 *
 * Pages share one copy of the log and each holds a place in it, so a slow page costs what its connection buffers and never
 * holds the run. A connection that takes nothing for a minute is ended, and a page behind it asks again from where it was.
 * The process stays alive until `close`.
 *
 * @throws ConfigurationError `invalid_option` for options that cannot be meant.
 * @throws the error of `node:net` where the port cannot be had.
 */
export async function serveRun(options: ServeRunOptions = {}): Promise<RunServer> {
  const { port, open, title, log, level, redact, maxChars, maxReaders } = readServeOptions(options);
  const firstLines = await linesOfLog(log);
  const lines = new LiveLines(maxChars);
  const readers = new Set<Reader>();
  const base = `/${randomBytes(24).toString('base64url')}/`;
  const emptyLog: RunLog = {
    header: { type: 'log', format: runLogFormat, session: '', level, redacted: redact },
    events: [],
    isCut: false,
  };
  let hosts: string[] = [];
  let isEnded = false;
  let isScheduled = false;

  function write(line: string): void {
    if (isEnded || !lines.add(line) || isScheduled) return;
    isScheduled = true;
    // Behind whatever the run does now: events that come together are sent together.
    setImmediate(() => {
      isScheduled = false;
      for (const reader of readers) reader.send();
    });
  }

  function listen(request: IncomingMessage, response: ServerResponse): void {
    const place = placeOf(request.headers['last-event-id']);
    const isUpToDate = place?.life === lines.life && place.seq >= lines.lastSeq;
    if (isEnded && (isUpToDate || lines.lastSeq < 0)) {
      // What a browser takes as: do not come back.
      response.writeHead(204).end();
      return;
    }
    if (readers.size >= maxReaders) {
      // A browser that got any other status would never ask again.
      response.writeHead(200, eventStream).end(`retry: ${retryMs}\n\n`);
      return;
    }
    response.writeHead(200, eventStream);
    response.flushHeaders();
    request.socket.setNoDelay(true).setTimeout(times.deadMs, () => request.socket.destroy());
    const reader = new Reader(response, lines, place);
    readers.add(reader);
    response.on('close', () => readers.delete(reader));
    if (isEnded) reader.end();
    else reader.send();
  }

  // Before anything listens: it checks the level.
  const onEvent = tellEvents({ write, level, redact });
  const page = () => renderHtml(emptyLog, { title, live: { path: `${base}events` } });
  const server = createServer((request, response) =>
    answerRequest(request, response, { base, hosts, page, listen }),
  );
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, host, () => resolve(server.off('error', reject) && undefined));
  });
  const { port: heldPort } = server.address() as AddressInfo;
  hosts = hostsAt(heldPort);
  const pings = setInterval(() => {
    for (const reader of readers) reader.ping();
  }, times.pingMs);
  for (const line of firstLines) write(line);
  const url = `http://${host}:${heldPort}${base}`;
  if (open) openBrowser(url);

  return {
    url,
    port: heldPort,
    onEvent,
    write,
    end() {
      isEnded = true;
      for (const reader of readers) reader.end();
    },
    close() {
      isEnded = true;
      clearInterval(pings);
      return new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      });
    },
  };
}
