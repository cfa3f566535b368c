import type { Random } from '../seeded-random.ts';
import type { RawResponse, WireReply, WireRequest } from './wire-types.ts';
import { eventStream, writeReply } from './write-reply.ts';

const statuses = [
  200, 200, 200, 200, 200, 204, 206, 299, 304, 400, 404, 408, 418, 429, 451, 500, 599,
];
const types = ['application/json', eventStream, 'text/html', 'application/octet-stream', 'x/y', ''];

/**
 * A response of which nothing can be relied on: a right one that was cut, shuffled, repeated, changed byte by byte or
 * replaced, split anywhere, under any status and type, with an end, a cut or silence behind it. The same for the same
 * random numbers.
 */
export function randomResponse(request: WireRequest, random: Random): RawResponse {
  const right = writeReply(request, randomReply(random));
  let pieces = [...right.pieces].map(String);
  if (random.chance(0.25)) pieces = disordered(pieces, random);
  let bytes: Buffer = Buffer.from(random.chance(0.1) ? randomJson(random, 3) : pieces.join(''));
  if (random.chance(0.3)) bytes = damaged(bytes, random);
  if (random.chance(0.25)) bytes = bytes.subarray(0, random.whole(bytes.length + 1));
  const ending = random.chance(0.03) ? 'stall' : random.pick(['end', 'end', 'end', 'cut'] as const);
  const status = random.chance(0.8) ? 200 : random.pick(statuses);
  const headers = { ...right.headers, ...randomHeaders(random) };
  const pause = random.chance(0.2) ? { pauseMs: 1 } : {};
  const delivery = { status, headers, ending, ...pause } as const;
  if (random.chance(0.8)) return { ...delivery, pieces: split(bytes, random) };
  const head = Buffer.from(headOf(status, headers, bytes.length, random));
  const wholeHead = random.chance(0.5) ? head : damaged(head, random);
  return { ...delivery, head: 'none', pieces: split(Buffer.concat([wholeHead, bytes]), random) };
}

function randomReply(random: Random): WireReply {
  const calls = Array.from({ length: random.chance(0.5) ? 0 : random.whole(3) }, (_, index) => ({
    id: `call_${index}`,
    name: random.pick(['lookup', 'calculator']),
    args: JSON.stringify({ key: randomText(random) }),
  }));
  return {
    text: random.chance(0.2) ? '' : randomText(random),
    toolCalls: calls,
    ...(random.chance(0.2) ? { thinking: randomText(random) } : {}),
    ...(random.chance(0.1) ? { refusal: 'No.' } : {}),
    ...(random.chance(0.1) ? { rawFinish: randomText(random) } : {}),
  };
}

const words = ['Thought: ', '\n', 'Action: ', '🛰', '{"a":1}', 'Observation', '\u2028', 'é', ' '];

function randomText(random: Random): string {
  return Array.from({ length: random.whole(12) }, () => random.pick(words)).join('');
}

/** Frames left out, repeated and exchanged. */
function disordered(pieces: readonly string[], random: Random): string[] {
  const changed = pieces.flatMap((piece) => {
    const copies = random.chance(0.8) ? 1 : random.whole(3);
    return Array.from({ length: copies }, () => piece);
  });
  for (let swaps = random.whole(4); swaps > 0 && changed.length > 0; swaps--) {
    const [left, right] = [random.whole(changed.length), random.whole(changed.length)];
    [changed[left], changed[right]] = [changed[right]!, changed[left]!];
  }
  return changed;
}

const structure = '{}[]",:\n\r\\ 0nulltruefalse';

/** A few bytes changed, put in and taken out. */
function damaged(given: Buffer, random: Random): Buffer {
  let bytes: Buffer = Buffer.from(given);
  for (let changes = 1 + random.whole(6); changes > 0; changes--) {
    const at = random.whole(bytes.length + 1);
    const byte = random.chance(0.5)
      ? random.whole(256)
      : structure.charCodeAt(random.whole(structure.length));
    const skipped = random.pick([0, 0, 1, 1, 1 + random.whole(20)]);
    const inserted = random.chance(0.2) ? [] : [byte];
    bytes = Buffer.concat([
      bytes.subarray(0, at),
      Buffer.from(inserted),
      bytes.subarray(at + skipped),
    ]);
  }
  return bytes;
}

function split(bytes: Buffer, random: Random): Buffer[] {
  const pieces: Buffer[] = [];
  for (let at = 0; at < bytes.length; ) {
    const size = 1 + random.whole(random.pick([4, 60, 2_000]));
    pieces.push(bytes.subarray(at, at + size));
    at += size;
    // Enough small pieces: the rest in one, so that a run stays short.
    if (pieces.length === 20) return [...pieces, bytes.subarray(at)];
  }
  return pieces;
}

function randomHeaders(random: Random): Record<string, string> {
  const headers: Record<string, string> = {};
  if (random.chance(0.2)) headers['content-type'] = random.pick(types);
  if (random.chance(0.1)) headers['retry-after'] = random.pick(['3600', '-1', 'soon', '1e99', '']);
  if (random.chance(0.05)) headers['content-length'] = String(random.whole(2_000));
  if (random.chance(0.05)) headers['content-encoding'] = random.pick(['gzip', 'br', 'identity']);
  if (random.chance(0.05)) headers['x-should-retry'] = random.pick(['true', 'false', '?']);
  return headers;
}

function headOf(
  status: number,
  headers: Readonly<Record<string, string>>,
  bodyLength: number,
  random: Random,
): string {
  // No client may use the connection again: what is left on it belongs to this response.
  const length = random.chance(0.5) ? { 'content-length': String(bodyLength) } : {};
  const framing = { connection: 'close', ...length };
  const lines = Object.entries({ ...headers, ...framing }).map(
    ([name, value]) => `${name}: ${value}`,
  );
  return `HTTP/1.1 ${status} Any\r\n${lines.join('\r\n')}\r\n\r\n`;
}

/** Any JSON, with the names that clients look for. */
function randomJson(random: Random, depth: number): string {
  const leaf = () => random.pick(['null', 'true', '0', '-1e999', '""', '"text"', '"tool_use"']);
  const kind = depth === 0 ? 0 : random.whole(3);
  if (kind === 0) return leaf();
  const parts = Array.from({ length: random.whole(4) }, () => randomJson(random, depth - 1));
  if (kind === 1) return `[${parts.join(',')}]`;
  return `{${parts.map((part) => `"${random.pick(names)}":${part}`).join(',')}}`;
}

const names = [
  ...['choices', 'message', 'content', 'tool_calls', 'function', 'arguments', 'delta', 'usage'],
  ...['type', 'error', 'finish_reason', 'stop_reason', 'index', 'id', 'name', 'input', '__proto__'],
];
