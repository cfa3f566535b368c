import type { Message } from '@loopwright/agent-run';

/**
 * What makes a conversation invalid to send: a call without exactly one result right behind its turn and in call order,
 * a result without a call, an id that stands for two calls, arguments that are no JSON object. Beside opaque content an id
 * of an earlier turn may come again: it ties the calls to that content, and adapters make it unique on the wire.
 */
export function pairingFaults(messages: readonly Message[]): string[] {
  const faults: string[] = [];
  const ids = new Set<string>();
  for (let at = 0; at < messages.length; at++) {
    const message = messages[at]!;
    if (message.role === 'tool') faults.push(`message ${at} is a result without a call`);
    if (message.role !== 'assistant') continue;
    const taken = message.opaque === undefined ? ids : new Set<string>();
    for (const { id, args } of message.toolCalls) {
      if (id === '' || taken.has(id)) faults.push(`message ${at} has the id "${id}" again`);
      if (!isJsonObject(args)) faults.push(`message ${at} has arguments that are no object`);
      ids.add(id);
      taken.add(id);
      const next = messages[at + 1];
      if (next?.role === 'tool' && next.id === id) at += 1;
      else faults.push(`the call "${id}" has no result in its place`);
    }
  }
  return faults;
}

function isJsonObject(text: string): boolean {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null && !Array.isArray(value);
  } catch {
    return false;
  }
}
