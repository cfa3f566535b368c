import { capText, encodeNote, encodeObservation, jsonLine } from '@loopwright/core-parser';
import { maxPromptDescriptionChars } from './defaults.ts';
import type { Tool } from './tool.ts';

/**
 * One line that tells a model about a tool: its name, its description (encoded and capped, as it may come from anywhere) and the
 * JSON Schema of its arguments, encoded too. It depends on nothing else, so that a prompt made of such lines is the same each time.
 */
export function describeTool(tool: Tool): string {
  const description = capText(tool.description, maxPromptDescriptionChars, 'The rest is left out.');
  return `- ${tool.name}: ${encodeNote(description)} Arguments: ${encodeObservation(jsonLine(tool.parameters))}`;
}
