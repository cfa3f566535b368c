import type { DecompositionRule, SplitGoal } from './decomposition.ts';
import { idsOf, ordinals, readCount, splitList } from './named-things.ts';
import type { NewTask } from './task.ts';

const verb = /^compare /i;
const recommendation = / and (?:then )?(?:recommend|suggest|choose|pick) /i;
const preposition = / (?:of|in|for|between|at) /i;

/**
 * `Compare the populations of France and Germany`: `lookup_france`, `lookup_germany`, and `compare`, which waits for both; with
 * `… and recommend the best`, `recommend` waits for `compare`. Of `three cities` that are not named, `choose` comes first.
 */
export const compareRule: DecompositionRule = {
  name: 'compare',
  split(goal) {
    if (!verb.test(goal)) return undefined;
    const wish = recommendation.exec(goal);
    const comparison = wish === null ? goal : goal.slice(0, wish.index);
    const lookups = lookUp(comparison.replace(verb, ''));
    if (lookups === undefined) return undefined;
    const { tasks, unnamed } = lookups;
    const compare: NewTask = {
      id: 'compare',
      // Not the goal itself, which the same rule would split again.
      description: `Use what was looked up to ${comparison[0]!.toLowerCase()}${comparison.slice(1)}`,
      dependsOn: tasks.filter(({ id }) => id !== 'choose').map(({ id }) => id),
    };
    const recommend: NewTask[] =
      wish === null
        ? []
        : [{ id: 'recommend', description: wishText(goal, wish), dependsOn: ['compare'] }];
    return { tasks: [...tasks, compare, ...recommend], ...(unnamed ? { unnamed } : {}) };
  },
};

/** A task for each of the things compared. */
function lookUp(comparison: string): SplitGoal | undefined {
  const found = preposition.exec(comparison);
  const aspect = found === null ? '' : comparison.slice(0, found.index + found[0].length);
  // "three cities: Rome, Oslo and Bonn" counts and names.
  const things = comparison.slice(aspect.length).split(': ').at(-1)!;
  const unnamed = readCount(things);
  if (unnamed !== undefined) return lookUpUnnamed(aspect, unnamed);
  const names = splitList(things).filter((name) => readCount(name) === undefined);
  if (names.length < 2) return undefined;
  const ids = idsOf('lookup', names);
  const tasks = names.map((name, at) => ({
    id: ids[at]!,
    description: `Look up ${aspect}${name}`,
  }));
  return { tasks };
}

function lookUpUnnamed(aspect: string, unnamed: { count: number; what: string }): SplitGoal {
  const { count, what } = unnamed;
  const choose = { id: 'choose', description: `Choose the ${count} ${what}` };
  const lookups = ordinals.slice(0, count).map((ordinal) => ({
    id: `lookup_${ordinal}`,
    description: `Look up ${aspect}the ${ordinal} of the ${count} ${what}`,
    dependsOn: [choose.id],
  }));
  return { tasks: [choose, ...lookups], unnamed };
}

function wishText(goal: string, wish: RegExpExecArray): string {
  const text = goal.slice(wish.index + ' and '.length).replace(/^then /i, '');
  return `${text[0]!.toUpperCase()}${text.slice(1)}`;
}
