import { createHash } from 'node:crypto';
import type { Json } from '@loopwright/core-parser';
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
        text: 'Called search(q=fees) 3 times with the same result. The result is already there: use it and go on.',
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
    expect(verdicts).toHaveLength(1);
    expect(verdicts[0]).toMatchObject({
      n: 4,
      verdict: { stopReason: 'loop_detected', data: { repeats: 2, cause: 'failure_repeated' } },
    });
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
    const noRevisits = { stopAfterRevisits: 99 };
    expect(outline(loopGuard(noRevisits), rounds)).toBe('');
    expect(outline(loopGuard({ ...noRevisits, windowSize: 7 }), rounds)).toBe('');
    expect(outline(loopGuard({ ...noRevisits, windowSize: 8 }), rounds)).toBe('8:stop');
    expect(outline(loopGuard({ ...noRevisits, windowSize: 8, stopAfterCycles: 3 }), rounds)).toBe(
      '8:hint',
    );
    expect(outline(loopGuard(), rounds)).toBe('7:stop');
  });

  it('TOOL-038: a call repeated because its result was cut off is a loop', () => {
    const cut = succeed('read', { path: 'big' }, `${'x'.repeat(1000)} [cut: 1000 of 1000000]`);
    expect(outline(loopGuard(), repeat(cut, 10))).toBe('3:hint 4:stop');
  });

  it('L6: an empty result that comes again is reported as unchanged', () => {
    for (const empty of [null, '', [], {}]) {
      const verdicts = runGuard(loopGuard(), repeat(succeed('search', { q: 'x' }, empty), 4));
      expect(verdicts.at(-1)?.verdict).toMatchObject({ data: { cause: 'result_unchanged' } });
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
    expect(outline(loopGuard(), [a, together(a, a), a, together(a, a, a)])).toBe('');
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

  it('L1: steps that only repeat earlier ones end the run, whatever their order and distance', () => {
    const visits = (sequence: string) =>
      [...sequence].map((name) => succeed(name, {}, `result of ${name}`));
    // Decision: LDET-015 limits cycles to half the window; revisits are seen across the whole run.
    const verdicts = runGuard(loopGuard(), visits('ABCDEFGDBF'));
    expect(verdicts).toMatchObject([
      {
        n: 10,
        verdict: {
          stopReason: 'loop_detected',
          text: 'The last 3 steps only repeated earlier ones with the same result: D(), B(), F().',
          data: { kind: 'revisit', pattern: ['D()', 'B()', 'F()'], repeats: 3 },
        },
      },
    ]);
    expect(outline(loopGuard(), visits('ABCDEFGDBXFAYG'))).toBe('');
    expect(outline(loopGuard({ stopAfterRevisits: 4 }), visits('ABCDEFGDBFA'))).toBe('11:stop');
    expect(outline(loopGuard({ resultAware: false }), visits('ABCDEFGDBF'))).toBe('');
  });

  it('L1: tells its options to the run', () => {
    const signatures = { b: ['x'], a: () => 1 };
    expect(loopGuard({ windowSize: 8, signatures })().options).toEqual({
      ...loopPresets.default,
      windowSize: 8,
      resultAware: true,
      signatures: { b: ['x'], a: 'function' },
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

  it('LDET-026: large results are told apart from all that reads like them or like their digest', () => {
    const text = 'x'.repeat(100);
    const hash = (content: string) =>
      createHash('sha256').update(content).digest('hex').slice(0, 32);
    const lookalikes: [Json, Json][] = [
      [{ text }, JSON.stringify({ text })],
      [text, [text]],
      ...[hash(text), hash(JSON.stringify(text))].flatMap((digest) =>
        ['', '#', '$', '"'].map((mark): [Json, Json] => [text, mark + digest]),
      ),
    ];
    for (const [result, lookalike] of lookalikes) {
      const turns = [result, lookalike, result, lookalike].map((value) => succeed('t', {}, value));
      expect(runGuard(loopGuard(), turns).at(-1)?.verdict).toMatchObject({
        data: { kind: 'cycle' },
      });
    }
  });

  it('LDET-006: a failure is another result than a success with the same text', () => {
    const observations = [true, false].map((ok) => ({ tool: 'search', ok, text: 'no hits' }));
    const turns = observations.map((observation) => ({ ...fees, observations: [observation] }));
    expect(outline(loopGuard(loopPresets.strict), [...turns, ...turns].slice(0, 3))).toBe('');
  });

  it('L1: steps are equal exactly when their calls and results are', () => {
    const text = fc.constantFrom(
      '',
      '\n',
      '\f',
      '\t',
      '\\f',
      '=',
      '#"',
      '"',
      'a',
      'a\n=""',
      'a'.repeat(65),
    );
    const oneCall = fc.oneof(
      fc.tuple(text, text, text).map(([tool, arg, value]) => succeed(tool, { arg }, value)),
      fc.tuple(text, text, text).map(([tool, arg, message]) => fail(tool, { arg }, message)),
      text.map(unreadable),
    );
    const turn = fc
      .array(oneCall, { minLength: 1, maxLength: 2 })
      .map((turns) => together(...turns));
    const parts = ({ calls, observations }: Turn) =>
      calls.map((call, at) => JSON.stringify([call, observations[at]])).sort();
    const twice = loopGuard({ windowSize: 2, stopAfterRepeats: 2 });
    fc.assert(
      fc.property(turn, turn, (first, second) => {
        const areEqual = JSON.stringify(parts(first)) === JSON.stringify(parts(second));
        expect(outline(twice, [first, second])).toBe(areEqual ? '2:stop' : '');
        expect(outline(twice, [first, structuredClone(first)])).toBe('2:stop');
      }),
      { numRuns: 500 },
    );
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
        const verdicts = runGuard(loopGuard({ windowSize: size, stopAfterRevisits: 99 }), [
          ...lead,
          ...cycle,
          ...cycle,
        ]);
        expect(verdicts).toMatchObject([
          { n: before + 2 * period, verdict: { kind: 'stop', data: { repeats: 2 } } },
        ]);
      }),
    );
  });
});
