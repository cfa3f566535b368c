import { describe, expect, it } from 'vitest';
import type { RunSpec } from '../src/index.ts';
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

  it('is asked again when the stored result of a finished session is given', async () => {
    const runtime = createMemoryJournal();
    const spec = { ...specOf({ runtime }), ...asNumber } as RunSpec<number>;
    const body = async () => ({ stopReason: 'final', answer: '47' }) as const;
    expect(await runStrategy(spec, body)).toMatchObject({ answer: 47 });
    expect(await runStrategy(spec, body)).toMatchObject({ answer: 47 });
  });
});
