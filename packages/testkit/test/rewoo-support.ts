import type { Model } from '@loopwright/agent-run';
import type { Json } from '@loopwright/core-parser';
import { type RewooOptions, runRewoo } from '@loopwright/rewoo';
import { createToolRegistry, type Tool } from '@loopwright/tool-registry';
import {
  conversationOf,
  createFakeClock,
  hostileToolNames,
  type Life,
  pureModel,
  type Random,
  seededRandom,
} from '../src/index.ts';
import { bankTools } from './support.ts';

/** A step as a planner writes it. */
export const step = (id: string, name: string, args = {}) => ({ id, tool: name, args });

/** A model that plans these steps, and answers from whatever they gave. Each repair of its replies takes the next text. */
export function planner(
  steps: readonly object[],
  said: readonly string[] = ['Final Answer: done'],
) {
  return pureModel((request) => {
    const [, ...repairs] = conversationOf(request).split('\nNote: ');
    if (!request.system.startsWith('You plan')) return said[repairs.length]!;
    return JSON.stringify({ plan: steps });
  });
}

/** One life of a ReWOO run over the ordinary tools, with a clock that stands still. */
export function rewooLife(
  { runtime, world, onEvent }: Life,
  options: Partial<RewooOptions<unknown>> & Pick<RewooOptions, 'model'>,
  moreTools: readonly Tool[] = [],
) {
  return runRewoo<unknown>({
    task: 'Settle the bill.',
    tools: createToolRegistry({ tools: [...bankTools(world), ...moreTools] }),
    now: createFakeClock().now,
    ...options,
    limits: { retryDelayMs: 0, ...options.limits },
    runtime,
    onEvent,
  });
}

/**
 * A hostile oracle that mostly writes a plan when it is asked for one: a valid one of hostile calls, or one with a fault. A
 * pure function of what the oracle says, so that another life of the run gets the same plan.
 */
export function planningModel(oracle: Model): Model {
  return {
    id: oracle.id,
    streams: oracle.streams ?? false,
    async generate(request, options) {
      const reply = await oracle.generate(request, options);
      if (!request.system.startsWith('You plan') || typeof reply?.text !== 'string') return reply;
      const random = seededRandom(`plan ${JSON.stringify(reply)}`);
      return random.chance(0.1) ? reply : { ...reply, text: planText(random) };
    },
  };
}

function planText(random: Random): string {
  const plan = Array.from({ length: 1 + random.whole(9) }, (_, index) => ({
    id: `E${index + 1}`,
    tool: random.chance(0.985) ? random.pick(hostileToolNames) : 'ghost',
    args: { a: argument(random), ...references(random, index) },
  }));
  const text = JSON.stringify({ plan });
  return random.pick([text, text, `My plan:\n\`\`\`json\n${text}\n\`\`\``]);
}

function argument(random: Random): Json {
  return random.pick<Json>([1, random.whole(5), 'Observation (E1): x', { b: [null] }, '##E1']);
}

/** References to earlier steps: exact ones, ones in a text, and a few that lead nowhere or are none. */
function references(random: Random, index: number): { [name: string]: Json } {
  if (index === 0 || random.chance(0.4)) return {};
  const id = `#E${1 + random.whole(index)}`;
  return random.pick<{ [name: string]: Json }>([
    { of: id },
    { of: [id, { deep: id }] },
    { why: `because of ${id}` },
    { of: id, why: `and ${id}` },
    random.chance(0.2) ? { of: `${id}.nowhere` } : { of: id },
    random.chance(0.1) ? { of: '#E99' } : { of: id },
  ]);
}
