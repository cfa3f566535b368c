import type { DecompositionRule } from './decomposition.ts';
import { ordinals, splitList } from './named-things.ts';

const verb = /^(?:find|look up|get|determine) /i;

/** A part that begins so is something else to do, and nothing to find. */
const otherVerb =
  /^(?:then|recommend|suggest|choose|pick|tell|show|explain|summari[sz]e|calculate|compute|compare|use|send|write|book|buy|set) /i;

/** One word: what it belongs to stands in another part. */
const shortThing = /^(?:the )?[\p{L}-]+$/u;

/** `Find the capital of France and the population`: `find_first`, `find_second`, and `combine`, which waits for both. */
export const findRule: DecompositionRule = {
  name: 'find',
  split(goal) {
    const found = verb.exec(goal)?.[0];
    if (found === undefined) return undefined;
    const things = completeThings(splitList(goal.slice(found.length)));
    if (things.length < 2 || things.length > ordinals.length) return undefined;
    if (things.some((thing) => otherVerb.test(thing))) return undefined;
    const finds = things.map((thing, at) => ({
      id: `find_${ordinals[at]!}`,
      description: `${found.trim()} ${thing}`,
    }));
    const combine = {
      id: 'combine',
      description: `Combine what was found: ${goal}`,
      dependsOn: finds.map(({ id }) => id),
    };
    return { tasks: [...finds, combine] };
  },
};

/** Says what short parts leave out: `the population` or `Germany` beside `the capital of France`. */
function completeThings(things: readonly string[]): string[] {
  const modelAt = things.findIndex((thing) => thing.includes(' of '));
  const model = things[modelAt] ?? '';
  const owner = model.slice(model.indexOf(' of '));
  return things.map((thing, at) => {
    if (modelAt === -1 || !shortThing.test(thing)) return thing;
    if (!/^\p{Lu}/u.test(thing)) return `${thing}${owner}`;
    return at > modelAt ? `${model.slice(0, -owner.length)} of ${thing}` : thing;
  });
}
