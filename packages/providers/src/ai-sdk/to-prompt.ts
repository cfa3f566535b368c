import type { Message, ModelRequest } from '@loopwright/agent-run';
import type { PromptMessage } from './language-model.ts';
import { assistantParts } from './reply-parts.ts';

type ToolResult = Extract<Message, { role: 'tool' }>;

/** A conversation that is valid to send, as the prompt of a language model of the AI SDK. */
export function toPrompt({ system, messages }: ModelRequest, origin: string): PromptMessage[] {
  const prompt: PromptMessage[] = system === '' ? [] : [{ role: 'system', content: system }];
  const toolNames = new Map<string, string>();
  for (const message of messages) {
    if (message.role === 'user') {
      // One part for each block, so that caches find the earlier ones.
      const content = message.blocks.map((text) => ({ type: 'text' as const, text }));
      prompt.push({ role: 'user', content });
    } else if (message.role === 'tool') {
      addResult(prompt, message, toolNames.get(message.id) ?? '');
    } else {
      for (const { id, name } of message.toolCalls) toolNames.set(id, name);
      const content = assistantParts(message, origin);
      if (content.length > 0) prompt.push({ role: 'assistant', content });
    }
  }
  return prompt;
}

function addResult(prompt: PromptMessage[], result: ToolResult, toolName: string): void {
  const { id, text, isError } = result;
  const part = {
    type: 'tool-result' as const,
    toolCallId: id,
    toolName,
    output: { type: isError ? ('error-text' as const) : ('text' as const), value: text },
  };
  const last = prompt.at(-1);
  if (last?.role === 'tool') last.content.push(part);
  else prompt.push({ role: 'tool', content: [part] });
}

/** The tools, with a schema that says at least that arguments are an object. */
export function toFunctionTools(tools: NonNullable<ModelRequest['tools']>) {
  return tools.map(({ name, description, parameters }) => ({
    type: 'function' as const,
    name,
    description,
    inputSchema: { type: 'object', ...parameters },
  }));
}
