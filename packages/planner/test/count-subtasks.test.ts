import { describe, expect, it } from 'vitest';
import { countSubtasks, summariseSubtasks } from '../src/index.ts';

/** A run as the names of the subtasks of its steps. */
const run = (names: string) =>
  names.split(' ').map((subtask) => (subtask === '-' ? {} : { subtask }));

describe('iterations by subtask', () => {
  it('R14: counts the steps of each subtask of a run, and those that name none', () => {
    expect(countSubtasks(run('a a b - a b -'))).toEqual([
      { subtask: 'a', iterations: 3 },
      { subtask: 'b', iterations: 2 },
      { subtask: undefined, iterations: 2 },
    ]);
    expect(countSubtasks([])).toEqual([]);
  });

  it('N10, R14: over many runs, median and maximum show which subtask takes the iterations', () => {
    const runs = ['a b', 'a a b b b b b b b', 'a b b b', 'a a a a'].map(run);
    expect(summariseSubtasks(runs)).toEqual([
      { subtask: 'b', runs: 3, total: 11, median: 3, max: 7 },
      { subtask: 'a', runs: 4, total: 8, median: 1.5, max: 4 },
    ]);
    expect(summariseSubtasks([])).toEqual([]);
  });

  it('R14: a subtask called like a member of an object is counted like any other', () => {
    expect(countSubtasks(run('__proto__ constructor __proto__'))).toEqual([
      { subtask: '__proto__', iterations: 2 },
      { subtask: 'constructor', iterations: 1 },
    ]);
  });
});
