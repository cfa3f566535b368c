import {
  ConfigurationError,
  createMemoryJournal,
  isConfigurationError,
} from '@loopwright/agent-run';
import { scriptedModel } from '@loopwright/providers/scripted';
import { createToolRegistry } from '@loopwright/tool-registry';
import { describe, expect, it } from 'vitest';
import {
  checkpointPresets,
  createCheckpointStore,
  goalBounds,
  runGoal,
  startGoal,
} from '../src/index.ts';
import { tool } from './strategy-support.ts';

const tools = createToolRegistry({ tools: [tool('search', () => 1)] });
const execute = () => 1;
const options = { goal: 'Sing.', execute };
const store = createCheckpointStore({ now: () => 0 });

describe('options of a goal run', () => {
  it.each([
    [
      { execute: undefined },
      /^execute must be a tool's name, { toCall } or a function, not undefined$/,
    ],
    [{ execute: { call: execute } }, /^execute must be a tool's name/],
    [{ execute: 'search' }, 'tools must hold the tools that do the tasks'],
    [{ execute: 'serach', tools }, "execute names no tool: 'serach'; the tools are search"],
    [{ execute: { toCall: execute } }, 'tools must hold the tools that do the tasks'],
    [{ decompose: 'llm' }, "decompose must be 'rules', 'model' or a function, not 'llm'"],
    [{ decompose: 'model' }, /^model must be a model: /],
    [{ model: {} }, /^model must be a model: /],
    [
      { models: { solver: scriptedModel([]) } },
      'There is no role solver in this run; the roles are planner',
    ],
    [{ expand: 'lazy' }, "expand must be 'all' or 'next', not 'lazy'"],
    [{ split: [] }, 'split must be a function, not a list'],
    [{ combine: 'all' }, "combine must be a function, not 'all'"],
    [{ alternatives: {} }, 'alternatives must be a function, not an object of another kind'],
    [{ maxTasks: 0 }, 'maxTasks must be a whole number of at least 1, not 0'],
    [{ maxDepth: -1 }, 'maxDepth must be a whole number of at least 0, not -1'],
    [{ maxAttempts: 0 }, 'maxAttempts must be a whole number of at least 1, not 0'],
    [{ maxPlanAttempts: 0 }, 'maxPlanAttempts must be a whole number of at least 1, not 0'],
    [{ maxRestores: 1.5 }, 'maxRestores must be a whole number of at least 0, not 1.5'],
    [{ checkpoints: true }, 'checkpoints must be an object, not true'],
    [{ checkpoints: { store: {} } }, /^checkpoints\.store must be a checkpoint store/],
    [
      { checkpoints: { store } },
      /^checkpoints\.sessionId must be a text, as the run has no runtime/,
    ],
    [
      { checkpoints: { other: 1 } },
      'There is no option checkpoints.other; the options are policy, store, sessionId',
    ],
    [{ checkpoints: { sessionId: 5 } }, 'checkpoints.sessionId must be a text, not 5'],
    [{ checkpoints: { policy: null } }, /^checkpoints\.policy must be an object with beforeRisky/],
    [
      { checkpoints: { policy: { every: 1 } } },
      /^There is no option checkpoints\.policy\.every; the options are beforeRisky, /,
    ],
    [
      { checkpoints: { policy: { everyIterations: 2 } } },
      'checkpoints.policy.beforeRisky must be true or false, not undefined',
    ],
    [
      { checkpoints: { policy: { ...checkpointPresets.off, everyIterations: 'x' } } },
      "checkpoints.policy.everyIterations must be a whole number of at least 0, not 'x'",
    ],
    [{ instructions: 0 }, 'instructions must be a text, not 0'],
    [{ advisors: [] }, /^There is no option advisors; the options are goal, execute, /],
    [{ maxSteps: 5 }, 'maxSteps is a limit: write limits: { maxSteps: … }'],
    [{ guards: [{}] }, /^guards\[0\] must be one of factories/],
    [{ answer: {} }, 'answer must be a Standard Schema, not an object of another kind'],
  ])('%j: are refused by name', async (more, message) => {
    const refused = { code: 'invalid_option', message: expect.stringMatching(message) };
    await expect(runGoal({ ...options, ...more } as never)).rejects.toMatchObject(refused);
    expect(() => startGoal({ ...options, ...more } as never)).toThrow(ConfigurationError);
  });

  it('an empty goal, a limit that is none, and no options at all are refused', async () => {
    for (const [more, code] of [
      [{ goal: ' ' }, 'invalid_task'],
      [{ limits: { callMs: 0 } }, 'invalid_limit'],
    ] as const) {
      await expect(runGoal({ ...options, ...more })).rejects.toMatchObject({ code });
    }
    await expect(runGoal(undefined as never)).rejects.toMatchObject({ code: 'invalid_option' });
    expect(() => goalBounds({ execute, maxTasks: 0 })).toThrow(/^maxTasks must be/);
  });

  it('undefined stands for the default', async () => {
    const result = await runGoal({
      ...options,
      decompose: undefined,
      expand: undefined,
      split: undefined,
      maxTasks: undefined,
      maxDepth: undefined,
      checkpoints: undefined,
      alternatives: undefined,
    });
    expect(result.status).toBe('solved');
  });

  it('N6: the session of a store is the one of the runtime, unless another is given', async () => {
    const runtime = createMemoryJournal({ sessionId: 'of the runtime' });
    await runGoal({ ...options, runtime, checkpoints: { store: store as never } });
    expect(await store.list('of the runtime')).toHaveLength(1);
  });

  it('a resumed run must have the same options: other counts are another run', async () => {
    const journal = createMemoryJournal();
    await runGoal({ ...options, runtime: journal });
    const again = (more: object) =>
      runGoal({ ...options, ...more, runtime: createMemoryJournal(journal.record()) });
    expect((await again({})).status).toBe('solved');
    for (const more of [{ maxTasks: 3 }, { expand: 'next' }, { combine: () => 1 }]) {
      const error = await again(more).catch((thrown: unknown) => thrown);
      expect(isConfigurationError(error)).toBe(false);
      expect(error).toMatchObject({ code: expect.any(String) });
    }
  });
});
