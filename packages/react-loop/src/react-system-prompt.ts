import { answerSchemaOf } from '@loopwright/agent-run';
import type { Tool } from '@loopwright/tool-registry';
import type { ReactOptions } from './react-options.ts';
import { defaultSystemPrompt } from './system-prompt.ts';
import { textFormat } from './text-format.ts';

/** The system prompt that these options come to. */
export function systemPromptOf<Answer>(
  options: ReactOptions<Answer>,
  tools: readonly Tool[],
): string {
  const { format = textFormat, instructions, systemPrompt = defaultSystemPrompt } = options;
  return systemPrompt({
    tools,
    formatInstructions: format.instructions,
    instructions,
    answerSchema: answerSchemaOf(options.answer),
    toolsInRequest: format.toolsInRequest === true,
  });
}
