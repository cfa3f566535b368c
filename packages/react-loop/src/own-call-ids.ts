import type { Message, ModelReply, RawCall } from '@loopwright/agent-run';

/**
 * The calls of a reply with ids that no earlier turn of the conversation has: some servers count their calls anew in each
 * reply. Beside opaque content an id stays as it is: the adapter that put the content there finds the calls in it by
 * their ids, and makes ids unique itself where its API wants that.
 */
export function withOwnIds(
  { toolCalls, opaque }: ModelReply,
  messages: readonly Message[],
): readonly RawCall[] {
  if (opaque !== undefined) return toolCalls;
  const said = messages.flatMap((each) => (each.role === 'assistant' ? each.toolCalls : []));
  const taken = new Set(['', ...said.map(({ id }) => id)]);
  return toolCalls.map((call, index) => {
    let id = taken.has(call.id) ? `call_${messages.length}_${index}` : call.id;
    while (taken.has(id)) id += '_';
    taken.add(id);
    return id === call.id ? call : { ...call, id };
  });
}
