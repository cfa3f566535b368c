import type { JsonObject } from '@loopwright/core-parser';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { LoopDetectorOptions, LoopDetectorState } from '../src/index.ts';
import { LoopDetector } from '../src/index.ts';

function record(
  actions: readonly (readonly [string, JsonObject])[],
  options: LoopDetectorOptions = {},
): LoopDetectorState[] {
  const detector = new LoopDetector(options);
  return actions.map(([name, parameters]) => detector.recordAction({ name, parameters }));
}

function letters(sequence: string) {
  return [...sequence].map((name) => [name, {}] as const);
}

describe('LoopDetector', () => {
  it('L2: three identical actions are no loop, the fourth is, and the pattern is one signature', () => {
    const same = ['search', { q: 'same' }] as const;
    const states = record([same, same, same, same]);
    expect(states.slice(0, 3)).toEqual([
      { loopDetected: false },
      { loopDetected: false },
      { loopDetected: false },
    ]);
    expect(states[3]).toEqual({
      loopDetected: true,
      loopPattern: ['search(q=same)'],
      kind: 'repeat',
      repeats: 4,
      text: 'search(q=same): 4 times in a row.',
    });
  });

  it('L1: A, B, A, B, A, B is the pattern [A, B] three times', () => {
    const state = record(letters('ABABAB')).at(-1);
    expect(state).toMatchObject({
      loopDetected: true,
      loopPattern: ['A()', 'B()'],
      kind: 'cycle',
      repeats: 3,
    });
  });

  it('LDET-012: four identical actions are the pattern [A], not [A, A]', () => {
    expect(record(letters('AAAA')).at(-1)?.loopPattern).toEqual(['A()']);
  });

  it('LDET-013: two identical actions are a retry; how many are a loop is an option', () => {
    expect(record(letters('AA')).at(-1)?.loopDetected).toBe(false);
    expect(record(letters('AA'), { minRepeats: 2 }).at(-1)?.loopDetected).toBe(true);
    expect(record(letters('ABAB'), { minCycles: 3 }).at(-1)?.loopDetected).toBe(false);
    expect(record(letters('ABABAB'), { minCycles: 3 }).at(-1)?.loopDetected).toBe(true);
  });

  it('LDET-001: the order of keys does not matter', () => {
    const states = record([
      ['q', { from: 1, to: 2 }],
      ['q', { to: 2, from: 1 }],
      ['q', { from: 1, to: 2 }],
      ['q', { to: 2, from: 1 }],
    ]);
    expect(states.map((state) => state.loopDetected)).toEqual([false, false, false, true]);
  });

  it('LDET-002: nor does it in nested objects, but the order of a list does', () => {
    const one = { filter: { low: 1, high: 2 }, list: [1, 2] };
    const equal = { list: [1, 2], filter: { high: 2, low: 1 } };
    const other = { list: [2, 1], filter: { high: 2, low: 1 } };
    const pair = { minRepeats: 2 };
    expect(
      record(
        [
          ['q', one],
          ['q', equal],
        ],
        pair,
      ).at(-1)?.loopDetected,
    ).toBe(true);
    expect(
      record(
        [
          ['q', one],
          ['q', other],
        ],
        pair,
      ).at(-1)?.loopDetected,
    ).toBe(false);
  });

  it('LDET-003: actions that look alike on display are told apart', () => {
    const detector = new LoopDetector({ minRepeats: 2 });
    detector.recordAction({ name: 'q', parameters: { a: '1, b=2' } });
    const state = detector.recordAction({ name: 'q', parameters: { a: '1', b: '2' } });
    expect(new Set(detector.history()).size).toBe(1);
    expect(state.loopDetected).toBe(false);
  });

  it('LDET-005: the same tool with other arguments is another action', () => {
    const states = record(['ls', 'pwd', 'id', 'df'].map((c) => ['sh', { c }] as const));
    expect(states.at(-1)?.loopDetected).toBe(false);
  });

  it('LDET-006: polling with changing results is no loop when results are compared', () => {
    const detector = new LoopDetector({ resultAware: true });
    const poll = { name: 'status', parameters: { id: 1 } };
    const states = ['10%', '40%', '70%', 'done'].flatMap((result) => [
      detector.recordAction(poll),
      detector.recordObservation(poll, result),
    ]);
    expect(states.some((state) => state.loopDetected)).toBe(false);
  });

  it('LDET-006: polling whose result stays the same is a loop, and so is polling without known results', () => {
    const poll = { name: 'status', parameters: { id: 1 } };
    const detector = new LoopDetector({ resultAware: true });
    let state = detector.check();
    for (const result of ['10%', '70%', '70%', '70%', '70%']) {
      detector.recordAction(poll);
      state = detector.recordObservation(poll, result);
    }
    expect(state).toMatchObject({ loopDetected: true, repeats: 4 });
    expect(record(letters('AAAA'), { resultAware: true }).at(-1)?.loopDetected).toBe(true);
  });

  it('LDET-006: an action whose result is not known yet counts as one with the known result', () => {
    const poll = { name: 'status', parameters: { id: 1 } };
    const detector = new LoopDetector({ resultAware: true });
    for (let time = 0; time < 3; time++) {
      detector.recordAction(poll);
      detector.recordObservation(poll, '10%');
    }
    expect(detector.recordAction(poll).loopDetected).toBe(true);
    expect(detector.recordObservation(poll, '40%').loopDetected).toBe(false);
  });

  it('LDET-006: results do not count unless asked for', () => {
    const poll = { name: 'status', parameters: { id: 1 } };
    const detector = new LoopDetector();
    const states = ['10%', '40%', '70%', 'done'].map((result) => {
      detector.recordAction(poll);
      return detector.recordObservation(poll, result).loopDetected;
    });
    expect(states).toEqual([false, false, false, true]);
  });

  it('L2: shows an action as it was recorded, whatever becomes of its parameters', () => {
    const detector = new LoopDetector();
    const parameters = { q: 'fees' };
    detector.recordAction({ name: 'search', parameters });
    parameters.q = 'other';
    detector.recordAction({ name: 'say', parameters: { text: 'x'.repeat(10_000) } });
    expect(detector.history()).toEqual(['search(q=fees)', `say(text=${'x'.repeat(39)}…)`]);
  });

  it('L2: a signature is one short line of well-formed text', () => {
    const detector = new LoopDetector();
    detector.recordAction({ name: 'say', parameters: { text: 'one\n\n two \ud800' } });
    expect(detector.history()).toEqual(['say(text=one two \ufffd)']);
    detector.recordAction({ name: 'say', parameters: { text: '😀'.repeat(100) } });
    expect(detector.history()[1]).not.toMatch(/\p{Surrogate}/u);
  });

  it('LDET-015: a cycle longer than half the window is not seen; a larger window sees it', () => {
    // Decision: the longest period is floor(windowSize / minCycles), stated in the option.
    const sequence = letters('ABCDABCDABCD');
    expect(record(sequence).some((state) => state.loopDetected)).toBe(false);
    expect(record(sequence, { windowSize: 8 }).at(-1)).toMatchObject({
      loopPattern: ['A()', 'B()', 'C()', 'D()'],
      repeats: 2,
    });
  });

  it('LDET-017: check records nothing', () => {
    const detector = new LoopDetector();
    detector.recordAction({ name: 'A', parameters: {} });
    for (let time = 0; time < 10; time++) detector.check();
    detector.recordAction({ name: 'B', parameters: {} });
    expect(detector.history()).toEqual(['A()', 'B()']);
  });

  it('LDET-018: only the arguments named for a tool count', () => {
    const actions = [1, 2, 3, 4].map((ts) => ['q', { q: 'x', ts }] as const);
    expect(record(actions).at(-1)?.loopDetected).toBe(false);
    const state = record(actions, { signatures: { q: ['q'] } }).at(-1);
    expect(state).toMatchObject({ loopDetected: true, loopPattern: ['q(q=x)'] });
  });

  it('LDET-019: white space and case count unless a signature function says otherwise', () => {
    const actions = ['fees', ' fees ', 'Fees', 'fees'].map((q) => ['search', { q }] as const);
    expect(record(actions).at(-1)?.loopDetected).toBe(false);
    const signatures = { search: ({ q }: JsonObject) => String(q).trim().toLowerCase() };
    expect(record(actions, { signatures }).at(-1)?.loopDetected).toBe(true);
  });

  it('L3: a signature function that throws falls back to all arguments', () => {
    const signatures = {
      q: () => {
        throw new Error('no');
      },
    };
    const same = ['q', { x: 1 }] as const;
    expect(record([same, same, same, same], { signatures }).at(-1)?.loopDetected).toBe(true);
    const different = [1, 2, 3, 4].map((x) => ['q', { x }] as const);
    expect(record(different, { signatures }).at(-1)?.loopDetected).toBe(false);
  });

  it('LDET-020: going through pages is no loop', () => {
    const pages = Array.from({ length: 8 }, (_, page) => ['list', { page: page + 1 }] as const);
    expect(record(pages).some((state) => state.loopDetected)).toBe(false);
  });

  it('LDET-023: a new detector, or one that was reset, knows nothing of an earlier run', () => {
    const detector = new LoopDetector();
    for (const [name, parameters] of letters('AAA')) detector.recordAction({ name, parameters });
    detector.reset();
    expect(detector.recordAction({ name: 'A', parameters: {} }).loopDetected).toBe(false);
    expect(detector.history()).toEqual(['A()']);
  });

  it('LDET-025: a sensitive value is in no signature, at any depth', () => {
    const actions = Array.from(
      { length: 4 },
      () => ['login', { user: 'ann', pin: 's3cr3t', nested: { pin: 's3cr3t' } }] as const,
    );
    const state = record(actions, { sensitive: { login: ['pin'] } }).at(-1);
    expect(state?.loopDetected).toBe(true);
    expect(JSON.stringify(state)).not.toContain('s3cr3t');
    expect(JSON.stringify(state)).toContain('user=ann');
  });

  it('LDET-025: values of arguments with telling names are hidden without being asked', () => {
    const detector = new LoopDetector();
    detector.recordAction({ name: 'call', parameters: { api_key: 'k-123', token_count: 47 } });
    expect(detector.history()).toEqual(['call(api_key=[redacted], token_count=47)']);
  });

  it('LDET-026: circular and huge arguments neither throw nor are kept', () => {
    const circular: Record<string, unknown> = {};
    circular.self = circular;
    const detector = new LoopDetector();
    detector.recordAction({ name: 't', parameters: circular as JsonObject });
    detector.recordAction({ name: 't', parameters: { x: 'x'.repeat(5_000_000) } });
    expect(detector.history().every((signature) => signature.length <= 160)).toBe(true);
  });

  it('LDET-026: nor does a circular observation', () => {
    const circular: Record<string, unknown> = {};
    circular.self = circular;
    const detector = new LoopDetector({ resultAware: true });
    const action = { name: 't', parameters: {} };
    for (const ok of [true, true, false, false]) {
      detector.recordAction(action);
      expect(detector.recordObservation(action, circular, ok).loopDetected).toBe(false);
    }
  });

  it('L3: with a signature function all arguments are shown', () => {
    const detector = new LoopDetector({ signatures: { q: ({ x }) => ({ x }) } });
    detector.recordAction({ name: 'q', parameters: { x: 1, y: 2 } });
    expect(detector.history()).toEqual(['q(x=1, y=2)']);
  });

  it('L1: the window bounds what is kept', () => {
    const detector = new LoopDetector({ windowSize: 3 });
    for (const [name, parameters] of letters('ABCDE')) detector.recordAction({ name, parameters });
    expect(detector.history()).toEqual(['C()', 'D()', 'E()']);
  });

  it.each([
    [{ windowSize: 1 }],
    [{ windowSize: Number.NaN }],
    [{ windowSize: 3, minRepeats: 4 }],
    [{ minRepeats: 1 }],
    [{ minCycles: 1.5 }],
  ])('L1: refuses options that can never be meant: %o', (options) => {
    expect(() => new LoopDetector(options)).toThrow(
      expect.objectContaining({ code: 'invalid_options' }),
    );
  });

  it('LDET-001: states depend on the values alone, never on the order of keys', () => {
    const parameters = fc.dictionary(fc.string({ maxLength: 3 }), fc.integer({ min: 0, max: 1 }), {
      maxKeys: 3,
    });
    fc.assert(
      fc.property(fc.array(parameters, { maxLength: 10 }), (list) => {
        const reversed = list.map((one) => Object.fromEntries(Object.entries(one).reverse()));
        const detected = (all: readonly JsonObject[]) =>
          record(all.map((one) => ['t', one] as const)).map((state) => state.loopDetected);
        expect(detected(reversed)).toEqual(detected(list));
      }),
    );
  });
});
