import { describe, expect, it } from 'vitest';
import type { Outcome, StopReason } from '../src/index.ts';
import { ends, runStrategy } from '../src/index.ts';
import {
  ask,
  call,
  done,
  eventsOf,
  payTool,
  recorder,
  returned,
  runChecked,
  type SpecOptions,
  scripted,
  specOf,
  stepWith,
} from './support.ts';

describe('what a body returns', () => {
  it.each(['final', 'goal_achieved'] as const)(
    'R9: %s with an answer is solved',
    async (stopReason) => {
      const result = await returned({ stopReason, answer: { n: 1 } });
      expect(result).toMatchObject({ status: 'solved', stopReason, answer: { n: 1 } });
      expect(result.reason).not.toBe('');
    },
  );

  const unsolved = Object.entries(ends).filter(
    ([, status]) => status !== 'solved' && status !== 'suspended',
  ) as [StopReason, string][];

  it.each(unsolved)('R9: %s is %s and has no answer', async (stopReason, status) => {
    const result = await returned({ stopReason, text: 'so it was', answer: 'smuggled' });
    expect(result).toMatchObject({ status, stopReason, reason: 'so it was' });
    expect(result).not.toHaveProperty('answer');
  });

  it('SEC-018: text never makes a run solved', async () => {
    const result = await returned({
      stopReason: 'max_steps',
      text: 'x',
      partial: 'The answer is 5.',
    });
    expect(result).toMatchObject({
      status: 'stopped',
      partial: { text: expect.stringMatching(/^The model says: The answer is 5\./) },
    });
    expect(result).not.toHaveProperty('answer');
  });

  it('R7: giving up keeps what the model called its partial result, and why', async () => {
    const result = await returned({
      stopReason: 'gave_up',
      text: 'the search is down',
      partial: 'It was launched in May.',
    });
    expect(result).toMatchObject({ status: 'degraded', reason: 'the search is down' });
    expect(result.partial.text).toContain('It was launched in May.');
  });

  it('has a reason even when the strategy gives none', async () => {
    for (const text of ['', ' ']) {
      const { reason } = await returned({ stopReason: 'gave_up', text });
      expect(reason).toBe('The run ended with gave_up');
    }
  });

  it.each([
    undefined,
    null,
    'final',
    {},
    { stopReason: 'final' },
    { stopReason: 'final', text: 'five' },
    { stopReason: 'nonsense', text: 'x' },
    { stopReason: 'toString', text: 'x' },
    { stopReason: 'awaiting_approval', text: 'x' },
    { stopReason: 'detached', text: 'x' },
  ])('R9: what is no outcome ends with error: %j', async (outcome) => {
    const result = await returned(outcome);
    expect(result).toMatchObject({ status: 'failed', stopReason: 'error' });
    expect(result.partial.text).not.toBe('');
  });

  it('an answer that is no JSON is made one', async () => {
    const result = await returned({ stopReason: 'final', answer: new Map([['a', 1n]]) });
    expect(result).toMatchObject({ answer: { a: '1' } });
  });
});

describe('what a body throws', () => {
  it.each([
    [new TypeError('bad step'), 'TypeError: bad step'],
    ['text', 'Error: text'],
    [undefined, 'undefined was thrown'],
    [null, 'null was thrown'],
    [{}, 'no message'],
    [Object.create(null), 'no message'],
    [Symbol('s'), ''],
  ])('R9: becomes an error result: %o', async (thrown, words) => {
    const result = await runStrategy(specOf(), () => Promise.reject(thrown));
    expect(result).toMatchObject({ status: 'failed', stopReason: 'error' });
    expect(result.reason).toContain('The strategy threw');
    expect(result.reason).toContain(words);
  });

  it('R12: loses nothing that happened before', async () => {
    const { pay } = payTool();
    const result = await runStrategy(specOf({ tools: [pay] }), async (run) => {
      await stepWith(run, call('pay', { to: 'ann' }));
      await run.act([call('pay', { to: 'bob' })]);
      throw new Error('bug');
    });
    expect(result.effects.map(({ status }) => status)).toEqual(['committed', 'committed']);
    expect(result.steps.map(({ kind }) => kind)).toEqual(['act', 'interrupted']);
    expect(result.counts.toolCalls.ok).toBe(2);
  });
});

