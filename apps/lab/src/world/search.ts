import { defineTool } from '@loopwright/tool-registry';
import { z } from 'zod';

/** Searches; what it finds is up to the experiment. */
export function createSearch(find: (q: string) => string) {
  return defineTool({
    name: 'search',
    description: 'Searches for pages.',
    effect: 'pure',
    input: z.object({ q: z.string() }),
    execute: ({ q }) => find(q),
  });
}
