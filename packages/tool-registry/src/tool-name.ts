import { isControlWord } from '@loopwright/core-parser';
import { createToolDefinitionError } from './tool-definition-error.ts';

/** The longest name that providers of native tool calls take. */
export const maxToolNameChars = 64;

/** A name as providers of native tool calls take it: every other character becomes `_`. */
export function sanitiseToolName(name: string): string {
  return name.replace(/[^a-zA-Z0-9_-]/g, '_');
}

/** Refuses names that could not be written in a call or would be read as something else (T7). */
export function assertToolName(name: unknown): asserts name is string {
  if (typeof name !== 'string') {
    throw createToolDefinitionError(
      'invalid_name',
      `A tool's name must be a string, not ${typeof name}`,
    );
  }
  if (name.trim() === '' || name !== name.trim()) {
    throw createToolDefinitionError(
      'invalid_name',
      `A tool's name must not be empty or have white space around it: ${JSON.stringify(name)}`,
    );
  }
  if (name.length > maxToolNameChars) {
    throw createToolDefinitionError(
      'invalid_name',
      `A tool's name has at most ${maxToolNameChars} characters, this one has ${name.length}`,
    );
  }
  if (/[\p{Cc}\p{Surrogate}\u2028\u2029]/u.test(name)) {
    throw createToolDefinitionError(
      'invalid_name',
      `A tool's name must be one line of ordinary characters: ${JSON.stringify(name)}`,
    );
  }
  if (isControlWord(name)) {
    throw createToolDefinitionError(
      'reserved_name',
      `"${name}" ends a run in every step format and cannot be a tool; take another name`,
    );
  }
}
