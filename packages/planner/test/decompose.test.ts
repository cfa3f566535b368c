import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { DecompositionRule } from '../src/index.ts';
import {
  decompose,
  decompositionRules,
  findTaskProblems,
  isInvalidOptions,
  TaskGraph,
} from '../src/index.ts';
import { idsOf } from './graph-support.ts';

/** The ids of the tasks with what they depend on. */
function shape(goal: string): Record<string, readonly string[]> {
  const { tasks } = decompose(goal);
  return Object.fromEntries(tasks.map(({ id, dependsOn = [] }) => [id, dependsOn]));
}

const described = (goal: string) => decompose(goal).tasks.map(({ description }) => description);

describe('decompose', () => {
  it('N2: the lab: three tasks, and combine depends on both and is never ready before both are completed', () => {
    const { goal, tasks } = decompose('Find capital of France and population');
    expect(tasks).toHaveLength(3);
    expect(idsOf(tasks)).toEqual(['find_first', 'find_second', 'combine']);
    expect(tasks[2]?.dependsOn).toEqual(['find_first', 'find_second']);
    const graph = new TaskGraph({ goal, tasks });
    for (const id of ['find_first', 'find_second']) {
      expect(idsOf(graph.ready())).not.toContain('combine');
      graph.complete(id);
    }
    expect(idsOf(graph.ready())).toEqual(['combine']);
  });

  it('N2: what a part leaves out is taken from the part that says it', () => {
    expect(described('Find capital of France and population').slice(0, 2)).toEqual([
      'Find capital of France',
      'Find population of France',
    ]);
    expect(described('Look up the capital of France and Germany.').slice(0, 2)).toEqual([
      'Look up the capital of France',
      'Look up the capital of Germany',
    ]);
    expect(described('Find the size and the population of France').slice(0, 2)).toEqual([
      'Find the size of France',
      'Find the population of France',
    ]);
    expect(described('Find the capital of France and my other keys')[1]).toBe('Find my other keys');
  });

  it('N9: two populations are looked up side by side and then compared', () => {
    const goal = 'Compare the populations of France and Germany';
    expect(shape(goal)).toEqual({
      lookup_france: [],
      lookup_germany: [],
      compare: ['lookup_france', 'lookup_germany'],
    });
    expect(described(goal)[1]).toBe('Look up the populations of Germany');
    expect(new TaskGraph({ goal, tasks: decompose(goal).tasks }).waves()).toEqual([
      ['lookup_france', 'lookup_germany'],
      ['compare'],
    ]);
  });

  it('N9: three cities that nobody named are chosen first, and that they are unnamed is told', () => {
    const goal = 'Compare the weather in three cities and recommend the best one to visit';
    expect(shape(goal)).toEqual({
      choose: [],
      lookup_first: ['choose'],
      lookup_second: ['choose'],
      lookup_third: ['choose'],
      compare: ['lookup_first', 'lookup_second', 'lookup_third'],
      recommend: ['compare'],
    });
    expect(decompose(goal)).toMatchObject({
      rule: 'compare',
      unnamed: { count: 3, what: 'cities' },
    });
    expect(described(goal).at(-1)).toBe('Recommend the best one to visit');
  });

  it('N9: cities that are named are looked up by name', () => {
    const named = {
      lookup_rome: [],
      lookup_oslo: [],
      lookup_bonn: [],
      compare: ['lookup_rome', 'lookup_oslo', 'lookup_bonn'],
      recommend: ['compare'],
    };
    for (const cities of ['Rome, Oslo and Bonn', 'three cities: Rome, Oslo, and Bonn']) {
      const goal = `Compare the weather in ${cities} and recommend the best!`;
      expect(shape(goal)).toEqual(named);
      expect(decompose(goal)).not.toHaveProperty('unnamed');
    }
  });

  it.each([
    ['Compare Rome with Oslo', ['lookup_rome', 'lookup_oslo', 'compare']],
    ["Compare Côte d'Ivoire vs. Peru", ['lookup_côte_d_ivoire', 'lookup_peru', 'compare']],
    ['Compare apples and apples', ['lookup_apples', 'lookup_apples_2', 'compare']],
    ['Compare *** and +++', ['lookup', 'lookup_2', 'compare']],
    ['Compare x 2, x and x', ['lookup_x_2', 'lookup_x', 'lookup_x_3', 'compare']],
    ['Get a, b, c, and d', ['find_first', 'find_second', 'find_third', 'find_fourth', 'combine']],
  ])('N9: %s', (goal, ids) => {
    expect(idsOf(decompose(goal).tasks)).toEqual(ids);
  });

  it.each([
    "What's the best way to save money on fees?",
    'Find three options and recommend the best',
    'Find bread',
    'Compare notes',
    'Transfer 500 USD to savings, then set up a weekly auto-transfer of 50 USD',
    `Find ${'a, '.repeat(400)}b`,
  ])('N2: a goal that no rule knows is one task: %s', (goal) => {
    expect(decompose(goal)).toEqual({ goal, tasks: [{ id: 'goal', description: goal }] });
  });

  it('N2: the first rule that knows a goal decides, and rules can be added', () => {
    const transfer: DecompositionRule = {
      name: 'then',
      split: (goal) => {
        const [first, second] = goal.split(', then ');
        if (first === undefined || second === undefined) return undefined;
        return {
          tasks: [
            { id: 'first', description: first },
            { id: 'second', description: second, dependsOn: ['first'] },
          ],
        };
      },
    };
    const rules = [transfer, ...decompositionRules];
    const goal = '  Transfer 500 USD,\n then set up a weekly transfer. ';
    expect(decompose(goal, rules)).toMatchObject({
      goal,
      rule: 'then',
      tasks: [{ description: 'Transfer 500 USD' }, { description: 'set up a weekly transfer' }],
    });
    expect(decompose('Compare Rome and Oslo', rules).rule).toBe('compare');
    expect(decompose('Compare Rome and Oslo', []).rule).toBeUndefined();
  });

  it('N2: an empty goal is a mistake of the caller', () => {
    for (const goal of ['', ' \n', undefined as unknown as string]) {
      expect(() => decompose(goal)).toThrow(expect.toSatisfy(isInvalidOptions));
    }
  });

  it('N2: whatever the goal, the tasks are a graph', () => {
    const word = fc.constantFrom(
      ...['Compare', 'Find', 'the', 'of', 'in', 'and', ',', 'recommend', 'three', 'Rome', 'x', '…'],
    );
    const goals = fc.oneof(
      fc.array(word, { minLength: 1, maxLength: 14 }).map((words) => words.join(' ')),
      fc.string({ minLength: 1, unit: 'grapheme' }).map((text) => `Compare ${text} and x`),
      fc.nat({ max: 40 }).map((count) => `Compare ${'𐐨'.repeat(count)} and x${'𐐨'.repeat(60)}`),
      fc.string({ minLength: 1, unit: 'binary' }).map((text) => `Find ${text} and ${text}`),
    );
    fc.assert(
      fc.property(goals, (goal) => {
        const { tasks, rule } = decompose(goal);
        expect(findTaskProblems(tasks)).toEqual([]);
        expect(rule === undefined).toBe(tasks.length === 1);
      }),
      { numRuns: 500 },
    );
  });

  it('N2: the time a goal takes is linear in its length', () => {
    for (const part of ['Compare ', ' and ', ', ', ' of ', '  ', '!', 'Find a ']) {
      for (const start of ['', 'Compare ', 'Find ']) {
        const goal = `${start}x${part.repeat(200_000)}`;
        expect(decompose(goal).tasks).toHaveLength(1);
      }
    }
  });
});
