import type { JsonObject } from '@loopwright/core-parser';

/** A block of a message, with its place for error messages. */
export type Block = { readonly place: string; readonly block: JsonObject };

/** Messages of one role that follow each other, merged. */
export type Turn = { readonly role: 'user' | 'assistant'; readonly blocks: Block[] };