describe('the last step', () => {
  async function endingWith(outcome: Outcome, options: SpecOptions = {}) {
    const { events, onEvent } = recorder();
    const spec = specOf({
      model: scripted(['a', 'b']),
      allowance: { actor: 2 },
      onEvent,
      ...options,
    });
    const result = await runStrategy(spec, async (run) => {
      await run.think(ask('one'), 'actor');
      await stepWith(run, call('echo'));
      await run.think(ask('two'), 'actor');
      return outcome;
    });
    expect(eventsOf(events, 'step').map(({ step }) => step)).toEqual(result.steps);
    expect(result.counts.modelCalls.actor).toBe(result.steps.length);
    return result.steps.at(-1);
  }

  it.each([
    [{ stopReason: 'final', answer: 1 }, 'final'],
    [{ stopReason: 'goal_achieved', answer: 1 }, 'final'],
    [{ stopReason: 'gave_up', text: '' }, 'give_up'],
    [{ stopReason: 'error', text: '' }, 'failed'],
    [{ stopReason: 'refused', text: '' }, 'failed'],
  ] as [Outcome, string][])('R3: is the reply that ended the run: %o', async (outcome, kind) => {
    const terminal = { n: 2, calls: [], observations: [], verdicts: [], notes: [] };
    expect(await endingWith({ ...outcome, thought: 'enough' })).toEqual({
      ...terminal,
      kind,
      thought: 'enough',
    });
    expect(await endingWith(outcome)).toEqual({ ...terminal, kind, thought: '' });
  });

  it('R3: a failed call of the actor is a step, too', async () => {
    const options = { model: scripted(['a', new Error('down')]) };
    expect(await endingWith(done, options)).toMatchObject({ n: 2, kind: 'failed' });
  });

  it('R3: the call that was refused beyond the allowance is none', async () => {
    const result = await runStrategy(
      specOf({ model: scripted(['a']), allowance: { actor: 1 } }),
      async (run) => {
        await run.think(ask('one'), 'actor');
        await stepWith(run, call('echo'));
        await run.think(ask('two'), 'actor');
        return done;
      },
    );
    expect(result.stopReason).toBe('max_steps');
    expect(result.steps.map(({ kind }) => kind)).toEqual(['act']);
  });

  it('R3: a strategy without an actor has only the steps that it judged', async () => {
    const result = await runStrategy(
      specOf({ model: scripted(['plan']), allowance: { planner: 1 } }),
      async (run) => {
        await run.think(ask('plan'), 'planner');
        await stepWith(run, call('echo'));
        return done;
      },
    );
    expect(result.steps).toHaveLength(1);
  });

  it('R12: waves that were never judged are kept as one step', async () => {
    const result = await runStrategy(specOf({ allowance: {} }), async (run) => {
      await run.act([call('echo', { n: 1 })]);
      await run.act([call('echo', { n: 2 })]);
      await run.think(ask('x'), 'actor');
      return done;
    });
    expect(result.steps).toMatchObject([
      { kind: 'interrupted', calls: [{ args: { n: 1 } }, { args: { n: 2 } }] },
    ]);
    expect(result.steps[0]?.observations).toHaveLength(2);
    expect(result.partial.found).toEqual([{ n: 1 }, { n: 2 }]);
  });
});

it('a run is solved with the answer of its body and everything that it used', async () => {
  const usage = { inputTokens: 5, outputTokens: 2, cachedInputTokens: null, costUsd: null };
  const spec = specOf({ model: scripted([{ text: 'go', usage }]), allowance: { actor: 2 } });
  const result = await runChecked(spec, async (run) => {
    const { text } = await run.think(ask('x'), 'actor');
    expect(text).toBe('go');
    await stepWith(run, call('echo', { a: 1 }));
    return { stopReason: 'final', answer: 'five' };
  });
  expect(result).toEqual({
    status: 'solved',
    stopReason: 'final',
    reason: 'The model gave its answer',
    answer: 'five',
    partial: { text: 'five', found: [{ a: 1 }], missing: [] },
    steps: [expect.objectContaining({ n: 1, kind: 'act' })],
    effects: [],
    flags: [],
    counts: {
      modelCalls: { actor: 1 },
      childModelCalls: 0,
      childToolCalls: 0,
      attempts: 1,
      toolCalls: { ok: 1, failed: 0, refused: 0, reused: 0 },
    },
    usage,
    activeMs: expect.any(Number),
    bounds: expect.objectContaining({ modelCalls: 2 }),
  });
});

it('R9: a solved run has the reason that its body gives, if it gives one', async () => {
  const reasonOf = async (outcome: object) =>
    (await runStrategy(specOf(), async () => outcome as Outcome)).reason;
  for (const stopReason of ['final', 'goal_achieved']) {
    const solved = { stopReason, answer: 'five' };
    expect(await reasonOf({ ...solved, text: 'A tool gave it' })).toBe('A tool gave it');
    const usual = await reasonOf(solved);
    for (const text of ['', ' ', 7]) expect(await reasonOf({ ...solved, text })).toBe(usual);
  }
});
