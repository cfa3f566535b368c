import { type JsonObject, toJson } from '@loopwright/core-parser';

/**
 * The arguments of a call as the object that the API wants: none for an empty text. What the model wrote and nobody can
 * read is kept as a text, so that the model sees what it did.
 */
export function toToolInput(args: string): JsonObject {
  if (args.trim() === '') return {};
  const input = parse(args);
  if (typeof input === 'object' && input !== null && !Array.isArray(input)) {
    return toJson(input) as JsonObject;
  }
  return { unreadable_arguments: args.toWellFormed() };
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
