import {
  createMemoryJournal,
  type DurableEvent,
  defineAgentTool,
  type Model,
  type Outcome,
  type Run,
  type RunOptions,
  type RunResult,
  runStrategy,
} from '@loopwright/agent-run';
import { type ReactOptions, runReact } from '@loopwright/react-loop';
import { createToolRegistry, type Tool } from '@loopwright/tool-registry';
import { describe, expect, it } from 'vitest';
import {
  anyArguments,
  callsConcurrently,
  claimsSuspension,
  createFakeClock,
  createWorld,
  disciplinedRuntime,
  doesNotWait,
  type FaultyBody,
  judgesLate,
  ledgerFaults,
  replacesEnds,
  returnsNothing,
  swallowsEnds,
  throwsHalfway,
  turnModel,
} from '../src/index.ts';
import { bankTools, call, turns } from './support.ts';

function react(tools: readonly Tool[], options: Partial<ReactOptions<unknown>> & { model: Model }) {
  return runReact<unknown>({
    task: 'Find out.',
    tools: createToolRegistry({ tools }),
    now: createFakeClock().now,
    ...options,
    limits: { retryDelayMs: 0, graceMs: 1, ...options.limits },
  });
}

function perform(
  body: (run: Run) => Promise<Outcome>,
  options: Partial<RunOptions> & { tools: RunOptions['tools'] },
) {
  return runStrategy<unknown>(
    {
      strategy: { name: 'test', version: 1 },
      task: 'Act.',
      models: { default: turnModel(['']) },
      allowance: {},
      now: createFakeClock().now,
      ...options,
    },
    body,
  );
}

