import type { Model, ModelRequest } from '@loopwright/agent-run';

/** A function that stands in for a model: it reads the whole scratchpad and says the next step (R1). */
export type Policy = (scratchpad: string) => string | Promise<string>;

/**
 * Makes a model of a plain function. It gets the conversation as one text, without the system prompt: for the text
 * form that is `Task: …` and one block for each step so far. Earlier turns stand before it, each on lines of its own. Whatever it throws is a failed model call.
 *
 * @param options.id Default `policy`.
 */
export function fromPolicy(policy: Policy, options: { id?: string | undefined } = {}): Model {
  return {
    id: options.id ?? 'policy',
    async generate(request) {
      return { text: await policy(scratchpadOf(request)) };
    },
  };
}

function scratchpadOf({ messages }: ModelRequest): string {
  let scratchpad = '';
  for (const message of messages) {
    if (scratchpad !== '' && !scratchpad.endsWith('\n')) scratchpad += '\n';
    scratchpad += message.role === 'user' ? message.blocks.join('') : message.text;
  }
  return scratchpad;
}
