import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { loopGuard, loopPresets } from '../src/index.ts';
import { fail, outline, runGuard, succeed } from './run-guard.ts';

/** One step a letter, each with a result of its own. */
const visits = (letters: string) =>
  [...letters].map((name) => succeed(name, {}, `result of ${name}`));

describe('steps that come back', () => {
  it('L1, L6: a step that repeats an earlier one gets a hint that says which, once', () => {
    expect(runGuard(loopGuard(), visits('ABAXAYA'))).toEqual([
      {
        n: 3,
        verdict: {
          kind: 'hint',
          text: 'Called A() again with the same result as in step 1. The result is already there: use it and go on. If you are waiting, wait longer or do something else first.',
          data: {
            kind: 'revisit',
            pattern: ['A()'],
            repeats: 2,
            firstStep: 1,
            cause: 'success_not_recognised',
          },
        },
      },
    ]);
  });

  it('L1: of several steps in a row that repeat earlier ones the first gets the hint', () => {
    expect(outline(loopGuard(), visits('ABCDEFGDBF'))).toBe('8:hint');
    expect(outline(loopGuard(loopPresets.relaxed), visits('ABCDEFGDBF'))).toBe('9:hint');
    expect(outline(loopGuard(), visits('ABCDAXB'))).toBe('5:hint 7:hint');
  });

  it('L1: a step made for the third time when nothing new comes any more ends the run, at any distance', () => {
    // Decision: LDET-015 limits cycles to half the window; what comes again is seen across the whole run.
    expect(runGuard(loopGuard(), visits('ABCDEFGDBFD')).at(-1)).toEqual({
      n: 11,
      verdict: {
        kind: 'stop',
        stopReason: 'loop_detected',
        text: 'Called D() 3 times with the same result, and the last 3 steps brought nothing new: B(), F(), D().',
        data: {
          kind: 'revisit',
          pattern: ['B()', 'F()', 'D()'],
          repeats: 3,
          firstStep: 4,
          cause: 'result_unchanged',
        },
      },
    });
    expect(outline(loopGuard({ stopAfterRevisits: 4 }), visits('ABCDEFGDBFD'))).toBe(
      '8:hint 11:stop',
    );
    expect(outline(loopGuard({ stopAfterRevisits: 5 }), visits('ABCDEFGDBFD'))).toBe('8:hint');
    const two = loopGuard({ stopAfterRevisits: 2 });
    expect(outline(two, visits('ABCAXBAB'))).toBe('4:hint 6:hint 8:stop');
  });

  it('L1: to read again what was read before, once, is no loop however much it is', () => {
    expect(outline(loopGuard(), visits('ABCDEFGHABCDEFGHX'))).toBe('9:hint');
  });

  it('L1: something new in between starts the count again', () => {
    expect(outline(loopGuard(), visits('ABCDEDBXDCYD'))).toBe('6:hint 10:hint');
  });

  it('LOOP-032: the same failure after different edits is no loop', () => {
    const test = fail('test', {}, 'case 1 fails');
    const edits = [1, 2, 3, 4, 5].flatMap((n) => [succeed('edit', { n }, 'ok'), test]);
    const verdicts = runGuard(loopGuard(), [test, ...edits]);
    expect(verdicts).toMatchObject([
      {
        n: 3,
        verdict: {
          kind: 'hint',
          text: 'Called test() again with the same failure as in step 1. What was done in between changed nothing for it: try something else.',
        },
      },
    ]);
  });

  it.each([
    ['the tests fail alike', ['save', 'build'], fail('run_tests', {}, '1 failed: x')],
    ['a page is worked on', ['press_tab', 'press_enter'], succeed('wait', { seconds: 1 }, 'ok')],
    ['a log is read at the end', ['ls', 'run_tests'], succeed('read', { path: 'log' }, 'line 1')],
  ])(
    'LOOP-032: rounds of four steps, each with another edit, are no loop: %s',
    (_name, between, last) => {
      const rounds = [1, 2, 3, 4, 5].flatMap((n) => [
        succeed('edit', { text: `version ${n}` }, 'ok'),
        ...between.map((tool) => succeed(tool, {}, 'done')),
        last,
      ]);
      for (const preset of Object.values(loopPresets)) {
        expect(outline(loopGuard(preset), rounds)).not.toContain('stop');
      }
      // Once the edits come to an end, so does the run.
      const idle = [...rounds, ...rounds.slice(-3), ...rounds.slice(-3)];
      expect(outline(loopGuard(), idle)).toMatch(/\b2[1-6]:stop$/);
    },
  );

  it('L1: nothing new between the second and the third time ends a run, however long the way was', () => {
    expect(outline(loopGuard(), visits('ABCDEFGHAXBCDA'))).toBe('9:hint 11:hint');
    expect(outline(loopGuard(), visits('ABCDEFGHAXABCDA'))).toBe('9:hint 12:hint 15:stop');
  });

  it('L6: the cause of a step that comes back is its own result, not those of the steps before it', () => {
    const log = succeed('read', { path: 'log' }, 'line 1');
    const test = fail('run_tests', {}, '1 failed');
    const turns = [log, ...visits('AB'), test, ...visits('C'), log, test, ...visits('A'), log];
    expect(runGuard(loopGuard(), turns).at(-1)).toMatchObject({
      n: 9,
      verdict: {
        text: 'Called read(path=log) 3 times with the same result, and the last 3 steps brought nothing new: run_tests(), A(), read(path=log).',
        data: { kind: 'revisit', cause: 'result_unchanged' },
      },
    });
  });

  it('L1: waiting that is asked for in another way is no loop, as the hint says', () => {
    const check = succeed('check', { id: 1 }, 'running');
    const wait = (seconds: number) => succeed('wait', { seconds }, 'ok');
    const [hint] = runGuard(loopGuard(), [wait(30), check, wait(30)]);
    expect(hint?.verdict).toMatchObject({ text: expect.stringContaining('wait longer') });
    const longer = [30, 60, 120, 240, 480].flatMap((seconds) => [wait(seconds), check]);
    expect(outline(loopGuard(), longer)).not.toContain('stop');
    const equal = Array.from({ length: 9 }, () => [wait(30), check]).flat();
    expect(outline(loopGuard(), equal)).toBe('3:hint 4:stop');
    expect(outline(loopGuard({ repeatable: ['wait', 'check'] }), equal)).toBe('');
  });

  it('L1: calls that fail as others did count among the steps without anything new', () => {
    const page = (name: string) => fail('open', { name }, 'no such page');
    const turns = ['a', 'b', 'a', 'c', 'a'].map(page);
    expect(runGuard(loopGuard(), turns).at(-1)).toMatchObject({
      n: 5,
      verdict: { kind: 'stop', data: { kind: 'revisit', repeats: 3, cause: 'failure_repeated' } },
    });
  });

  it('L1: such failures alone do not make a step that comes for the third time an end', () => {
    const [list, other] = visits('LO');
    const pages = ['a', 'b', 'c'].map((name) => fail('open', { name }, 'no such page'));
    const turns = [list!, ...visits('X'), list!, other!, ...pages, list!];
    expect(outline(loopGuard(), turns)).toBe('3:hint 7:hint');
  });

  it('L6: failures that are all alike get a hint, whatever was called', () => {
    const turns = ['-4', '-6', '-v', '-q', '-A'].map((flag) =>
      fail('ssh', { flag }, 'Permission denied'),
    );
    expect(runGuard(loopGuard(), turns)).toEqual([
      {
        n: 3,
        verdict: {
          kind: 'hint',
          text: 'Failed 3 times in a row in the same way: ssh(flag=-4), ssh(flag=-6), ssh(flag=-v). Other arguments do not help: do something different, or give up.',
          data: {
            kind: 'failure',
            pattern: ['ssh(flag=-4)', 'ssh(flag=-6)', 'ssh(flag=-v)'],
            repeats: 3,
            cause: 'failure_repeated',
          },
        },
      },
    ]);
    const between = [...turns.slice(0, 2), fail('ssh', {}, 'timed out'), ...turns.slice(2, 4)];
    expect(outline(loopGuard(), between)).toBe('');
    expect(outline(loopGuard({ resultAware: false }), turns)).toBe('');
  });

  it('L1: a threshold for repeats or rounds of the caller is not undercut by steps that come back', () => {
    expect(outline(loopGuard({ stopAfterRepeats: 6 }), visits('AAAAAA'))).toBe('3:hint 6:stop');
    expect(outline(loopGuard({ stopAfterCycles: 3 }), visits('ABABAB'))).toBe('3:hint 6:stop');
  });

  it('L1: results that do not count are not what comes back', () => {
    expect(outline(loopGuard({ resultAware: false }), visits('ABCDEFGDBFD'))).toBe('');
  });

  it('L1: a run in which each step comes at most twice is ended by nothing but a cycle', () => {
    const order = fc.shuffledSubarray([...'ABCDEFGH'], { minLength: 4 });
    fc.assert(
      fc.property(order, order, (first, second) => {
        const turns = visits([...first, ...second].join(''));
        const ends = runGuard(loopGuard(), turns).filter(({ verdict }) => verdict.kind === 'stop');
        const kinds = ends.map(({ verdict }) => ('data' in verdict ? verdict.data : {}));
        expect(kinds).toEqual(ends.map(() => expect.objectContaining({ kind: 'cycle' })));
      }),
    );
  });

  it('L1: a run ends at the latest when it has gone once more through all it knows, and two steps further', () => {
    const known = fc.array(fc.constantFrom(...'ABCDEF'), { minLength: 40, maxLength: 40 });
    fc.assert(
      fc.property(known, (letters) => {
        const verdicts = runGuard(loopGuard(), visits(letters.join('')));
        const end = verdicts.find(({ verdict }) => verdict.kind === 'stop')?.n ?? 40;
        const taken = letters.slice(0, end);
        const isNew = taken.map((letter, at) => taken.indexOf(letter) === at);
        const stale = taken.length - 1 - isNew.lastIndexOf(true);
        expect(stale).toBeLessThanOrEqual(new Set(taken).size + 2);
      }),
    );
  });
});
