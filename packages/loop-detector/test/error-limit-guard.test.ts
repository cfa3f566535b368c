import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { errorLimitGuard } from '../src/index.ts';
import { fail, final, outline, runGuard, succeed, together, unreadable } from './run-guard.ts';

describe('errorLimitGuard', () => {
  it('LOOP-011, PARSE-024: ends after exactly three unreadable replies', () => {
    const turns = Array.from({ length: 10 }, () => unreadable('there is no action'));
    expect(runGuard(errorLimitGuard(), turns)).toEqual([
      {
        n: 3,
        verdict: {
          kind: 'stop',
          stopReason: 'error_limit',
          text: '3 steps in a row failed. The last error: ERROR[PARSE_ERROR]: Error: there is no action',
          data: {
            kind: 'error_limit',
            rule: 'consecutive',
            count: 3,
            lastError: 'ERROR[PARSE_ERROR]: Error: there is no action',
          },
        },
      },
    ]);
  });

  it('R10: failures of different kinds count together', () => {
    expect(outline(errorLimitGuard(), [fail('a', {}), unreadable('x'), fail('b', {})])).toBe(
      '3:stop',
    );
  });

  it('R10: steps without calls neither count nor set the count back', () => {
    const thinking = { kind: 'act', calls: [], observations: [] };
    const turns = [fail('a', {}), thinking, fail('b', {}), thinking, fail('c', {})];
    expect(outline(errorLimitGuard(), turns)).toBe('5:stop');
  });

  it('LOOP-010: a success sets the count back', () => {
    const good = (n: number) => succeed('t', { n }, n);
    const turns = [fail('a', {}, '1'), fail('a', {}, '2'), good(1), fail('a', {}, '3'), good(2)];
    expect(outline(errorLimitGuard(), turns)).toBe('');
  });

  it('LOOP-032: tests that fail elsewhere after each edit never reach the limit', () => {
    const turns = Array.from({ length: 8 }, (_, n) => [
      fail('test', {}, `case ${n} fails`),
      succeed('edit', { case: n }, 'ok'),
    ]).flat();
    const end = [succeed('test', {}, 'all pass'), final()];
    expect(outline(errorLimitGuard(), [...turns, ...end])).toBe('');
  });

  it('R10: the same failure three times with nothing new between is the limit too', () => {
    const turns = Array.from({ length: 10 }, () => [
      fail('bad_tool', {}),
      succeed('list', {}, 'same'),
    ]).flat();
    const verdicts = runGuard(errorLimitGuard(), turns);
    // The first list is news, so the failures that count are those of steps 3, 5 and 7.
    expect(verdicts).toMatchObject([
      { n: 7, verdict: { data: { rule: 'same_failure', count: 3 } } },
    ]);
  });

  it('R10: new information between equal failures sets that count back', () => {
    const turns = Array.from({ length: 10 }, (_, page) => [
      fail('bad_tool', {}),
      succeed('list', { page }, `page ${page}`),
    ]).flat();
    expect(outline(errorLimitGuard(), turns)).toBe('');
  });

  it('R10: a step in which one of several calls succeeded is no failed step', () => {
    const mixed = together(fail('a', {}), succeed('b', {}, 'same'));
    expect(outline(errorLimitGuard(), [mixed, mixed, mixed, mixed])).toBe('');
    const failed = together(fail('a', {}, '1'), fail('b', {}, '2'));
    expect(outline(errorLimitGuard(), [failed, failed, failed])).toBe('3:stop');
  });

  it('R10: the limit is an option; a long error is cut', () => {
    const turns = [fail('a', {}, 'x'.repeat(5000))];
    const [first] = runGuard(errorLimitGuard({ maxConsecutiveErrors: 1 }), turns);
    expect(first?.verdict).toMatchObject({ kind: 'stop' });
    expect(JSON.stringify(first).length).toBeLessThan(1000);
    for (const maxConsecutiveErrors of [0, 2.5, Number.NaN]) {
      expect(() => errorLimitGuard({ maxConsecutiveErrors })).toThrow(
        expect.objectContaining({ code: 'invalid_options' }),
      );
    }
  });

  it('R10: stops at the first run of failures that is as long as the limit', () => {
    fc.assert(
      fc.property(fc.array(fc.boolean(), { maxLength: 15 }), (outcomes) => {
        const turns = outcomes.map((ok, n) =>
          ok ? succeed('t', { n }, n) : fail('t', { n }, `${n}`),
        );
        const expected = outcomes.findIndex(
          (_, at) => at >= 2 && !outcomes[at] && !outcomes[at - 1] && !outcomes[at - 2],
        );
        expect(outline(errorLimitGuard(), turns)).toBe(expected < 0 ? '' : `${expected + 1}:stop`);
      }),
    );
  });
});
