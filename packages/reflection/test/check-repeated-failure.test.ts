import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { RepeatedFailureOptions } from '../src/index.ts';
import { checkRepeatedFailure, Reflector } from '../src/index.ts';
import type { Turn } from './steps.ts';
import { fail, stepsOf, succeed, together } from './steps.ts';

const missing = fail('lookup', { entity: 'atlantis' }, 'Entity not found: atlantis');
const down = fail('lookup', { entity: 'france' }, 'try again later', 'transient');
const other = succeed('search', { q: 'x' });

/** Why the last turn's call would be refused after the others; undefined when it is allowed. */
function refusal(turns: readonly Turn[], options?: RepeatedFailureOptions) {
  const [call] = turns.at(-1)!.calls;
  const check = checkRepeatedFailure(stepsOf(turns.slice(0, -1)), call!, options);
  return check.allowed ? undefined : check;
}

describe('checkRepeatedFailure', () => {
  it('F1, REFL-007: a call that failed for good is refused, with the reason in words', () => {
    expect(refusal([missing])).toBeUndefined();
    expect(refusal([missing, missing])).toEqual({
      allowed: false,
      cause: 'failed_for_good',
      reason:
        'the same call failed in step 1 (not_found) and would fail again; change the arguments or use another tool',
      error: {
        type: 'RepeatedFailure',
        class: 'policy',
        code: 'repeat_refused',
        message:
          'the call was not made: the same call failed in step 1 (not_found) and would fail again; change the arguments or use another tool',
      },
    });
  });

  it('F1: a failure that may pass is retried once; the second one in the same way is refused for a while', () => {
    expect(refusal([down, down])).toBeUndefined();
    expect(refusal([down, down, down])).toMatchObject({
      cause: 'failed_again',
      reason:
        'the same call failed 2 times (unavailable), last in step 2; it is not made again before step 8',
    });
    expect(refusal([down, down, other, other, other, other, down])?.cause).toBe('failed_again');
    expect(refusal([down, down, other, other, other, other, other, down])).toBeUndefined();
    expect(refusal([down, down, other, down], { transientSteps: 1 })).toBeUndefined();
    const timeout = fail('lookup', { entity: 'france' }, 'timed out', 'timeout');
    expect(refusal([down, timeout, down])).toBeUndefined();
  });

  it('REFL-009: other arguments, and another tool, are another call', () => {
    const { calls, observations } = missing;
    const elsewhere = { calls: [{ ...calls[0]!, tool: 'archive' }], observations };
    expect(refusal([missing, elsewhere])).toBeUndefined();
    expect(refusal([missing, fail('lookup', { entity: 'mu' }, 'x')])).toBeUndefined();
  });

  it('REFL-010: the order of the arguments does not matter', () => {
    const one = fail('q', { a: 1, b: { c: 2, d: 3 } }, 'not found');
    const same = fail('q', { b: { d: 3, c: 2 }, a: 1 }, 'not found');
    expect(refusal([one, same])?.cause).toBe('failed_for_good');
  });

  it('F4: what a tool has not found twice is refused, whatever else is asked about it', () => {
    const asking = (attribute: string) => fail('lookup', { entity: 'mu', attribute }, 'not found');
    expect(refusal([asking('area'), asking('capital')])).toBeUndefined();
    expect(refusal([asking('area'), asking('capital'), asking('flag')])).toMatchObject({
      cause: 'blacklisted',
      reason: expect.stringContaining('lookup has found nothing for this entity twice'),
    });
    const byKey = (key: string, n: number) => fail('get', { key, n }, 'not found');
    const turns = [byKey('mu', 1), byKey('mu', 2), byKey('mu', 3)];
    expect(refusal(turns)).toBeUndefined();
    expect(refusal(turns, { entityParameters: { get: 'key' } })?.cause).toBe('blacklisted');
  });

  it('F3: a success lifts the refusal of the call, and a change that of all that depends on state', () => {
    const found = succeed('lookup', { entity: 'atlantis' });
    expect(refusal([missing, missing, found, missing])).toBeUndefined();
    const write = succeed('write', { entity: 'atlantis' });
    expect(refusal([missing, missing, write, missing])?.cause).toBe('blacklisted');
    const changing = { changing: ['write'] };
    expect(refusal([missing, missing, write, missing], changing)).toBeUndefined();
    expect(refusal([missing, fail('write', {}, 'no'), missing], changing)?.allowed).toBe(false);
    // Neither what may already have happened nor what somebody forbade is lifted by it.
    for (const code of ['unknown_outcome', 'denied']) {
      const refused = fail('pay', { eur: 5 }, 'hm', 'policy', code);
      expect(refusal([refused, write, refused], changing)?.cause).toBe('failed_for_good');
    }
    expect(refusal([fail('pay', {}, 'hm', 'unknown_outcome'), fail('pay', {}, '')])?.reason).toBe(
      'the same call in step 1 may or may not have taken effect; check that before doing it again',
    );
    expect(refusal([fail('pay', {}, 'hm', 'policy', 'denied'), fail('pay', {}, '')])?.reason).toBe(
      'the same call was not allowed in step 1; do not look for a way round',
    );
    expect(refusal([down, down, write, down], changing)?.cause).toBe('failed_again');
  });

  it('F3: what tells nothing about the call does not stand against it', () => {
    const limited = fail('lookup', {}, 'too many in a step', 'quota', 'call_limit');
    const cancelled = fail('lookup', {}, 'cancelled', 'aborted', 'aborted');
    expect(refusal([limited, cancelled, limited])).toBeUndefined();
    const unreadable = {
      calls: [{ tool: 'lookup', args: {}, unreadable: 'no JSON' }],
      observations: [{ tool: 'lookup', ok: false, text: 'ERROR[parse]' }],
    };
    expect(refusal([unreadable, unreadable, fail('lookup', {}, 'x')])).toBeUndefined();
  });

  it('F3: a refusal is no evidence: what was refused for a while is allowed again afterwards', () => {
    const { error } = refusal([down, down, down])!;
    const refused = {
      calls: down.calls,
      observations: [{ tool: 'lookup', ok: false, text: 'ERROR', error }],
    };
    const again = [down, down, refused, refused, refused, refused, refused];
    expect(refusal([...again.slice(0, -1), down])?.cause).toBe('failed_again');
    expect(refusal([...again, down])).toBeUndefined();
  });

  it('F3: a repeat that a run refused is no failure of the call, whose result it may reuse', () => {
    const inStep = fail('pay', { eur: 5 }, 'asked for twice', 'policy', 'repeat_refused');
    const both = together(succeed('pay', { eur: 5 }), inStep);
    expect(refusal([both, inStep])).toBeUndefined();
  });

  it('F3: tools can be exempt, and failures can be classified by the caller', () => {
    expect(refusal([missing, missing, missing], { exempt: ['lookup'] })).toBeUndefined();
    const classify = () => 'transient' as const;
    expect(refusal([missing, missing], { classify })).toBeUndefined();
    expect(refusal([down, down], { classify: () => 'permanent' })?.cause).toBe('failed_for_good');
  });

  const turn = fc.constantFrom(
    missing,
    down,
    other,
    succeed('lookup', { entity: 'france' }),
    fail('lookup', { entity: 'atlantis' }, 'timed out', 'timeout'),
    fail('search', { q: 'x' }, 'hm', 'unknown'),
    together(missing, down),
  );
  const history = fc.array(turn, { maxLength: 12 });

  it('F1, F3: a retry that is recommended is allowed, and an alternative too', () => {
    fc.assert(
      fc.property(history, fc.constantFrom(missing, down), (turns, last) => {
        const steps = stepsOf([...turns, last]);
        const reflector = new Reflector();
        const available = ['lookup', 'search'];
        let reflection: ReturnType<Reflector['reflect']> | undefined;
        for (const step of steps) {
          step.calls.forEach(({ tool: name, args: parameters }, at) => {
            const { ok: success, error } = step.observations[at]!;
            const moment = { step: step.n };
            const action = { name, parameters };
            reflection = reflector.reflect(action, { success, error }, available, '', moment);
          });
        }
        const [call] = last.calls;
        const { shouldRetry, alternativeAction } = reflection!;
        if (shouldRetry) expect(checkRepeatedFailure(steps, call!).allowed).toBe(true);
        if (alternativeAction === undefined) return;
        const { name: tool, parameters: args } = alternativeAction;
        expect(checkRepeatedFailure(steps, { tool, args }).allowed).toBe(true);
      }),
    );
  });

  it('F3: a pure fold: the same steps give the same answer, also when they come back from JSON', () => {
    fc.assert(
      fc.property(history, (turns) => {
        const steps = stepsOf(turns);
        const before = JSON.stringify(steps);
        for (const { calls } of [missing, down, other]) {
          const answer = checkRepeatedFailure(steps, calls[0]!);
          expect(checkRepeatedFailure(steps, calls[0]!)).toEqual(answer);
          expect(checkRepeatedFailure(JSON.parse(before), calls[0]!)).toEqual(answer);
        }
        expect(JSON.stringify(steps)).toBe(before);
      }),
    );
  });
});
