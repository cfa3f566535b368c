import { describe, expect, it } from 'vitest';
import { called, calls, countingTool, resultsOf, runNative } from './native-support.ts';

// The rule for a turn of several calls: it failed when none of its calls succeeded. A success beside a failure ends the row of
// failed steps, and never hides the failure: it stands in the step, in the result of its call and in what is missing;
// a mixed turn that comes again and again with nothing new is a loop.

const failing = (name: string) =>
  countingTool(name, () => {
    throw new Error('refused');
  });

describe('failures in native turns', () => {
  it('LOOP-017: a success beside a failure hides nothing, and the row of failed steps starts again', async () => {
    const required = failing('required');
    const other = countingTool('other', () => 'fine');
    const failed = calls(called('required', { n: 1 }));
    const script = [
      failed,
      calls(called('required', { n: 2 })),
      calls(called('required', { n: 3 }), called('other', { n: 3 })),
      calls(called('required', { n: 4 })),
      'groundless',
    ];
    const { result, last } = await runNative(script, [required.tool, other.tool]);
    expect(result).toMatchObject({ status: 'solved', answer: 'groundless' });
    expect(result.steps[2]?.observations.map(({ ok }) => ok)).toEqual([false, true]);
    expect(resultsOf(last).filter(({ isError }) => isError)).toHaveLength(4);
    expect(result.partial.missing).toHaveLength(4);
    expect(result.counts.toolCalls).toMatchObject({ ok: 1, failed: 4 });
  });

  it('LOOP-030: words between failing calls do not count as progress', async () => {
    const bad = failing('bad');
    let n = 0;
    const again = () => ({ ...calls(called('bad', { n: n++ })), text: 'let me retry' });
    const script = Array.from({ length: 20 }, () => again);
    const { result } = await runNative(script, [bad.tool], { limits: { maxSteps: 20 } });
    expect(result.stopReason).toBe('error_limit');
    expect(result.counts.modelCalls.actor).toBe(3);
  });

  it('LOOP-031: an unrelated success in each turn does not keep a failing call alive', async () => {
    const bad = failing('bad');
    const list = countingTool('list', () => 'same');
    const script = Array.from({ length: 20 }, () => calls(called('bad', { x: 1 }), called('list')));
    const limits = { maxSteps: 20 };
    const { result } = await runNative(script, [bad.tool, list.tool], { limits });
    expect(['error_limit', 'loop_detected']).toContain(result.stopReason);
    expect(result.counts.modelCalls.actor).toBeLessThanOrEqual(6);
  });
});
