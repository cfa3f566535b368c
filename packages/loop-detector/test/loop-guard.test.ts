import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { loopGuard, loopPresets } from '../src/index.ts';
import type { Turn } from './run-guard.ts';
import { fail, final, outline, runGuard, succeed, together, unreadable } from './run-guard.ts';

const fees = succeed('search', { q: 'fees' }, 'Fees: 3 USD a month.');

function repeat(turn: Turn, times: number): Turn[] {
  return Array.from({ length: times }, () => turn);
}

describe('loopGuard', () => {
  it('L1, L6: hints at the third equal step, stops at the fourth and says what and why', () => {
    const [hint, stop] = runGuard(loopGuard(), repeat(fees, 6));
    expect(hint).toMatchObject({
      n: 3,
      verdict: {
        kind: 'hint',
        text: 'Called search(q=fees) 3 times with the same result. The result is already there: use it and go on. If you are waiting, wait longer or do something else first.',
      },
    });
    expect(stop).toEqual({
      n: 4,
      verdict: {
        kind: 'stop',
        stopReason: 'loop_detected',
        text: 'Called search(q=fees) 4 times with the same result.',
        data: {
          kind: 'repeat',
          pattern: ['search(q=fees)'],
          repeats: 4,
          cause: 'success_not_recognised',
        },
      },
    });
  });

  it('L1: stops a cycle of two at its second round', () => {
    const cycle = [succeed('a', {}, '1'), succeed('b', {}, '2')];
    expect(runGuard(loopGuard(), [...cycle, ...cycle, ...cycle])).toEqual([
      { n: 3, verdict: expect.objectContaining({ kind: 'hint' }) },
      {
        n: 4,
        verdict: {
          kind: 'stop',
          stopReason: 'loop_detected',
          text: 'Went round a(), b() 2 times with the same result.',
          data: { kind: 'cycle', pattern: ['a()', 'b()'], repeats: 2, cause: 'result_unchanged' },
        },
      },
    ]);
  });

  it('LOOP-012: a broken tool alternating with one that tells nothing new is a loop', () => {
    const turns = Array.from({ length: 10 }, () => [
      fail('bad_tool', {}),
      succeed('list', {}, ['x']),
    ]).flat();
    const verdicts = runGuard(loopGuard(), turns);
    expect(verdicts).toMatchObject([
      { n: 3, verdict: { kind: 'hint' } },
      {
        n: 4,
        verdict: { stopReason: 'loop_detected', data: { repeats: 2, cause: 'failure_repeated' } },
      },
    ]);
  });

  it('LDET-006: equal calls whose results change are no loop', () => {
    const polls = ['10%', '40%', '70%', 'done'].map((text) => succeed('status', { id: 1 }, text));
    expect(outline(loopGuard(), polls)).toBe('');
    expect(outline(loopGuard({ resultAware: false }), polls)).toBe('3:hint 4:stop');
  });

  it('LDET-006: results without a value are told apart by their text', () => {
    const textOnly = (text: string) => ({
      ...fees,
      observations: [{ tool: 'search', ok: true, text }],
    });
    expect(outline(loopGuard(), ['1', '2', '3', '4'].map(textOnly))).toBe('');
    expect(outline(loopGuard(), ['1', '1', '1', '1'].map(textOnly))).toBe('3:hint 4:stop');
  });

  it('LDET-015: cycles are looked for in the window only', () => {
    const cycle = ['a', 'b', 'c', 'd'].map((tool) => succeed(tool, {}, tool));
    const rounds = [...cycle, ...cycle, ...cycle];
    const noRevisits = { hintAfterRevisits: 99, stopAfterRevisits: 99 };
    expect(outline(loopGuard(noRevisits), rounds)).toBe('');
    expect(outline(loopGuard({ ...noRevisits, windowSize: 7 }), rounds)).toBe('');
    expect(outline(loopGuard({ ...noRevisits, windowSize: 8 }), rounds)).toBe('8:stop');
    expect(outline(loopGuard({ ...noRevisits, windowSize: 8, stopAfterCycles: 3 }), rounds)).toBe(
      '8:hint',
    );
    expect(outline(loopGuard(), rounds)).toBe('5:hint 9:stop');
  });

  it('TOOL-038: a call repeated because its result was cut off is a loop', () => {
    const cut = succeed('read', { path: 'big' }, `${'x'.repeat(1000)} [cut: 1000 of 1000000]`);
    expect(outline(loopGuard(), repeat(cut, 10))).toBe('3:hint 4:stop');
  });

  it('L6: an empty result that comes again is reported as unchanged', () => {
    const empties = [null, '', ' \n', [], {}, '[]', '{}', { hits: [], total: 0 }, [[], { a: '' }]];
    for (const empty of empties) {
      const verdicts = runGuard(loopGuard(), repeat(succeed('search', { q: 'x' }, empty), 4));
      expect(verdicts.at(-1)?.verdict).toMatchObject({ data: { cause: 'result_unchanged' } });
    }
    for (const full of [0, false, 'none', [0, 1], { hits: [], total: 3 }]) {
      const verdicts = runGuard(loopGuard(), repeat(succeed('search', { q: 'x' }, full), 4));
      expect(verdicts.at(-1)?.verdict).toMatchObject({ data: { cause: 'success_not_recognised' } });
    }
  });

  it('L6: a repeated failure is reported as one', () => {
    const verdicts = runGuard(loopGuard(), repeat(fail('pay', { to: 'x' }), 4));
    expect(verdicts.at(-1)?.verdict).toMatchObject({
      text: 'Called pay(to=x) 4 times with the same failure.',
      data: { cause: 'failure_repeated' },
    });
  });

  it('PARSE-024: unreadable replies count as steps, told apart by the reason', () => {
    expect(outline(loopGuard(), repeat(unreadable('no action'), 5))).toBe('3:hint 4:stop');
    const different = ['a', 'b', 'c', 'd'].map((message) => unreadable(message));
    expect(outline(loopGuard(), different)).toBe('');
    expect(outline(loopGuard({ resultAware: false }), different)).toBe('');
  });

  it('L1: the order of parallel calls does not matter, their number does', () => {
    const a = succeed('a', {}, '1');
    const b = succeed('b', {}, '2');
    const turns = [together(a, b), together(b, a), together(a, b), together(b, a)];
    expect(outline(loopGuard(), turns)).toBe('3:hint 4:stop');
    expect(outline(loopGuard(loopPresets.strict), [a, together(a, a), together(a, a, a)])).toBe('');
  });

  it('L3: only the arguments that matter are compared', () => {
    const turns = [1, 2, 3, 4].map((ts) => succeed('search', { q: 'x', ts }, 'same'));
    expect(outline(loopGuard(), turns)).toBe('');
    expect(outline(loopGuard({ signatures: { search: ['q'] } }), turns)).toBe('3:hint 4:stop');
  });

  it('L1: steps that end the run are not judged, and steps without calls do not count', () => {
    const thinking: Turn = { kind: 'act', calls: [], observations: [] };
    expect(outline(loopGuard(), [fees, fees, fees, final()])).toBe('3:hint');
    for (const kind of ['final', 'give_up']) {
      expect(outline(loopGuard(), [fees, fees, fees, { ...fees, kind }])).toBe('3:hint');
    }
    expect(outline(loopGuard(), [fees, thinking, fees, thinking, fees, thinking, fees])).toBe(
      '5:hint 7:stop',
    );
  });

  it('R10: presets: strict hints at 2 and stops at 3, relaxed leaves room for retries', () => {
    expect(outline(loopGuard(loopPresets.strict), repeat(fees, 9))).toBe('2:hint 3:stop');
    expect(outline(loopGuard(loopPresets.default), repeat(fees, 9))).toBe('3:hint 4:stop');
    expect(outline(loopGuard(loopPresets.relaxed), repeat(fees, 9))).toBe('4:hint 6:stop');
    const cycle = [succeed('a', {}, '1'), succeed('b', {}, '2')];
    const rounds = [...cycle, ...cycle, ...cycle];
    expect(outline(loopGuard(loopPresets.relaxed), rounds)).toBe('4:hint 6:stop');
  });

  it('L1: a loop gets one hint; a second loop gets its own', () => {
    const patient = loopGuard({ stopAfterRepeats: 6 });
    const other = succeed('read', { path: 'x' }, 'y');
    expect(outline(patient, [...repeat(fees, 5), ...repeat(other, 5)])).toBe('3:hint 8:hint');
  });

  it('LDET-025: secrets are in no verdict', () => {
    const turn = succeed('login', { user: 'ann', pin: 's3cr3t', openai_api_key: 't0ken' });
    const verdicts = runGuard(loopGuard({ sensitive: { login: ['pin'] } }), repeat(turn, 4));
    expect(verdicts).toHaveLength(2);
    expect(JSON.stringify(verdicts)).not.toMatch(/s3cr3t|t0ken/);
  });

  it('L1: tells its options to the run', () => {
    const signatures = { b: ['x'], a: () => 1 };
    const comparison = { signatures, results: { b: ['y'] }, repeatable: ['wait'] };
    expect(loopGuard({ windowSize: 8, ...comparison })().options).toEqual({
      ...loopPresets.default,
      windowSize: 8,
      resultAware: true,
      signatures: { b: ['x'], a: 'function' },
      results: { b: ['y'] },
      repeatable: ['wait'],
    });
  });

  it.each([
    [{ windowSize: 0 }],
    [{ windowSize: 4, stopAfterRepeats: 5 }],
    [{ windowSize: 6, stopAfterCycles: 4 }],
    [{ hintAfterRepeats: Number.POSITIVE_INFINITY }],
  ])('L1: refuses thresholds that can never be reached: %o', (options) => {
    expect(() => loopGuard(options)).toThrow(expect.objectContaining({ code: 'invalid_options' }));
  });

  it('L1: never speaks about steps that all differ', () => {
    const results = fc.uniqueArray(fc.string(), { maxLength: 15 });
    fc.assert(
      fc.property(results, (texts) => {
        const turns = texts.map((text) => succeed('poll', {}, text));
        expect(outline(loopGuard(loopPresets.strict), turns)).toBe('');
      }),
    );
  });

  it('L1: any cycle that fits twice into the window ends the run by its second round', () => {
    const windowSize = fc.integer({ min: 4, max: 16 });
    fc.assert(
      fc.property(windowSize, fc.nat(), fc.nat({ max: 5 }), (size, seed, before) => {
        const period = 2 + (seed % (Math.floor(size / 2) - 1));
        const lead = Array.from({ length: before }, (_, n) => succeed('lead', { n }, `lead ${n}`));
        const cycle = Array.from({ length: period }, (_, n) =>
          succeed('tool', { n }, `value ${n}`),
        );
        const noRevisits = { hintAfterRevisits: 99, stopAfterRevisits: 99 };
        const turns = [...lead, ...cycle, ...cycle];
        const verdicts = runGuard(loopGuard({ windowSize: size, ...noRevisits }), turns);
        expect(verdicts).toMatchObject([
          { n: before + 2 * period, verdict: { kind: 'stop', data: { repeats: 2 } } },
        ]);
      }),
    );
  });
});
