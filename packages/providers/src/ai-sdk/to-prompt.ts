import type { Message, ModelRequest, RawCall } from '@loopwright/agent-run';
import { type JsonObject, toJson } from '@loopwright/core-parser';
import type { PromptMessage } from './language-model.ts';
import { assistantParts } from './reply-parts.ts';

/** A conversation that is valid to send, as the prompt of a language model of the AI SDK. */
export function toPrompt({ system, messages }: ModelRequest, origin: string): PromptMessage[] {
  const prompt: PromptMessage[] =
    system === '' ? [] : [{ role: 'system', content: system.toWellFormed() }];
  let calls: readonly RawCall[] = [];
  for (const message of messages) {
    if (message.role === 'assistant') calls = message.toolCalls;
    addMessage(prompt, message, calls, origin);
  }
  return prompt;
}

function addMessage(
  prompt: PromptMessage[],
  message: Message,
  calls: readonly RawCall[],
  origin: string,
): void {
  if (message.role === 'user') {
    prompt.push({ role: 'user', content: textParts(message.blocks) });
    return;
  }
  if (message.role === 'assistant') {
    const content = assistantParts(message, origin);
    // What belongs to another provider alone leaves nothing to say.
    if (content.length > 0) prompt.push({ role: 'assistant', content });
    return;
  }
  const { id, text, isError } = message;
  const result = {
    type: 'tool-result' as const,
    toolCallId: id,
    toolName: calls.find((call) => call.id === id)?.name ?? '',
    output: { type: isError ? ('error-text' as const) : ('text' as const), value: text },
  };
  const last = prompt.at(-1);
  if (last?.role === 'tool') last.content.push(result);
  else prompt.push({ role: 'tool', content: [result] });
}

/** One part for each block, so that caches find the earlier ones; providers refuse a part of blanks alone. */
function textParts(blocks: readonly string[]): { type: 'text'; text: string }[] {
  const shown = blocks.filter((block) => block.trim() !== '');
  return (shown.length > 0 ? shown : blocks).map((text) => ({ type: 'text', text }));
}

/** The tools, with a schema that says at least that arguments are an object. */
export function toFunctionTools(tools: NonNullable<ModelRequest['tools']>) {
  return tools.map(({ name, description, parameters }) => ({
    type: 'function' as const,
    name,
    description: description.toWellFormed(),
    inputSchema: { type: 'object', ...(toJson(parameters) as JsonObject) },
  }));
}
