import type { Json, JsonObject } from '@loopwright/core-parser';
import { refuse } from './refusal.ts';

/** The value as an object, or a refusal that names its place. */
export function objectAt(value: Json | undefined, place: string): JsonObject {
  if (typeof value === 'object' && value !== null && !Array.isArray(value)) return value;
  return refuse(`${place}: Input should be a valid object`, place);
}

export function listAt(value: Json | undefined, place: string): readonly Json[] {
  if (Array.isArray(value)) return value;
  return refuse(`${place}: Input should be a valid array`, place);
}

export function textAt(value: Json | undefined, place: string): string {
  if (typeof value === 'string') return value;
  return refuse(`${place}: Input should be a valid string`, place);
}

export function wholeNumberAt(value: Json | undefined, place: string, least: number): number {
  if (typeof value === 'number' && Number.isInteger(value) && value >= least) return value;
  return refuse(`${place}: Input should be an integer of at least ${least}`, place);
}

/** Refuses a field that the service does not know. */
export function knownFieldsOnly(
  body: JsonObject,
  known: readonly string[],
  say: (field: string) => string,
): void {
  const unknown = Object.keys(body).find((field) => !known.includes(field));
  if (unknown !== undefined) refuse(say(unknown), unknown);
}
