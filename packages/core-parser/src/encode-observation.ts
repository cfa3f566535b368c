import { isLineBreak, skipBlanks } from './blank.ts';
import { readLabel } from './read-label.ts';

/** Closing tags by which a prompt, a chat template or a reasoning block could be left. */
const wrapperEnd =
  /<\/(?=\s*(?:observation|note|task|thought|action|action_input|final_answer|think|thinking|reasoning|tool|tool_call|tool_result|tool_response|function_results|system|user|assistant)\b)/gi;

/**
 * Encodes the output of a tool so that nobody who reads the transcript can take a part of it for a step (P9). A line that
 * begins with a label or a fence gets `| ` in front, and the closing tag of a wrapper is written `<\/`. All other text stays
 * as it is, and so do the line breaks. Encoding twice is encoding once; two texts may share an encoding.
 */
export function encodeObservation(text: string): string {
  let encoded = '';
  let lineStart = 0;
  for (let position = 0; position <= text.length; position += 1) {
    if (position < text.length && !isLineBreak(text.charCodeAt(position))) continue;
    if (isControlLine(text, lineStart, position)) encoded += '| ';
    encoded += text.slice(lineStart, position + 1);
    lineStart = position + 1;
  }
  return encoded.replace(wrapperEnd, '<\\/');
}

/** Encodes a note of a critic, a guard or a reflector like an observation, on one line. */
export function encodeNote(text: string): string {
  let line = '';
  let lineStart = 0;
  for (let position = 0; position <= text.length; position += 1) {
    if (position < text.length && !isLineBreak(text.charCodeAt(position))) continue;
    const piece = text.slice(lineStart, position).trim();
    if (piece !== '') line += line === '' ? piece : ` ${piece}`;
    lineStart = position + 1;
  }
  return encodeObservation(line);
}

function isControlLine(text: string, lineStart: number, lineEnd: number): boolean {
  const contentStart = skipBlanks(text, lineStart, lineEnd);
  const isFence = text.startsWith('```', contentStart) || text.startsWith('~~~', contentStart);
  return isFence || readLabel(text, lineStart, lineEnd) !== undefined;
}
