import type { Json } from '@loopwright/core-parser';
import { fieldsOf, textOf } from './fields.ts';

/**
 * Where a client of a vendor asks: the host of its `baseURL`, which holds no secret. Undefined for a client that does not
 * say.
 */
export function originOf(client: unknown): string | undefined {
  try {
    return new URL(textOf(fieldsOf(client).baseURL)).host;
  } catch {
    return undefined;
  }
}

/** What a reply carries to the next request, with where it was made: another server would refuse its signatures. */
export function withOrigin(opaque: unknown, origin: string | undefined): unknown {
  return origin === undefined ? opaque : { ...fieldsOf(opaque), origin };
}

/** Whether it was made there, or does not say where. */
export function isFrom(opaque: Json, origin: string | undefined): boolean {
  const { origin: by } = fieldsOf(opaque);
  return by === undefined || by === origin;
}
