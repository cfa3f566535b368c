import { describe, expect, it } from 'vitest';
import type { LoopGuardOptions } from '../src/index.ts';
import { errorLimitGuard, LoopDetector, loopGuard, progressGuard } from '../src/index.ts';
import type { Turn } from './run-guard.ts';
import { fail, outline, runGuard, succeed, together } from './run-guard.ts';

const four = [1, 2, 3, 4];

describe('what of a result counts', () => {
  const batches = four.map((n) =>
    succeed('spawn', { job: 'a' }, { state: 'queued', id: `b-${n}` }),
  );

  it('L3: results that hold an id of their own are the same when only their state counts', () => {
    expect(outline(loopGuard(), batches)).toBe('');
    expect(outline(loopGuard({ results: { spawn: ['state'] } }), batches)).toBe('3:hint 4:stop');
    const state = (result: unknown) => (result as { state: string }).state;
    expect(outline(loopGuard({ results: { spawn: state } }), batches)).toBe('3:hint 4:stop');
    expect(outline(loopGuard({ results: { other: ['state'] } }), batches)).toBe('');
  });

  it('L3: a text, and a function that throws, leave the whole result', () => {
    const texts = four.map((n) => succeed('spawn', {}, `queued as ${n}`));
    const throwing = () => {
      throw new Error('no');
    };
    for (const spawn of [['state'], throwing]) {
      expect(outline(loopGuard({ results: { spawn } }), texts)).toBe('');
    }
  });

  it('L4: results that differ by an id alone are no milestones', () => {
    const many = Array.from({ length: 8 }, (_, n) =>
      succeed('spawn', { n }, { state: 'queued', id: n }),
    );
    expect(outline(progressGuard(), many)).toBe('');
    expect(outline(progressGuard({ results: { spawn: ['state'] } }), many)).toBe('6:flag 8:stop');
  });

  it('L3: the class with recorded observations compares the same way', () => {
    const detector = new LoopDetector({ resultAware: true, results: { spawn: ['state'] } });
    const action = { name: 'spawn', parameters: { job: 'a' } };
    const states = batches.map((_, n) => {
      detector.recordAction(action);
      return detector.recordObservation(action, { state: 'queued', id: n }).loopDetected;
    });
    expect(states).toEqual([false, false, false, true]);
  });

  const volatile = [
    (n: number) => `job 3f2b8c1e-0000-4000-8000-00000000000${n} failed`,
    (n: number) => `2026-03-01T10:00:0${n}.123Z: no route to host`,
    (n: number) => `2026-03-01 10:0${n}: no route to host`,
    (n: number) => `Overloaded (request id: req_01abcdef${n})`,
    (n: number) => `trace 0xdeadbeef0000000${n}: crashed`,
    (n: number) => `failed at 12:00:0${n}`,
    (n: number) => `[12:00:00.00${n}] no route to host`,
    (n: number) => `at 171234567${n}: no route to host`,
    (n: number) => `no route to host (171234567890${n}).`,
    (n: number) => `no route to host, ts=${n}.5`,
    (n: number) => `{"error":"overloaded","timestamp":"1${n}"}`,
    (n: number) => `overloaded, reqid k3f${n}zq`,
    (n: number) => `overloaded, request id x-${n}`,
    (n: number) => `{"requestId":"a${n}","error":"overloaded"}`,
    (n: number) => `overloaded [trace_id=${n}]`,
  ];

  it.each(volatile)(
    'L6: a failure that differs by a time or an id alone is the same: %s',
    (text) => {
      const turns = four.map((n) => fail('job', {}, text(n)));
      expect(outline(loopGuard(), turns)).toBe('3:hint 4:stop');
      const successes = four.map((n) => succeed('job', {}, text(n)));
      expect(outline(loopGuard(), successes)).toBe('');
    },
  );

  it('LOOP-032: a failure that differs by a plain number is another one', () => {
    for (const text of [
      (n: number) => `case ${n} fails, 2026-03-0${n} was expected`,
      (n: number) => `main.ts:12:3${n}: unexpected token`,
      (n: number) => `a.log:1${n}:20:30: unexpected token`,
      (n: number) => `expected 171234567${n}0.5 cm, or v171234567${n}`,
      (n: number) => `order 21234567${n}0 is not there`,
      (n: number) => `required fields: ${n}`,
    ]) {
      const turns = four.map((n) => fail('test', {}, text(n)));
      expect(outline(loopGuard(), turns), text(1)).toBe('');
    }
  });

  it('R10: the limit of equal failures sees them as equal too', () => {
    const turns = four.flatMap((n) => [
      fail('job', {}, volatile[0]!(n)),
      succeed('list', {}, 'the same'),
    ]);
    expect(runGuard(errorLimitGuard(), turns)).toMatchObject([
      { n: 7, verdict: { data: { rule: 'same_failure' } } },
    ]);
  });
});

describe('tools that are rightly called again', () => {
  const wait = succeed('wait', { seconds: 60 }, 'ok');
  const status = succeed('status', {}, 'pending');
  const repeatable: LoopGuardOptions = { repeatable: ['wait', 'status'] };

  it('L3: calls of repeatable tools are never a loop', () => {
    const polls = [status, wait, status, wait, status, wait];
    expect(outline(loopGuard(), polls)).toBe('3:hint 4:stop');
    expect(outline(loopGuard(repeatable), polls)).toBe('');
    expect(
      outline(
        loopGuard(repeatable),
        [...four, ...four].map(() => wait),
      ),
    ).toBe('');
  });

  it('L3: they do not hide a loop of other calls between or beside them', () => {
    const search = succeed('search', { q: 'fees' }, 'same');
    const between = four.flatMap(() => [search, wait]);
    expect(outline(loopGuard({ repeatable: ['wait'] }), between)).toBe('5:hint 7:stop');
    const beside = four.map((n) => together(search, succeed('wait', { n }, n)));
    const verdicts = runGuard(loopGuard({ repeatable: ['wait'] }), beside);
    expect(verdicts.at(-1)).toMatchObject({
      n: 4,
      verdict: { text: 'Called search(q=fees) 4 times with the same result.' },
    });
  });

  it('L4: to wait is neither progress nor the lack of it', () => {
    const waiting: Turn[] = Array.from({ length: 20 }, () => wait);
    expect(outline(progressGuard({ repeatable: ['wait'] }), waiting)).toBe('');
    const wandering = Array.from({ length: 8 }, (_, q) => [succeed('search', { q }, 'same'), wait]);
    const guard = progressGuard({ repeatable: ['wait'] });
    expect(outline(guard, wandering.flat())).toBe('11:flag 15:stop');
    const isMilestone = () => false;
    expect(outline(progressGuard({ repeatable: ['wait'], isMilestone }), waiting)).toBe('');
  });

  it('L3: the class does not record them', () => {
    const detector = new LoopDetector({ repeatable: ['wait'] });
    const action = { name: 'wait', parameters: {} };
    for (const _ of four) {
      expect(detector.recordAction(action).loopDetected).toBe(false);
      detector.recordObservation(action, 'ok');
    }
    expect(detector.history()).toEqual([]);
  });
});
