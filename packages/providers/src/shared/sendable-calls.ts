import type { RawCall } from '@loopwright/agent-run';
import { extractJson, type JsonObject, toJson } from '@loopwright/core-parser';
import { sanitiseToolName } from '@loopwright/tool-registry';
import { isFields, parseJson } from './fields.ts';

/** What the strictest provider takes: 64 characters of a name, 40 of an id. */
const maxNameChars = 64;
const maxIdChars = 40;
/** Room for the number that tells equal ids apart. */
const maxStemChars = 32;

/** The name of a tool as every provider takes it, whatever the model wrote: `^[a-zA-Z0-9_-]{1,64}$`. */
export function sendableToolName(name: string): string {
  return sanitiseToolName(name.slice(0, maxNameChars)) || '_';
}

/**
 * Ids as every provider takes them, `^[a-zA-Z0-9_-]{1,40}$`, each unlike all before: servers count from `call_0` again
 * in each reply. What fits stays as it is; what does not depends on the ids before alone, so that later requests repeat it.
 */
export function createSendableIds(): (id: string) => string {
  const used = new Set<string>();
  const counts = new Map<string, number>();
  return (id) => {
    let free = fitting(id);
    const stem = free.slice(0, maxStemChars);
    while (used.has(free)) {
      const count = (counts.get(stem) ?? 1) + 1;
      counts.set(stem, count);
      free = `${stem}_${count}`;
    }
    used.add(free);
    return free;
  };
}

/** Whether {@link createSendableIds} may have made the first id of the second one. */
export function isSendableIdOf(id: string, given: string): boolean {
  const wanted = fitting(given);
  const stem = `${wanted.slice(0, maxStemChars)}_`;
  return id === wanted || (id.startsWith(stem) && /^\d+$/.test(id.slice(stem.length)));
}

/** Whether these are the calls of a reply that named them so, in this order, before they were made sendable. */
export function areCallsOf(
  calls: readonly RawCall[],
  received: readonly { readonly id: unknown; readonly name: unknown }[],
): boolean {
  return (
    calls.length === received.length &&
    calls.every(({ id, name }, index) => {
      const given = received[index]!;
      const isNamed = typeof given.id === 'string' && typeof given.name === 'string';
      return (
        isNamed &&
        isSendableIdOf(id, given.id as string) &&
        name === sendableToolName(given.name as string)
      );
    })
  );
}

/**
 * The arguments of a call as the object that providers want: none for an empty text. What the model wrote and nobody can
 * read is kept as a text, so that the model sees what it did.
 */
export function sendableArguments(args: string): JsonObject {
  if (args.trim() === '') return {};
  const exact = parseJson(args);
  if (isFields(exact)) return toJson(exact) as JsonObject;
  const read = extractJson(args);
  if (read.ok && isFields(read.value)) return toJson(read.value) as JsonObject;
  return { unreadable_arguments: args.toWellFormed() };
}

function fitting(id: string): string {
  return id.slice(0, maxIdChars).replaceAll(/[^a-zA-Z0-9_-]/g, '_');
}
