import { createToolRegistry } from '@loopwright/tool-registry';
import { describe, expect, it } from 'vitest';
import type { Outcome, ParentHandle, Run, RunResult } from '../src/index.ts';
import { defineAgentTool, isAgentTool, isConfigurationError, runStrategy } from '../src/index.ts';
import { agentTool, helper } from './sub-agent.ts';
import {
  ask,
  call,
  done,
  echo,
  errorOf,
  eventsOf,
  modelError,
  oneWave,
  recorder,
  rejectionOf,
  scripted,
  specOf,
} from './support.ts';

const answers = (answer: string) => async (): Promise<Outcome> => ({ stopReason: 'final', answer });

describe('a sub-agent tool', () => {
  it('is a tool, and is told apart from others', () => {
    const tools = createToolRegistry({ tools: [echo, helper(answers('x'))] }).tools;
    expect([...tools.values()].filter(isAgentTool).map(({ name }) => name)).toEqual(['helper']);
  });

  it('outside a run says that it runs only inside one', async () => {
    const registry = createToolRegistry({ tools: [helper(answers('x'))] });
    const observation = await registry.dispatch(call('helper'));
    expect(errorOf(observation).message).toContain('runs only inside a run');
  });

  it.each([Number.NaN, -1, 1.5, Infinity, '2'])('with a bound of %s is refused', (modelCalls) => {
    const define = () => helper(answers('x'), {}, { modelCalls: modelCalls as number });
    let refusal: unknown;
    try {
      define();
    } catch (error) {
      refusal = error;
    }
    expect(isConfigurationError(refusal) && refusal.code).toBe('invalid_option');
  });

  it.each([
    'rateLimit',
    'output',
    'timeoutMs',
    'retries',
    'concurrency',
    'repeat',
    'effect',
    'execute',
    'bound',
  ])('with the option %s, which would not apply, is refused', (name) => {
    const options = {
      name: 'helper',
      description: 'Asks a sub-agent.',
      input: echo.input,
      bounds: { modelCalls: 1 },
      agent: async () => undefined as never,
    };
    expect(() => defineAgentTool({ ...options, [name]: 1 })).toThrow(
      `There is no option ${name}; the options are name, description, input`,
    );
    expect(() => defineAgentTool({ ...options, agent: 'x' as never })).toThrow(/a function/);
    expect(() => defineAgentTool(undefined as never)).toThrow(/must be an object/);
  });

  it('gives the answer of its run as the observation of its call', async () => {
    const seen: unknown[] = [];
    const lookup = agentTool(async (args, parent) => {
      seen.push(args);
      return runStrategy(specOf({ allowance: {}, parent }), answers('47 satellites'));
    });
    const result = await runStrategy(
      specOf({ tools: [lookup] }),
      oneWave([call('helper', { topic: 'space' })]),
    );
    expect(result).toMatchObject({ answer: ['47 satellites'] });
    expect(seen).toEqual([{ topic: 'space' }]);
    expect(result.steps[0]?.observations).toEqual([
      { tool: 'helper', ok: true, value: '47 satellites', text: '47 satellites' },
    ]);
    expect(result.counts.toolCalls.ok).toBe(1);
  });

  it('checks its arguments like any tool', async () => {
    const result = await runStrategy(
      specOf({ tools: [helper(answers('x'))] }),
      oneWave([call('helper', { topic: 5 })]),
    );
    expect(errorOf(result.steps[0]?.observations[0]).code).toBe('invalid_arguments');
  });

  it('whose run ended badly gives an observation that says how', async () => {
    const ends: [(run: Run) => Promise<Outcome>, string][] = [
      [async () => ({ stopReason: 'gave_up', text: 'no source' }), 'gave_up: no source'],
      [async () => ({ stopReason: 'max_steps', text: 'the limit' }), 'max_steps: the limit'],
      [() => Promise.reject(new Error('bug')), 'error: The strategy threw Error: bug'],
    ];
    for (const [body, words] of ends) {
      const result = await runStrategy(
        specOf({ tools: [helper(body)] }),
        oneWave([call('helper')]),
      );
      const error = errorOf(result.steps[0]?.observations[0]);
      expect(error).toMatchObject({ type: 'AgentEnded', code: 'agent_ended', class: 'permanent' });
      expect(error.message).toContain(words);
      expect(error.message).toContain('Nothing was found.');
      expect(result.status).toBe('solved');
      expect(result.counts.toolCalls.failed).toBe(1);
    }
  });

  it.each([
    ['throws', () => Promise.reject(new TypeError('bug'))],
    [
      'throws at once',
      () => {
        throw new TypeError('bug');
      },
    ],
    ['gives no result', async () => undefined],
  ])('whose function %s is an observation', async (_, agent) => {
    const broken = agentTool(agent as unknown as Parameters<typeof agentTool>[0]);
    const result = await runStrategy(specOf({ tools: [broken] }), oneWave([call('helper')]));
    expect(errorOf(result.steps[0]?.observations[0])).toMatchObject({
      type: 'TypeError',
      code: 'thrown',
    });
    expect(result.status).toBe('solved');
  });
});

