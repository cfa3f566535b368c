import { describe, expect, it } from 'vitest';
import type { Outcome, Run, RunSpec } from '../src/index.ts';
import { createMemoryJournal, runStrategy } from '../src/index.ts';
import { call, done, payTool, specOf, stepWith } from './support.ts';

describe('the check of an answer', () => {
  type Checked = Pick<RunSpec<number>, 'checkAnswer'>;
  const asNumber: Checked = {
    checkAnswer: (answer) =>
      Number.isFinite(Number(answer))
        ? { ok: true, value: Number(answer) }
        : { ok: false, message: 'not a number' },
  };
  const answering = (answer: string, options: Checked, stopReason: 'final' | 'goal_achieved') =>
    runStrategy<number>({ ...specOf(), ...options } as RunSpec<number>, async () => ({
      stopReason,
      answer,
      thought: 'so',
    }));

  it.each(['final', 'goal_achieved'] as const)(
    'reads the answer of %s into the type',
    async (end) => {
      expect(await answering('47', asNumber, end)).toMatchObject({ status: 'solved', answer: 47 });
    },
  );

  it.each(['final', 'goal_achieved'] as const)(
    'R9: an answer of %s that does not fit is an error, not an answer',
    async (end) => {
      const result = await answering('many', asNumber, end);
      expect(result).toMatchObject({
        status: 'failed',
        stopReason: 'error',
        reason: 'The answer does not fit: not a number',
      });
      expect(result).not.toHaveProperty('answer');
      expect(result.steps).toMatchObject([{ thought: 'so', kind: 'failed' }]);
    },
  );

  it('LOOP-028: a check that throws, at once or later, is an error result with all that happened', async () => {
    const checks = [
      () => {
        throw new TypeError('no schema');
      },
      () => Promise.reject(new TypeError('no schema')),
    ];
    for (const checkAnswer of checks) {
      const { pay } = payTool();
      const result = await runStrategy(specOf({ tools: [pay], checkAnswer }), async (run) => {
        await stepWith(run, call('pay'));
        return done;
      });
      expect(result).toMatchObject({ status: 'failed', effects: [{ status: 'committed' }] });
      expect(result.reason).toContain('TypeError: no schema');
    }
  });

  it('may wait', async () => {
    const checkAnswer = async () => ({ ok: true, value: 5 }) as const;
    expect(await answering('x', { checkAnswer }, 'final')).toMatchObject({ answer: 5 });
  });

  it('is asked once about a fresh answer: a second opinion could contradict what is stored', async () => {
    const runtime = createMemoryJournal();
    let asked = 0;
    const fickle: Checked = {
      checkAnswer: () =>
        ++asked === 1 ? { ok: true, value: asked } : { ok: false, message: 'not any more' },
    };
    const spec = { ...specOf({ runtime }), ...fickle } as RunSpec<number>;
    const result = await runStrategy(spec, async () => done);
    expect(result).toMatchObject({ status: 'solved', answer: 1 });
    expect(runtime.record().result?.status).toBe(result.status);
    expect(asked).toBe(1);
  });

  it('is asked again when the stored result of a finished session is given', async () => {
    const runtime = createMemoryJournal();
    const spec = { ...specOf({ runtime }), ...asNumber } as RunSpec<number>;
    const body = async () => ({ stopReason: 'final', answer: '47' }) as const;
    expect(await runStrategy(spec, body)).toMatchObject({ answer: 47 });
    expect(await runStrategy(spec, body)).toMatchObject({ answer: 47 });
  });

  it.each([
    ['does not fit the check any more', asNumber.checkAnswer, 'not a number'],
    [
      'breaks the check',
      () => {
        throw new TypeError('no schema');
      },
      'its check threw TypeError: no schema',
    ],
  ])(
    'R9: a stored answer that %s is failed and told, never an answer of the wrong type',
    async (_, checkAnswer, words) => {
      const runtime = createMemoryJournal();
      const { pay, paid } = payTool();
      const body = async (run: Run): Promise<Outcome> => {
        await stepWith(run, call('pay', { eur: 20 }));
        return { stopReason: 'final', answer: 'many' };
      };
      const spec = specOf({ runtime, tools: [pay] });
      const first = await runStrategy(spec, body);
      expect(first).toMatchObject({ status: 'solved', answer: 'many' });

      const changed = { ...spec, checkAnswer } as RunSpec<number>;
      const again = await runStrategy<number>(changed, body);
      expect(again).toMatchObject({
        status: 'failed',
        stopReason: 'error',
        reason: `The stored answer does not fit: ${words}`,
      });
      expect(again).not.toHaveProperty('answer');
      expect(again.steps).toEqual(first.steps);
      expect(again.effects).toEqual(first.effects);
      expect(paid).toHaveLength(1);
      // What is stored stays what it was: under the first check it is an answer again.
      expect(await runStrategy(spec, body)).toEqual(first);
    },
  );
});
