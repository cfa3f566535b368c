import { parseJson } from './fields.ts';
import type { ProviderCall } from './provider-model.ts';

/** What each request tells a client: no attempts of its own, a time limit in milliseconds, and our signal. */
export type ClientRequestOptions = {
  readonly maxRetries: 0;
  readonly timeout: number;
  readonly signal: AbortSignal;
};

/** A client's own timer must never end a call before its deadline here does. */
const clientSlackMs = 1_000;
const maxTimerMs = 2_147_483_647;

/** An answer that came whole. */
type WholeAnswer = {
  readonly events?: undefined;
  readonly data: unknown;
  /** Ends the request: nothing more of it is wanted. */
  end(): void;
};

/** An answer that comes in events. */
export type StreamedAnswer = {
  readonly events: AsyncIterable<unknown>;
  /** What was there in place of events, parsed where it is JSON; undefined when events came, or nothing is known. */
  wholeBody(): Promise<unknown>;
  /** Ends the request: nothing more of it is wanted. */
  end(): void;
};

/** What the clients of OpenAI and Anthropic give for a request: its data, and the response that it comes in. */
type Pending = PromiseLike<unknown> & {
  readonly withResponse?: () => PromiseLike<{
    readonly data: unknown;
    readonly response: Response;
  }>;
};

/**
 * Sends a request and watches its response beside the client, which keeps to itself what is no event: pings and comments
 * are all that comes while a model thinks for long, and a body that is one JSON text has no events at all. The answer of a
 * client that shows no response is read as it is.
 *
 * @param timeoutMs Milliseconds after which the call is given up, by whoever gave the signal.
 */
export async function openAnswer(
  { signal, onActivity }: Pick<ProviderCall, 'signal' | 'onActivity'>,
  timeoutMs: number,
  send: (options: ClientRequestOptions) => PromiseLike<unknown>,
): Promise<WholeAnswer | StreamedAnswer> {
  const ended = new AbortController();
  const end = () => ended.abort();
  const ending = AbortSignal.any([signal, ended.signal]);
  const timeout = Math.min(Math.ceil(timeoutMs) + clientSlackMs, maxTimerMs);
  const pending: Pending = send({ maxRetries: 0, timeout, signal: ending });
  const { data, response } =
    typeof Object(pending).withResponse === 'function'
      ? await pending.withResponse!()
      : { data: await pending, response: undefined };
  onActivity();
  if (!isAsyncIterable(data)) return { data, end };
  const seen = { hasEvents: false };
  const copy = response?.body && !response.body.locked ? response.clone() : undefined;
  const text = copy && watchBody(copy, { seen, signal: ending, onActivity });
  return {
    events: watchEvents(data, seen, end),
    async wholeBody() {
      return seen.hasEvents || !copy ? undefined : readWhole(copy.headers, await text);
    },
    end,
  };
}

/** What was seen of a stream. */
type Seen = { hasEvents: boolean };

async function* watchEvents(
  events: AsyncIterable<unknown>,
  seen: Seen,
  end: () => void,
): AsyncGenerator<unknown, void, undefined> {
  for await (const event of events) {
    seen.hasEvents = true;
    let isRead = false;
    try {
      yield event;
      isRead = true;
    } finally {
      // The client lets go of its copy of the body only together with ours.
      if (!isRead) end();
    }
  }
}

/** Tells of everything that arrives, and gives what came before any event as text; undefined when it broke off. */
async function watchBody(
  { body }: Response,
  { seen, signal, onActivity }: { seen: Seen; signal: AbortSignal; onActivity: () => void },
): Promise<string | undefined> {
  const reader = body!.getReader();
  const stop = () => void reader.cancel().catch(() => {});
  signal.addEventListener('abort', stop, { once: true });
  const decoder = new TextDecoder();
  let text = '';
  try {
    for (;;) {
      const { done, value } = await reader.read();
      if (signal.aborted) return undefined;
      if (done) return text + decoder.decode();
      onActivity();
      text = seen.hasEvents ? '' : text + decoder.decode(value, { stream: true });
    }
  } catch {
    return undefined;
  } finally {
    signal.removeEventListener('abort', stop);
  }
}

/** A stream without events may have been cut before the first one; anything else is what the server wanted to say. */
function readWhole(headers: Headers, text = ''): unknown {
  const isStream = headers.get('content-type')?.includes('text/event-stream') === true;
  return parseJson(text) ?? (isStream || text.trim() === '' ? undefined : text);
}

function isAsyncIterable(value: unknown): value is AsyncIterable<unknown> {
  return typeof Object(value)[Symbol.asyncIterator] === 'function';
}
