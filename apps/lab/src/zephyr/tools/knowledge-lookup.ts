import { defineTool, toolFailure } from '@loopwright/tool-registry';
import { z } from 'zod';

/** What is known, by key. */
export type Facts = Readonly<Record<string, string | number>>;

/** Looks up a fact by its key (T5). An unknown key is a failure that lists the known ones. */
export function createKnowledgeLookup(facts: Facts) {
  const known = Object.keys(facts).toSorted().join(', ');
  return defineTool({
    name: 'knowledge_lookup',
    description: `Looks up a fact about Zephyr Labs by its key. Known keys: ${known}.`,
    input: z.object({ key: z.string().max(100) }),
    effect: 'pure',
    execute({ key }) {
      if (Object.hasOwn(facts, key)) return facts[key];
      const message = `the fact ${key} was not found; known keys: ${known}`;
      return toolFailure({ type: 'NotFound', message });
    },
  });
}
