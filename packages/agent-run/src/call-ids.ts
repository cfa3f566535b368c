import { toJson } from '@loopwright/core-parser';
import type { RawCall } from './model.ts';

/**
 * The calls of one reply with ids that are never empty and never equal, as every provider demands of what is sent
 * back. What repeats id, name and arguments of an earlier call is that call and stands once. An id that is made up
 * depends on the place alone, so that replays and provider caches see the same one again. Total: what is no call is
 * left out, and arguments that came as an object become text.
 *
 * @param turn The number of messages in the request, which tells the replies of a conversation apart.
 */
export function withCallIds(calls: readonly unknown[], turn: number): RawCall[] {
  const read = calls.map(toRawCall).filter((call) => call !== undefined);
  const given = new Set(read.map(({ id }) => id));
  const known = new Map<string, RawCall>();
  for (const [index, call] of read.entries()) {
    const first = known.get(call.id);
    if (call.id !== '' && first && first.name === call.name && first.args === call.args) continue;
    const isFree = call.id !== '' && !first;
    const id = isFree ? call.id : freeId(`call_${turn}_${index}`, given);
    given.add(id);
    known.set(id, { ...call, id });
  }
  return [...known.values()];
}

function freeId(wanted: string, taken: ReadonlySet<string>): string {
  let id = wanted;
  while (taken.has(id)) id += '_';
  return id;
}

function toRawCall(given: unknown): RawCall | undefined {
  try {
    const {
      id,
      name,
      args = '',
    } = Object(given) as { id?: unknown; name?: unknown; args?: unknown };
    if (typeof name !== 'string') return undefined;
    const text = typeof args === 'string' ? args : JSON.stringify(toJson(args));
    return { id: typeof id === 'string' ? id : '', name, args: text };
  } catch {
    return undefined;
  }
}
