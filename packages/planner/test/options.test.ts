import { describe, expect, it } from 'vitest';
import {
  createCheckpointStore,
  decompose,
  expandTasks,
  findTaskProblems,
  isInvalidOptions,
  TaskGraph,
  taskGraphDefaults,
} from '../src/index.ts';
import { graphOf } from './graph-support.ts';

/** The message of the refusal, for options that no type would let through. */
function refusal(use: (options: never) => unknown, options: object): string {
  try {
    use(options as never);
  } catch (error) {
    if (isInvalidOptions(error)) return error.message;
    throw error;
  }
  return 'accepted';
}

const makeGraph = (options: object) => new TaskGraph({ goal: 'x' }, options);

describe('options', () => {
  it.each([
    ['TaskGraph', makeGraph, 'maxAttempts'],
    ['createCheckpointStore', createCheckpointStore, 'maxBytes'],
  ] as const)('%s refuses an unknown name, with the names there are', (_name, use, known) => {
    const message = refusal(use, { max: 0 });
    expect(message).toContain('There is no option "max". The options are ');
    expect(message).toContain(known);
    expect(refusal(use, {})).toBe('accepted');
  });

  it.each([
    [makeGraph, { maxTasks: 0 }, 'maxTasks must be an integer of at least 1, not 0.'],
    [makeGraph, { maxDepth: -1 }, 'maxDepth must be an integer of at least 0, not -1.'],
    [makeGraph, { maxAttempts: 1.5 }, 'maxAttempts must be an integer of at least 1, not 1.5.'],
    [(plan: never) => new TaskGraph(plan), { goal: ' ' }, 'goal must be a text, not an empty one.'],
    [(plan: never) => new TaskGraph(plan), { goal: 7 }, 'goal must be a text, not number.'],
    [
      createCheckpointStore,
      { ttlMs: Number.NaN },
      'ttlMs must be an integer of at least 0, not NaN.',
    ],
    [createCheckpointStore, { maxBytes: 0 }, 'maxBytes must be an integer of at least 1, not 0.'],
    [createCheckpointStore, { now: 5 }, 'now must be a function, not number.'],
    [
      (options: { maxTasks: number }) => findTaskProblems([], options),
      { maxTasks: '20' },
      'maxTasks must be an integer of at least 1, not 20.',
    ],
    [
      (options: { expand: 'all' }) => expandTasks(graphOf({ a: [] }), () => undefined, options),
      { expand: 'lazy' },
      'expand must be one of all, next, not lazy.',
    ],
    [(goal: never) => decompose(goal), {}, 'goal must be a text, not object.'],
  ] as const)('refuses a value that cannot be meant: %# %j', (use, options, message) => {
    expect(refusal(use, options)).toBe(message);
  });

  it('N4, N10: undefined stands for the default', () => {
    const options = { maxTasks: undefined, maxDepth: undefined, maxAttempts: undefined };
    expect(new TaskGraph({ goal: 'x', tasks: undefined }, options).limits).toEqual(
      taskGraphDefaults,
    );
    expect(() => createCheckpointStore({ ttlMs: undefined, now: undefined })).not.toThrow();
  });
});
