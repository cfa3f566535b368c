import { type FoundObject, findJsonObject } from '../json/find-json-object.ts';
import { isJsonObject } from '../json/is-json-object.ts';
import type { JsonObject } from '../json/json.ts';
import { skipSpace } from '../text/skip-space.ts';
import { type CallFailure, type CallReading, callFailure, callJsonFailure } from './native-call.ts';

type CallObject = Extract<FoundObject, { ok: true }>;

const argumentKeys = ['arguments', 'parameters'] as const;

const callKeys: ReadonlySet<string> = new Set([
  ...argumentKeys,
  'name',
  'function',
  'type',
  'id',
  'call_id',
  'index',
  'thought',
]);

/**
 * Reads the object of a call that begins at `start`: `{"name", "arguments"}`, with `parameters` for `arguments`, with the
 * name as `"function": "…"`, or with all of it inside of `"function": {…}`.
 */
export function readCallObject(text: string, start: number): CallReading {
  const outer = findJsonObject(text, { start, startLimit: start + 1, end: text.length });
  if (!outer.ok) return callJsonFailure(outer.failure);
  const { end, repaired } = outer;
  const name = callObjectName(outer.value);
  if (name === undefined) {
    const message = 'The call needs a "name": {"name": "…", "arguments": {…}}.';
    return callFailure('missing_action_name', message);
  }
  const inner = readFunctionMember(text, outer);
  const holders = inner === undefined ? [outer] : [inner, outer];
  const isClosedTwice = text[skipSpace(text, end)] === '}';
  const others = holders
    .flatMap(({ value }) => Object.keys(value))
    .filter((key) => !callKeys.has(key));
  const failure = checkMembers(holders, others, isClosedTwice);
  if (failure !== undefined) return failure;
  for (const { value, memberSpans } of holders) {
    const key = argumentKeys.find((argumentKey) => Object.hasOwn(value, argumentKey));
    if (key === undefined) continue;
    const input = value[key]!;
    const span = memberSpans!.get(key)!;
    // A string may hold the text of an object, which is then what the arguments are read from.
    const rawInput = typeof input === 'string' ? input : text.slice(span.start, span.end);
    const membersIgnored = others.length > 0;
    return { ok: true, call: { name, input, rawInput, repaired, membersIgnored }, end };
  }
  return { ok: true, call: { name, input: undefined, rawInput: '', repaired }, end };
}

/** The arguments must stand in one place, and not beside it. */
function checkMembers(
  holders: readonly CallObject[],
  others: readonly string[],
  isClosedTwice: boolean,
): CallFailure | undefined {
  const keys = holders.flatMap(({ value }) => Object.keys(value));
  const shown = others
    .map((key) => JSON.stringify(key))
    .join(', ')
    .slice(0, 200);
  const written = keys.filter((key) => (argumentKeys as readonly string[]).includes(key)).length;
  if (written > 1) {
    const message = 'The call holds its arguments twice. Write "arguments" once.';
    return callFailure('duplicate_key', message);
  }
  if (others.length > 0 && written === 0) {
    const message = `Arguments belong into "arguments", but the call holds ${shown}.`;
    return callFailure('missing_action_input', message);
  }
  if (others.length > 0 && isClosedTwice) {
    const message = `A brace too many closes the arguments before ${shown}. Write the call again.`;
    return callFailure('not_json', message);
  }
  return undefined;
}

/** The name in the object of a call, undefined when there is none. */
export function callObjectName({ name, function: called }: JsonObject): string | undefined {
  const names = [isJsonObject(called) ? called.name : called, name];
  return names.find((value) => typeof value === 'string' && value.trim() !== '') as
    | string
    | undefined;
}

function readFunctionMember(text: string, outer: CallObject): CallObject | undefined {
  if (!isJsonObject(outer.value.function)) return undefined;
  const { start, end } = outer.memberSpans!.get('function')!;
  const inner = findJsonObject(text, { start, startLimit: start + 1, end });
  return inner.ok ? inner : undefined;
}