describe('the place of a sub-agent', () => {
  it('R2: a run that could use more than its tool declares is refused, and the refusal is an observation', async () => {
    const model = scripted(['never']);
    const greedy = helper(
      async (run) => {
        await run.think(ask('x'), 'actor');
        return done;
      },
      { allowance: { actor: 2, critic: 1 }, model },
    );
    const result = await runStrategy(specOf({ tools: [greedy] }), oneWave([call('helper')]));
    expect(errorOf(result.steps[0]?.observations[0])).toMatchObject({
      type: 'ConfigurationError',
      message: expect.stringContaining('may make 3 model calls, its tool declares at most 2'),
    });
    expect(model.requests).toEqual([]);
    expect(result.status).toBe('solved');
  });

  it('R2: what its own sub-agents may use counts as well', async () => {
    const inner = helper(answers('x'), {}, { modelCalls: 1, name: 'inner' });
    const outer = (maxToolCalls: number) =>
      helper(
        answers('y'),
        { tools: [inner], allowance: { actor: 1 }, limits: { maxToolCalls } },
        { modelCalls: 3 },
      );
    const run = (maxToolCalls: number) =>
      runStrategy(specOf({ tools: [outer(maxToolCalls)] }), oneWave([call('helper')]));
    expect(await run(2)).toMatchObject({ answer: ['y'] });
    expect((await run(3)).steps[0]?.observations[0]).toMatchObject({ ok: false });
  });

  it.each([
    [5, 2],
    [2, 2],
    [1, 1],
  ])(
    'R2: a call that may be tried %i times is tried %i times where the parent may try 2 times',
    async (attempts, tried) => {
      const model = scripted(Array.from({ length: 9 }, () => modelError({ kind: 'transient' })));
      const child = helper(
        async (run) => {
          await run.think(ask('x'), 'actor');
          return done;
        },
        { model, allowance: { actor: 1 }, limits: { attempts } },
      );
      const { events, onEvent } = recorder();
      const result = await runStrategy(
        specOf({
          tools: [child],
          allowance: {},
          limits: { attempts: 2, maxToolCalls: 1, retryDelayMs: 0 },
          onEvent,
        }),
        oneWave([call('helper')]),
      );
      expect(model.requests).toHaveLength(tried);
      expect(result.counts.attempts).toBe(tried);
      expect(result.bounds.attempts).toBe(2 * 2);
      expect(eventsOf(events, 'started')[1]?.limits.attempts).toBe(tried);
    },
  );

  it('R2: a sub-agent whose guard cannot be made is an observation: it does not run without its guard', async () => {
    const child = helper(answers('unguarded'), {
      guards: [
        () => {
          throw new RangeError('the window must be at least 2');
        },
      ],
    });
    const result = await runStrategy(specOf({ tools: [child] }), oneWave([call('helper')]));
    expect(errorOf(result.steps[0]?.observations[0])).toMatchObject({
      type: 'ConfigurationError',
      message: expect.stringContaining('RangeError: the window must be at least 2'),
    });
    expect(result.status).toBe('solved');
  });

  it('holds one run', async () => {
    const twice = agentTool(async (_, parent) => {
      const spec = () => specOf({ allowance: {}, parent });
      await runStrategy(spec(), answers('first'));
      return runStrategy(spec(), answers('second'));
    });
    const result = await runStrategy(specOf({ tools: [twice] }), oneWave([call('helper')]));
    expect(errorOf(result.steps[0]?.observations[0])).toMatchObject({
      type: 'ConfigurationError',
      message: expect.stringContaining('act:0:0'),
    });
  });

  it('is closed when its call is over', async () => {
    let kept: ParentHandle | undefined;
    const keeper = agentTool(async (_, parent) => {
      kept = parent;
      return { status: 'failed' } as RunResult<unknown>;
    });
    await runStrategy(specOf({ tools: [keeper] }), oneWave([call('helper')]));
    const late = rejectionOf(runStrategy(specOf({ parent: kept }), answers('late')));
    expect(await late).toMatchObject({ code: 'parent_used_twice' });
  });
});
