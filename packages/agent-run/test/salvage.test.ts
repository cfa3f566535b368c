import { afterEach, describe, expect, it, vi } from 'vitest';
import type { RunSpec, StopReason } from '../src/index.ts';
import { createMemoryJournal, ends, runStrategy } from '../src/index.ts';
import {
  ask,
  call,
  done,
  eventsOf,
  payTool,
  recorder,
  returned,
  type SpecOptions,
  scripted,
  specOf,
  stepWith,
  tool,
} from './support.ts';

describe('salvage', () => {
  afterEach(() => {
    vi.useRealTimers();
  });

  const salvaged = (stopReason: StopReason, options: SpecOptions) =>
    returned({ stopReason, text: 'the end', answer: 1 }, options);

  const everyEnd = Object.keys(ends) as StopReason[];

  it('R8: is asked for after the ends that a run gives itself, and after no other', async () => {
    const asked: StopReason[] = [];
    for (const stopReason of everyEnd) {
      const salvage = async () => {
        asked.push(stopReason);
        return 'best so far';
      };
      const result = await salvaged(stopReason, { salvage });
      expect(result.partial.text.startsWith('Summary: best so far')).toBe(
        asked.includes(stopReason),
      );
    }
    expect(asked).toEqual([
      'max_steps',
      'max_replans',
      'condition_met',
      'loop_detected',
      'no_progress',
      'goal_drift',
      'error_limit',
      'unrecoverable',
      'budget',
    ]);
  });

  it.each([
    ['thrown', () => Promise.reject(Object.assign(new Error('big'), { kind: 'context_overflow' }))],
    ['told', async () => ({ text: '', finish: 'context_window' as const })],
  ])('R8: is told of a request that was too large (%s)', async (_, generate) => {
    const outcomes: unknown[] = [];
    const spec = specOf({
      model: { id: 'small', generate },
      allowance: { actor: 1 },
      salvage: async (_run, outcome) => {
        outcomes.push(outcome);
        return '';
      },
    });
    await runStrategy(spec, async (run) => {
      await run.think(ask('one'), 'actor');
      return done;
    });
    expect(outcomes).toMatchObject([{ stopReason: 'budget', cause: 'context_overflow' }]);
  });

  it('R8: is told of no cause at other ends, and of the one that a strategy names', async () => {
    const outcomes: unknown[] = [];
    const salvage: RunSpec<unknown>['salvage'] = async (_run, outcome) => {
      outcomes.push(outcome);
      return '';
    };
    await salvaged('max_steps', { salvage });
    const cause = 'context_overflow';
    await returned({ stopReason: 'budget', text: 'too large', cause }, { salvage });
    await returned({ stopReason: 'budget', text: 'too dear', cause: 7 }, { salvage });
    expect(outcomes).toEqual([
      { stopReason: 'max_steps', text: 'the end' },
      { stopReason: 'budget', text: 'too large', cause },
      { stopReason: 'budget', text: 'too dear' },
    ]);
  });

  it('R8: may ask the synthesiser, although the run has ended', async () => {
    const spec = specOf({
      model: scripted(['a', 'Two of three were found.']),
      allowance: { actor: 1, synthesiser: 1 },
      salvage: async (run) => (await run.think(ask('sum up'), 'synthesiser')).text,
    });
    const result = await runStrategy(spec, async (run) => {
      await run.think(ask('one'), 'actor');
      await run.think(ask('two'), 'actor');
      return done;
    });
    expect(result).toMatchObject({
      status: 'stopped',
      stopReason: 'max_steps',
      counts: { modelCalls: { actor: 1, synthesiser: 1 } },
    });
    expect(result.partial.text).toMatch(/^Summary: Two of three were found\./);
  });

  it('R8: may ask the synthesiser although the tool calls are used up', async () => {
    const { events, onEvent } = recorder();
    const result = await runStrategy(
      specOf({
        model: scripted(['One of two was found.']),
        allowance: { synthesiser: 1 },
        limits: { maxToolCalls: 1 },
        salvage: async (run) => (await run.think(ask('sum up'), 'synthesiser')).text,
        onEvent,
      }),
      async (run) => {
        await stepWith(run, call('echo', { n: 1 }), call('echo', { n: 2 }));
        return done;
      },
    );
    expect(result).toMatchObject({
      status: 'stopped',
      stopReason: 'budget',
      reason: 'The limit of 1 tool calls was reached',
      counts: { modelCalls: { synthesiser: 1 }, toolCalls: { ok: 1, refused: 1, reused: 0 } },
    });
    expect(result.partial.text).toMatch(/^Summary: One of two was found\./);
    expect(eventsOf(events, 'model')).toMatchObject([{ role: 'synthesiser' }]);
  });

  it('R9: asks nobody once the tokens are used up', async () => {
    const usage = { inputTokens: 9, outputTokens: 1, cachedInputTokens: null, costUsd: null };
    const model = scripted([{ text: 'costly', usage }, 'never']);
    const spec = specOf({
      model,
      allowance: { actor: 2, synthesiser: 1 },
      limits: { maxTokens: 10 },
      salvage: async (run) => (await run.think(ask('sum up'), 'synthesiser')).text,
    });
    const result = await runStrategy(spec, async (run) => {
      await run.think(ask('one'), 'actor');
      await run.think(ask('two'), 'actor');
      return done;
    });
    expect(result).toMatchObject({
      stopReason: 'budget',
      reason: 'The limit of 10 tokens was reached',
    });
    expect(model.requests).toHaveLength(1);
  });

  it('sees the steps of the run', async () => {
    const spec = specOf({
      allowance: {},
      salvage: async (run) => `${run.steps.length} steps, ${run.task}`,
    });
    const result = await runStrategy(spec, async (run) => {
      await stepWith(run, call('echo'));
      await run.think(ask('x'), 'actor');
      return done;
    });
    expect(result.partial.text).toMatch(/^Summary: 1 steps, Find out\./);
  });

  it.each([
    ['throws', () => Promise.reject(new Error('no'))],
    [
      'throws at once',
      () => {
        throw new Error('no');
      },
    ],
    ['gives no text', async () => undefined],
    [
      'asks more than it may',
      async (run: Parameters<NonNullable<RunSpec<1>['salvage']>>[0]) =>
        (await run.think(ask('x'), 'actor')).text,
    ],
  ])('R8: when it %s, the text made by rules remains', async (_, salvage) => {
    const spec = specOf({ allowance: {}, salvage: salvage as never });
    const result = await runStrategy(spec, async (run) => {
      await stepWith(run, call('echo', { fact: 47 }));
      return { stopReason: 'max_steps', text: 'the limit' };
    });
    expect(result).toMatchObject({
      status: 'stopped',
      stopReason: 'max_steps',
      reason: 'the limit',
    });
    expect(result.partial.text).toBe('Found echo(fact: 47): {"fact":47}.');
  });

  it('what the model itself said comes first', async () => {
    const result = await returned(
      { stopReason: 'max_steps', text: 'x', partial: 'My own words.' },
      { salvage: async () => 'salvaged' },
    );
    expect(result.partial.text).toMatch(/^The model says: My own words\./);
  });

  it('R12: is waited for: nothing that it began is lost', async () => {
    const slow = tool('pay', 'once', () => new Promise((resolve) => setTimeout(resolve)));
    const result = await salvaged('max_steps', {
      tools: [slow],
      salvage: async (run) => {
        void run.act([call('pay')]);
        return 'best so far';
      },
    });
    expect(result.effects).toMatchObject([{ tool: 'pay', status: 'committed' }]);
    expect(result.partial.text).toMatch(/^Summary: best so far/);
  });

  it('R9: cannot hide that the run waits for a decision', async () => {
    const { pay } = payTool({ approval: true });
    const result = await salvaged('max_steps', {
      tools: [pay],
      salvage: async (run) => {
        await run.act([call('pay')]).catch(() => {});
        return 'best so far';
      },
    });
    expect(result.status).toBe('suspended');
  });

  it('is left by a process that is told to go, and is asked again when the run resumes', async () => {
    const runtime = createMemoryJournal();
    const detach = new AbortController();
    const run = (model: ReturnType<typeof scripted>, signal?: AbortSignal) =>
      returned(
        { stopReason: 'max_steps', text: 'the limit' },
        {
          model,
          runtime,
          allowance: { synthesiser: 1 },
          salvage: async (inner) => (await inner.think(ask('sum up'), 'synthesiser')).text,
          ...(signal ? { detach: signal } : {}),
        },
      );
    const leaving = scripted([
      () => {
        detach.abort();
        return new Promise<string>(() => {});
      },
    ]);
    expect(await run(leaving, detach.signal)).toMatchObject({
      status: 'suspended',
      stopReason: 'detached',
      pending: [],
    });
    expect((await run(scripted(['All of it.']))).partial.text).toMatch(/^Summary: All of it\./);
  });
});
