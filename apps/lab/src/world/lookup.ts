import { defineTool, toolFailure } from '@loopwright/tool-registry';
import { z } from 'zod';

const countries: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  france: { capital: 'Paris', population: '68 million' },
  germany: { capital: 'Berlin', population: '84 million' },
};

/** One call as the tool itself saw it, which is what observations are held against. */
export type PerformedLookup = {
  readonly entity: string;
  readonly attribute: string;
  readonly succeeded: boolean;
};

/** Looks up facts about countries. The lookups whose numbers `isDown` names (from 1) fail, but may work later. */
export function createLookup(isDown: (number: number) => boolean = () => false) {
  const performed: PerformedLookup[] = [];
  const tool = defineTool({
    name: 'lookup',
    description: 'Looks up an attribute of a country.',
    effect: 'pure',
    input: z.object({ entity: z.string(), attribute: z.string() }),
    execute({ entity, attribute }) {
      const value = countries[entity]?.[attribute];
      const isUp = !isDown(performed.length + 1);
      performed.push({ entity, attribute, succeeded: isUp && value !== undefined });
      if (!isUp) throw new Error('the directory is temporarily unavailable');
      if (value !== undefined) return value;
      const known = Object.keys(countries[entity] ?? {}).join(', ') || 'nothing';
      const message = `${attribute} of ${entity} was not found; known: ${known}`;
      return toolFailure({ type: 'NotFound', message });
    },
  });
  return { tool, performed };
}
