import type { Json } from '@loopwright/core-parser';
import { type Fields, fieldsOf, textOf } from '../shared/fields.ts';

/** Fields of text that a server wants back with the reply they came in, by name. */
export type ReplayFields = { readonly [name: string]: string };

/** In `opaque` they stand under a name, since it may hold what another provider put there. */
const place = 'chatCompletions';

/** Those of the named fields that a message holds. */
export function readReplayFields(message: Fields, names: readonly string[]): ReplayFields {
  const found = names.map((name) => [name, textOf(message[name])] as const);
  return Object.fromEntries(found.filter(([, text]) => text !== ''));
}

/** What a reply carries so that they come back; undefined when there are none. */
export function toOpaque(fields: ReplayFields): Json | undefined {
  return Object.keys(fields).length === 0 ? undefined : { [place]: { ...fields } };
}

export function fromOpaque(opaque: Json | undefined, names: readonly string[]): ReplayFields {
  return readReplayFields(fieldsOf(fieldsOf(opaque)[place]), names);
}
