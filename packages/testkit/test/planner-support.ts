import type { Model } from '@loopwright/agent-run';
import { type Random, seededRandom } from '../src/index.ts';

/** The model of a run, but most of what it says is replaced by what `write` makes: then a hostile model also plans. */
export function planning(model: Model, write: (random: Random) => string): Model {
  return {
    id: model.id,
    async generate(request, context) {
      const reply = await model.generate(request, context);
      if (typeof reply?.text !== 'string') return reply;
      const random = seededRandom(`${JSON.stringify(request.messages)} ${reply.text}`);
      return random.chance(0.85) ? { ...reply, text: write(random) } : reply;
    },
  };
}

/** A plan of a few calls, some of which refer to others, to nothing, or to tools that are not there. */
export function planText(random: Random, tools: readonly string[]): string {
  const count = 1 + random.whole(5);
  const plan = Array.from({ length: count }, (_, at) => ({
    id: random.chance(0.03) ? 'E1' : `E${at + 1}`,
    tool: random.chance(0.04) ? 'nope' : random.pick(tools),
    args: argsOf(random, at),
  }));
  return JSON.stringify({ plan });
}

function argsOf(random: Random, at: number): object {
  if (at > 0 && random.chance(0.4)) return { a: `#E${1 + random.whole(at)}` };
  if (random.chance(0.05)) return { a: `#E${1 + random.whole(9)}.x` };
  return random.chance(0.3) ? {} : { a: random.whole(6) };
}

/** Tasks in words that wait for some of the earlier ones, now and then for each other, now and then too many. */
export function tasksText(random: Random): string {
  const count = random.chance(0.05) ? 40 : random.whole(6);
  const steps = Array.from({ length: count }, (_, at) => ({
    id: `t${at}`,
    description: `Do part ${random.whole(9)}`,
    depends_on: Array.from({ length: random.whole(3) }, () => `t${random.whole(at + 1)}`).filter(
      (id) => id !== `t${at}` || random.chance(0.05),
    ),
  }));
  return JSON.stringify({ steps });
}
