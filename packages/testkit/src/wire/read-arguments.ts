import type { JsonObject } from '@loopwright/core-parser';

/** The arguments of a call as the object that they describe, or as they are if they describe none. */
export function readArguments(args: string): JsonObject | string {
  try {
    return JSON.parse(args === '' ? '{}' : args) as JsonObject;
  } catch {
    return args;
  }
}
