import { describe, expect, it } from 'vitest';
import { LoopDetector } from '../src/index.ts';

describe('what LoopDetector is given', () => {
  it('L1: an action without parameters has none', () => {
    const detector = new LoopDetector({ signatures: { list: ['path'] }, resultAware: true });
    for (let count = 0; count < 4; count++) {
      detector.recordAction({ name: 'list' });
      detector.recordObservation({ name: 'list' }, ['a']);
    }
    detector.recordAction({ name: 'list', parameters: null as never });
    expect(detector.check()).toMatchObject({ loopPattern: ['list()'], repeats: 5 });
    expect(detector.recordAction({ name: 'ls' }).loopDetected).toBe(false);
  });

  it('L2: never throws, whatever the parameters hold', () => {
    const refuse = () => {
      throw new Error('no');
    };
    const throwing = Object.defineProperty({ text: 'x'.repeat(3_000) }, 'q', {
      get: refuse,
      enumerable: true,
    });
    const odd = [throwing, new Proxy({}, { ownKeys: refuse }), 'text', 5, [1], () => 1, null];
    for (const signatures of [{}, { search: ['q'] }, { search: refuse }]) {
      for (const parameters of odd) {
        const detector = new LoopDetector({ signatures });
        const action = { name: 'search', parameters: parameters as never };
        for (let count = 0; count < 4; count++) detector.recordAction(action);
        expect(detector.check()).toMatchObject({ loopDetected: true, repeats: 4 });
        expect(detector.history()).toHaveLength(4);
      }
    }
  });

  it('LDET-025: a credential within a text is in no signature', () => {
    const detector = new LoopDetector();
    const url = 'https://ann:s3cr3t@a.test/?api_key=s3cr3t';
    detector.recordAction({ name: 'get', parameters: { url } });
    const padding = { note: 'x'.repeat(3_000), header: 'Authorization: Bearer s3cr3t' };
    detector.recordAction({ name: 'get', parameters: padding });
    expect(detector.history().join()).toContain('[redacted]');
    expect(detector.history().join()).not.toContain('s3cr3t');
  });
});
