import { type Message, type RawCall, withCallIds } from '@loopwright/agent-run';

export type ToolResult = Extract<Message, { role: 'tool' }>;

type User = Extract<Message, { role: 'user' }>;

/** The calls of a turn with the result that came for each, and what else stands between this turn and the next one. */
export type PairedTurn = {
  readonly calls: readonly { readonly call: RawCall; readonly result: ToolResult | undefined }[];
  readonly others: readonly (User | ToolResult)[];
};

/** Results belong to calls by id, in order where ids are equal, and by place where a call had no id. */
export function pairResults(
  asGiven: readonly RawCall[],
  after: readonly (User | ToolResult)[],
  turn: number,
): PairedTurn {
  const calls = withCallIds(asGiven, turn);
  const isWhole = calls.length === asGiven.length;
  const places = placesById(after);
  const taken = new Set<number>();
  const take = (...ids: readonly string[]): ToolResult | undefined => {
    const next = ids.map((id) => places.get(id)?.at(-1) ?? Infinity);
    const at = Math.min(...next);
    if (at === Infinity) return undefined;
    places.get(ids[next.indexOf(at)]!)!.pop();
    taken.add(at);
    return after[at] as ToolResult;
  };
  const paired = calls.map((call, index) => ({
    call,
    result: take(call.id, isWhole ? asGiven[index]!.id : call.id),
  }));
  return { calls: paired, others: after.filter((_, at) => !taken.has(at)) };
}

/** Where the results for each id stand, the first one last. */
function placesById(messages: readonly (User | ToolResult)[]): Map<string, number[]> {
  const places = new Map<string, number[]>();
  for (let at = messages.length - 1; at >= 0; at -= 1) {
    const message = messages[at]!;
    if (message.role !== 'tool') continue;
    const known = places.get(message.id);
    if (known) known.push(at);
    else places.set(message.id, [at]);
  }
  return places;
}