describe('ends are sticky', () => {
  const calls = [call('wire', { eur: 1 }), call('pay', { eur: 2 })];

  async function withFault(body: FaultyBody, options: Partial<RunOptions> = {}) {
    const world = createWorld();
    const events: DurableEvent[] = [];
    const tools = createToolRegistry({ tools: bankTools(world) });
    const onEvent = (event: DurableEvent) => void events.push(event);
    const result = await perform((run) => body(run, calls), { tools, onEvent, ...options });
    return { result, world, events };
  }

  it.each([
    ['catches the end and reports success', swallowsEnds],
    ['catches the end and throws its own error', replacesEnds],
  ])('R7: a strategy that %s is still waiting for its approval', async (_, body) => {
    const { result, world } = await withFault(body);
    expect(result).toMatchObject({ status: 'suspended', pending: [{ key: 'act:0:0' }] });
    expect(world.commits).toEqual([]);
  });

  it('R7: a strategy that catches a budget cannot report success', async () => {
    const three: FaultyBody = (run) => swallowsEnds(run, [...calls, call('search')]);
    const approve = async () => [true];
    const { result, world } = await withFault(three, { approve, limits: { maxToolCalls: 1 } });
    expect(result).toMatchObject({ status: 'stopped', stopReason: 'budget' });
    expect(world.commits).toEqual(['wire {"eur":1}']);
  });

  const faults: [string, FaultyBody, string][] = [
    ['calls the run twice at a time', callsConcurrently, 'calls of a run follow one another'],
    ['does not wait for a call', doesNotWait, 'ended while run.act was not done'],
    ['acts twice and throws before it judges', judgesLate, 'before it was judged'],
    ['throws halfway', throwsHalfway, 'The strategy threw TypeError: halfway'],
    ['returns nothing', returnsNothing, 'returned no outcome'],
    ['claims to be suspended', claimsSuspension, 'returned no outcome with the reason'],
  ];
  it.each(faults)(
    'R2, R12: a strategy that %s ends with error, and nothing that happened is lost',
    async (_, body, reason) => {
      const { result, world, events } = await withFault(body, {
        approve: async (pending) => pending.map(() => true),
      });
      expect(result).toMatchObject({ status: 'failed', stopReason: 'error' });
      expect(result.reason).toContain(reason);
      expect(ledgerFaults(result, world)).toEqual([]);
      const booked = events.filter(({ type }) => type === 'tool').length;
      expect(booked).toBeGreaterThan(0);
      expect(result.steps.flatMap(({ observations }) => observations)).toHaveLength(booked);
      expect(events.at(-1)?.type).toBe('finished');
    },
  );

  it('R2: a run that is over does nothing more', async () => {
    const world = createWorld();
    let kept: Run | undefined;
    await perform(
      async (run) => {
        kept = run;
        return { stopReason: 'final', answer: 1 };
      },
      { tools: createToolRegistry({ tools: bankTools(world) }) },
    );
    await expect(kept?.act([call('transfer')])).rejects.toThrow('The run is over');
    expect(world.starts).toBe(0);
  });

  it('R12: an agent function that catches the suspension of its sub-agent is suspended', async () => {
    const world = createWorld();
    const inner = createToolRegistry({ tools: bankTools(world) });
    const careless = defineAgentTool({
      name: 'careless',
      description: 'Catches everything.',
      input: anyArguments,
      bounds: { modelCalls: 10 },
      agent: (_, parent) =>
        runReact({
          task: 'Pay.',
          model: turnModel(turns(call('wire'))),
          tools: inner,
          parent,
        }).catch(() => ({ status: 'solved', answer: 'all is paid' }) as RunResult<string>),
    });
    const tools = createToolRegistry({ tools: [careless] });
    const result = await perform((run) => swallowsEnds(run, [call('careless')]), { tools });
    expect(result).toMatchObject({ status: 'suspended', pending: [{ key: 'act:0:0/act:0:0' }] });
    expect(world.commits).toEqual([]);
  });

  it('R12: a sub-agent that its agent function does not wait for is waited for', async () => {
    const world = createWorld();
    const inner = createToolRegistry({ tools: bankTools(world) });
    const hasty = defineAgentTool({
      name: 'hasty',
      description: 'Does not wait.',
      input: anyArguments,
      bounds: { modelCalls: 10 },
      agent: async (_, parent) => {
        const model = turnModel(turns(call('transfer')));
        void runReact({ task: 'Pay.', model, tools: inner, parent });
        return { status: 'solved', answer: 'started' } as RunResult<string>;
      },
    });
    const { runtime, violations } = disciplinedRuntime(createMemoryJournal());
    const tools = createToolRegistry({ tools: [hasty] });
    const result = await perform((run) => throwsHalfway(run, [call('hasty')]), { tools, runtime });
    expect(violations).toEqual([]);
    expect(result.effects).toMatchObject([{ tool: 'transfer', status: 'committed' }]);
  });

  it('R6: an advisor that catches a failed store does not let the run go on', async () => {
    const journal = createMemoryJournal(
      {},
      {
        append(entry) {
          if ('key' in entry && entry.key === 'critic:0') throw new Error('disk full');
        },
      },
    );
    const run = react(bankTools(createWorld()), {
      model: turnModel(turns(call('search'))),
      runtime: journal,
      advisors: [
        {
          name: 'careless',
          role: 'critic',
          advise: ({ think }) =>
            think({ system: '', messages: [] }, 'critic').then(
              ({ text }) => text,
              () => 'swallowed',
            ),
        },
      ],
    });
    await expect(run).rejects.toMatchObject({ code: 'not_stored', key: 'critic:0' });
  });

  it('R9: a caller whose check of the answer throws gets a result', async () => {
    const result = await runStrategy<unknown>(
      {
        strategy: { name: 'test', version: 1 },
        task: 'Answer.',
        tools: createToolRegistry({ tools: [] }),
        models: { default: turnModel(['']) },
        allowance: {},
        checkAnswer: () => {
          throw new Error('the schema is broken');
        },
      },
      async () => ({ stopReason: 'final', answer: 1 }),
    );
    expect(result).toMatchObject({ status: 'failed', stopReason: 'error' });
    expect(result.reason).toContain('the schema is broken');
  });
});
