import type { Json } from '@loopwright/core-parser';
import { type ContentBlock, provider, readBlocks } from './content-block.ts';

/** What a reply carries to the next request: everything that was received, marked as this provider's. */
export function toOpaque(content: readonly ContentBlock[]): Json {
  return { provider, content: [...content] };
}

/** The content of a turn as it was received; undefined for a turn of another provider. */
export function fromOpaque(opaque: Json | undefined): ContentBlock[] | undefined {
  const { provider: by, content } = Object(opaque) as { provider?: Json; content?: Json };
  return by === provider && Array.isArray(content) ? readBlocks(content) : undefined;
}
