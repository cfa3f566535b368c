import type { ModelRequest } from '@loopwright/agent-run';

/** The conversation of a request as one text, without the system prompt. */
export function conversationOf({ messages }: ModelRequest): string {
  return messages
    .map((message) => (message.role === 'user' ? message.blocks.join('') : message.text))
    .join('');
}

/** Observations that the conversation shows: a model that counts them needs no memory of its own. */
export function countObservations(request: ModelRequest): number {
  const results = request.messages.filter(({ role }) => role === 'tool').length;
  return results + conversationOf(request).split('\nObservation:').length - 1;
}
