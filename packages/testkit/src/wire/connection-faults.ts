import type { WireFault } from './fault-types.ts';
import type { RawResponse, WireRequest } from './wire-types.ts';
import { writeReply } from './write-reply.ts';

/** Longer than what clients buffer, and with calls, so that a cut can fall anywhere. */
const reply = {
  text: 'Thought: a reply that is long enough to be cut\nFinal Answer: 47',
  toolCalls: [{ id: 'call_a', name: 'lookup', args: '{"key":"crew"}' }],
};

const dripMs = 20;

/** A whole and right response to the request. */
export function rightResponse(request: WireRequest): RawResponse & { pieces: string[] } {
  const written = writeReply(request, reply);
  return { ...written, pieces: [...written.pieces].map(String) };
}

/** The right response without its end. */
export function firstPart(request: WireRequest, ending: RawResponse['ending']): RawResponse {
  const right = rightResponse(request);
  const frames = right.pieces.slice(0, Math.ceil(right.pieces.length / 2));
  const body = right.pieces[0]!;
  return {
    ...right,
    pieces: request.stream ? frames : [body.slice(0, body.length / 2)],
    ending: ending ?? 'end',
  };
}

/** The connection is at fault: silence, drops, cuts. */
export const connectionFaults = {
  stalledHeaders: {
    kinds: ['timeout'],
    isEndless: true,
    respond: () => ({ status: 200, headers: {}, pieces: [], head: 'none', ending: 'stall' }),
  },
  stalledBody: {
    kinds: ['timeout'],
    isEndless: true,
    respond: (request) => ({ ...rightResponse(request), pieces: [], ending: 'stall' }),
  },
  stalledHalfway: {
    kinds: ['timeout'],
    isEndless: true,
    respond: (request) => firstPart(request, 'stall'),
  },
  /** Never silent for long, and never done. */
  slowDrip: {
    kinds: ['timeout'],
    isEndless: true,
    respond: (request) => ({ ...rightResponse(request), pieces: drip(request), pauseMs: dripMs }),
  },
  /** Text and more text: no silence ever ends it. */
  endlessText: {
    kinds: ['timeout'],
    isEndless: true,
    requests: 'streamed',
    respond: (request) => ({ ...rightResponse(request), pieces: babble(request), pauseMs: dripMs }),
  },
  cutBeforeHeaders: {
    kinds: ['transient'],
    respond: () => ({ status: 200, headers: {}, pieces: [], head: 'none', ending: 'cut' }),
  },
  cutAfterHeaders: {
    kinds: ['transient', 'truncated_stream'],
    respond: (request) => ({ ...rightResponse(request), pieces: [], ending: 'cut' }),
  },
  cutBody: {
    kinds: ['transient', 'truncated_stream'],
    requests: 'whole',
    respond: (request) => firstPart(request, 'cut'),
  },
  cutStream: {
    kinds: ['truncated_stream'],
    requests: 'streamed',
    respond: (request) => firstPart(request, 'cut'),
  },
  endWithoutFinish: {
    kinds: ['truncated_stream'],
    requests: 'streamed',
    respond: (request) => firstPart(request, 'end'),
  },
} as const satisfies Record<string, WireFault>;

function* drip(request: WireRequest): Generator<string> {
  const [opening = ''] = rightResponse(request).pieces;
  if (request.stream) yield opening;
  for (;;) yield request.stream ? ': still here\n\n' : ' ';
}

function* babble(request: WireRequest): Generator<string> {
  // Whatever the format, text has begun by then and goes on.
  const [text = '', ...before] = rightResponse(request).pieces.slice(0, 6).reverse();
  yield* before.reverse();
  for (;;) yield text;
}
