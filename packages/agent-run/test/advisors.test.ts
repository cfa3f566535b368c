import { describe, expect, it } from 'vitest';
import type { Advisor, AdvisorContext, Model } from '../src/index.ts';
import { createMemoryJournal, runStrategy } from '../src/index.ts';
import {
  advisor,
  ask,
  call,
  deafModel,
  done,
  echo,
  eventsOf,
  guard,
  payTool,
  recorder,
  type SpecOptions,
  scripted,
  specOf,
  stepWith,
} from './support.ts';

/** Judges as many steps as it is told, the last one as the last. */
function advised(advisors: readonly Advisor[], options: SpecOptions & { steps?: number } = {}) {
  const { steps = 1, ...rest } = options;
  return runStrategy(specOf({ advisors, ...rest }), async (run) => {
    for (let n = 1; n <= steps; n++) await stepWith(run, call('echo', { n }));
    return done;
  });
}

describe('an advisor', () => {
  it('R6: leaves a note in the step and in its event, after the hints of the guards', async () => {
    const { events, onEvent } = recorder();
    const { steps } = await advised(
      [advisor(() => 'look at the map'), advisor(async () => 'and at the clock')],
      { guards: [guard(() => ({ kind: 'hint', text: 'a hint' }))], onEvent },
    );
    const notes = ['a hint', 'look at the map', 'and at the clock'];
    expect(steps[0]?.notes).toEqual(notes);
    expect(eventsOf(events, 'step')[0]?.step.notes).toEqual(notes);
  });

  it('sees the task, the names of the tools, the step and the steps before', async () => {
    const seen: unknown[] = [];
    const watch = advisor((context: AdvisorContext, step, before) => {
      seen.push([context.task, context.tools, step.n, before.map(({ n }) => n)]);
      return undefined;
    });
    await advised([watch], { steps: 2, tools: [echo, payTool().pay] });
    expect(seen).toEqual([
      ['Find out.', ['echo', 'pay'], 1, []],
      ['Find out.', ['echo', 'pay'], 2, [1]],
    ]);
  });

  it.each([undefined, '', ' \n', null, 7])('says nothing with %j', async (answer) => {
    const { steps } = await advised([advisor(() => answer as string)]);
    expect(steps[0]?.notes).toEqual([]);
  });

  it('R3: is not asked about the last step, which nobody reads advice about', async () => {
    const asked: number[] = [];
    const watch = advisor((_, { n }) => void asked.push(n) as undefined);
    await runStrategy(specOf({ advisors: [watch] }), async (run) => {
      await run.judge({ thought: '', calls: [], observations: [] });
      await run.judge({ thought: '', calls: [], observations: [], last: true });
      return done;
    });
    expect(asked).toEqual([1]);
  });

  it('R3: is not asked about a step that ends the run', async () => {
    let asked = 0;
    const { stopReason } = await advised([advisor(() => `${++asked}`)], {
      guards: [guard(() => ({ kind: 'stop', stopReason: 'loop_detected', text: 'a loop' }))],
    });
    expect(stopReason).toBe('loop_detected');
    expect(asked).toBe(0);
  });

  it('that throws is a flag, and the others are asked all the same', async () => {
    const broken = advisor(() => Promise.reject(new TypeError('no grade')), { name: 'critic' });
    const { steps, flags, status } = await advised([broken, advisor(() => 'fine')]);
    expect(status).toBe('solved');
    expect(flags).toEqual(['critic: the advisor threw TypeError: no grade']);
    expect(steps[0]?.notes).toEqual(['fine']);
  });
});

describe('the model calls of an advisor', () => {
  const critic = advisor(async (context) => (await context.think(ask('grade'), 'critic')).text, {
    name: 'critic',
    role: 'critic',
  });

  it('R6: are asked of the model of the role, counted and bounded', async () => {
    const model = scripted(['good', 'better', 'never']);
    const { steps, counts, flags, status } = await advised([critic], {
      steps: 3,
      models: { default: deafModel, critic: model },
      allowance: { critic: 2 },
    });
    expect(status).toBe('solved');
    expect(steps.map(({ notes }) => notes)).toEqual([['good'], ['better'], []]);
    expect(counts.modelCalls).toEqual({ critic: 2 });
    expect(flags).toEqual(['critic: The critic has used all of its 2 model calls']);
  });

  it('R3: that fail leave the run alone', async () => {
    const { steps, flags, status } = await advised([critic], {
      model: scripted([new Error('down')]),
      allowance: { critic: 1 },
    });
    expect(status).toBe('solved');
    expect(steps[0]?.notes).toEqual([]);
    expect(flags).toEqual(['critic: The critic model failed (unknown): down']);
  });

  it('R9: a budget that is used up ends the run, and the step is kept', async () => {
    const usage = { inputTokens: 9, outputTokens: 1, cachedInputTokens: null, costUsd: null };
    const { events, onEvent } = recorder();
    const result = await advised([critic, critic], {
      model: scripted([{ text: 'costly', usage }]),
      allowance: { critic: 2 },
      limits: { maxTokens: 10 },
      onEvent,
    });
    expect(result).toMatchObject({ status: 'stopped', stopReason: 'budget' });
    expect(result.steps).toHaveLength(1);
    expect(eventsOf(events, 'step')).toHaveLength(1);
  });

  const selfish = advisor(async (context) => {
    try {
      await context.think(ask('grade'), 'critic');
    } catch {
      return 'nothing happened';
    }
    return undefined;
  });

  it('R2: an end that an advisor catches still ends the run', async () => {
    const cancel = new AbortController();
    const model: Model = {
      id: 'm',
      generate: () => {
        cancel.abort();
        return new Promise(() => {});
      },
    };
    const result = await advised([selfish], {
      model,
      cancel: cancel.signal,
      allowance: { critic: 1 },
      steps: 2,
    });
    expect(result).toMatchObject({ stopReason: 'aborted' });
    expect(result.steps).toHaveLength(1);
  });

  it('that nobody waited for are waited for', async () => {
    const model = scripted([
      () => new Promise<string>((resolve) => setTimeout(() => resolve('late'))),
    ]);
    const careless = advisor((context) => void context.think(ask('x'), 'critic') as undefined);
    const result = await advised([careless], { model, allowance: { critic: 1 } });
    expect(result.status).toBe('solved');
    expect(result.counts.modelCalls).toEqual({ critic: 1 });
    expect(result.usage.outputTokens).toBe(1);
  });

  it('cannot be made once the advice is given', async () => {
    let kept: AdvisorContext | undefined;
    const keeper = advisor((context) => {
      kept = context;
      return undefined;
    });
    const model = scripted(['never']);
    const result = await runStrategy(
      specOf({ advisors: [keeper], model, allowance: { critic: 1 } }),
      async (run) => {
        await stepWith(run, call('echo'));
        const late = await kept?.think(ask('x'), 'critic').catch((error: Error) => error.message);
        return { stopReason: 'final', answer: String(late) };
      },
    );
    expect(result).toMatchObject({ answer: 'The advice is given; the run has gone on' });
    expect(model.requests).toEqual([]);
  });

  it('are stored: a resumed run asks no critic twice', async () => {
    const journal = createMemoryJournal();
    const model = scripted(['good']);
    const options = { model, allowance: { critic: 1 } };
    const first = await advised([critic], { ...options, runtime: journal });
    const { result: _, ...record } = journal.record();
    const second = await advised([critic], { ...options, runtime: createMemoryJournal(record) });
    expect(second).toEqual(first);
    expect(model.requests).toHaveLength(1);
  });
});
