import { readBracketCall } from '../asked-forms/read-bracket-call.ts';
import { isJsonObject } from '../json/is-json-object.ts';
import type { Json, JsonObject } from '../json/json.ts';
import { createCursor } from '../json/json-cursor.ts';
import { readJsonValue } from '../json/read-json-value.ts';
import { nameArguments, type PlanTools } from './plan-tools.ts';
import { type CallArguments, readCallArguments } from './read-call-arguments.ts';

/** A call in a plan in lines and where it ends, or why it cannot be read. */
export type CallReading =
  | { ok: true; tool: string; args: JsonObject; end: number; repaired: boolean }
  | { ok: false; message: string };

/**
 * Reads `tool[input]`. The input is a text; one in quotes loses them, as tools find nothing with them, and one that is a JSON
 * object is the arguments.
 */
export function readBracketForm(
  text: string,
  start: number,
  end: number,
  tools: PlanTools | undefined,
): CallReading {
  const call = readBracketCall(text, start, end);
  if (call === undefined) return unreadable('no tool[input] stands there');
  if (call.argument === undefined) return unreadable('its bracket is never closed');
  const written = text.slice(call.argument.start, call.argument.end).trim();
  const cursor = createCursor(written, 0, written.length);
  const value = /^["'{]/.test(written) ? readJsonValue(cursor) : undefined;
  const isWhole = value !== undefined && cursor.position === written.length;
  if (!isWhole && cursor.committed && written.startsWith('{')) {
    return unreadable(cursor.failure?.message ?? 'text stands after its JSON object');
  }
  const { name: tool, end: callEnd } = call;
  const repaired = isWhole && cursor.repaired;
  if (isWhole && isJsonObject(value)) {
    return { ok: true, tool, args: value, end: callEnd, repaired };
  }
  const values: Json[] = written === '' ? [] : [isWhole ? value : written];
  return withNames(tool, { values, named: {}, end: callEnd, repaired }, tools);
}

/** Reads `tool(arguments)`, whose name ends where its bracket opens. */
export function readParenthesisForm(
  text: string,
  start: number,
  end: number,
  tools: PlanTools | undefined,
): CallReading {
  const open = text.indexOf('(', start);
  const call = readCallArguments(text, open + 1, end);
  if (typeof call === 'string') return unreadable(call);
  return withNames(text.slice(start, open), call, tools);
}

function withNames(
  tool: string,
  { values, named, end, repaired }: CallArguments,
  tools: PlanTools | undefined,
): CallReading {
  const args = nameArguments(values, tool, tools);
  if (typeof args === 'string') return unreadable(args);
  const twice = Object.keys(named).find((name) => Object.hasOwn(args, name));
  if (twice !== undefined)
    return unreadable(`the argument ${JSON.stringify(twice)} is given twice`);
  return { ok: true, tool, args: { ...args, ...named }, end, repaired };
}

function unreadable(message: string): CallReading {
  return { ok: false, message };
}
