import { describe, expect, it } from 'vitest';
import { LoopDetector } from '../src/index.ts';

describe('why actions repeat', () => {
  it.each([
    ['Fees: 3 USD', true, 'success_not_recognised', 'the same result'],
    [[], true, 'result_unchanged', 'the same result'],
    ['HTTP 503', false, 'failure_repeated', 'the same failure'],
  ])('L6: with recorded observations the state says why: %o', (observation, ok, cause, told) => {
    const detector = new LoopDetector();
    const action = { name: 'search', parameters: { q: 'fees' } };
    let state = detector.check();
    for (let time = 0; time < 4; time++) {
      detector.recordAction(action);
      state = detector.recordObservation({ ...action }, observation, ok);
    }
    expect(state).toMatchObject({
      cause,
      text: `Called search(q=fees) 4 times with ${told}.`,
    });
  });

  it('L6: a cause is not claimed when a result is unknown or has changed', () => {
    const poll = { name: 'status', parameters: {} };
    for (const results of [
      ['a', 'a', 'a', undefined],
      ['a', 'a', 'b', 'b'],
    ]) {
      const detector = new LoopDetector();
      for (const result of results) {
        detector.recordAction(poll);
        if (result !== undefined) detector.recordObservation(poll, result);
      }
      expect(detector.check()).toEqual({
        loopDetected: true,
        loopPattern: ['status()'],
        kind: 'repeat',
        repeats: 4,
        text: 'status(): 4 times in a row.',
      });
    }
  });

  it('L6: a cycle says why as well', () => {
    const detector = new LoopDetector({ resultAware: true });
    for (const name of 'ABAB') {
      detector.recordAction({ name, parameters: {} });
      detector.recordObservation({ name, parameters: {} }, `result of ${name}`);
    }
    expect(detector.check()).toMatchObject({
      cause: 'result_unchanged',
      text: 'Went round A(), B() 2 times with the same result.',
    });
  });
});
