import type { JsonObject, Plan, PlanStep } from '@loopwright/core-parser';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  type PlanWalk,
  type PlanWalkOptions,
  type RunResult,
  runStrategy,
  type StepEvidence,
  walkPlan,
} from '../src/index.ts';
import { echo, guard, type SpecOptions, specOf, tool } from './support.ts';

const broken = tool('broken', 'pure', () => {
  throw new Error('HTTP 500');
});

/** A step of a plan. It depends on what its arguments refer to as `#E1` and on what it names outright. */
function step(id: string, args: JsonObject = {}, more: Partial<PlanStep> = {}): PlanStep {
  const references = JSON.stringify(args).match(/#E\d+/g) ?? [];
  const dependsOn = [...new Set(references.map((each) => each.slice(1)))];
  return { id, tool: 'echo', args, dependsOn, ...more };
}

const failing = (id: string, args: JsonObject = {}) => step(id, args, { tool: 'broken' });

async function walk(
  steps: PlanStep[],
  options: Partial<PlanWalkOptions> = {},
  spec: SpecOptions = {},
): Promise<{ walk: PlanWalk; result: RunResult<unknown>; plan: Plan }> {
  const plan = { steps };
  let walked: PlanWalk | undefined;
  const result = await runStrategy(
    specOf({ tools: [echo, broken], allowance: {}, ...spec }),
    async (run) => {
      walked = await walkPlan(run, plan, { maxCallsPerStep: 16, ...options });
      return { stopReason: 'final', answer: null };
    },
  );
  if (!walked) throw new Error(result.reason);
  return { walk: walked, result, plan };
}

const wavesOf = ({ steps }: RunResult<unknown>) =>
  steps.map(({ calls }) => calls.map(({ args }) => args.n));

describe('waves', () => {
  it('W2: steps whose evidence is there run together, as one step of the run', async () => {
    const { walk: walked, result } = await walk([
      step('E1', { n: 1, of: '#E3.n' }, { thought: 'Then the first.' }),
      step('E2', { n: 2 }, { thought: 'The second.' }),
      step('E3', { n: 3 }, { thought: 'The third.' }),
      step('E4', { n: 4, of: ['#E1', '#E2'] }),
    ]);
    expect(wavesOf(result)).toEqual([[2, 3], [1], [4]]);
    expect(result.steps.map(({ thought }) => thought)).toEqual([
      'The second.\nThe third.',
      'Then the first.',
      '',
    ]);
    expect(walked).toMatchObject({ waves: 3 });
    expect([...walked.evidence.keys()]).toEqual(['E2', 'E3', 'E1', 'E4']);
    expect(walked.evidence.get('E4')).toEqual<StepEvidence>({
      id: 'E4',
      tool: 'echo',
      args: { n: 4, of: [{ n: 1, of: 3 }, { n: 2 }] },
      observation: expect.objectContaining({ ok: true }),
    });
  });

  it('W2: a step that is only named has to be done before, too', async () => {
    const { result } = await walk([
      step('E1', { n: 1 }, { dependsOn: ['E2'] }),
      step('E2', { n: 2 }),
    ]);
    expect(wavesOf(result)).toEqual([[2], [1]]);
  });

  it('W2: a wave with more calls than a step may have is cut, and nothing is refused', async () => {
    const steps = Array.from({ length: 7 }, (_, n) => step(`E${n}`, { n }));
    const { walk: walked, result } = await walk(steps, { maxCallsPerStep: 3 });
    expect(wavesOf(result)).toEqual([[0, 1, 2], [3, 4, 5], [6]]);
    expect(walked.waves).toBe(3);
    expect(result.counts.toolCalls).toMatchObject({ ok: 7, refused: 0 });
  });

  it('N8: maxSteps performs the beginning of a plan', async () => {
    const steps = [step('E1', { n: 1 }), step('E2', { n: 2 }), step('E3', { n: 3, of: '#E1' })];
    for (const [maxSteps, waves] of [
      [1, [[1]]],
      [2, [[1, 2]]],
      [3, [[1, 2], [3]]],
      [9, [[1, 2], [3]]],
    ] as const) {
      const { result } = await walk(steps, { maxSteps });
      expect(wavesOf(result)).toEqual(waves);
      const { done, total } = result.partial.subtasks!;
      expect([done, total]).toEqual([Math.min(maxSteps, 3), 3]);
    }
  });

  it('N8: maxSteps takes the first steps of the plan, not those of its first wave', async () => {
    const steps = [
      step('E1', { n: 1 }),
      step('E2', { n: 2, of: '#E1' }),
      step('E3', { n: 3 }),
      step('E4', { n: 4, of: '#E5' }),
      step('E5', { n: 5 }),
    ];
    for (const [maxSteps, waves] of [
      [2, [[1], [2]]],
      [3, [[1, 3], [2]]],
      // The fourth waits for the fifth.
      [4, [[1, 3, 5], [2]]],
      [
        5,
        [
          [1, 3, 5],
          [2, 4],
        ],
      ],
    ] as const) {
      expect(wavesOf((await walk(steps, { maxSteps })).result)).toEqual(waves);
    }
  });

  it('P8: evidence keeps its type and is looked at once', async () => {
    const steps = [
      step('E1', { text: '#{E2} ##E2' }),
      step('E2', { n: 6 }),
      step('E3', { exact: '#E1', within: 'is #E1.text and #E2.n' }),
    ];
    // A reference in the evidence itself is text.
    const { walk: walked } = await walk(
      steps.map((each) => ({
        ...each,
        dependsOn: [...each.dependsOn, ...(each.id === 'E1' ? ['E2'] : [])],
      })),
    );
    expect(walked.evidence.get('E3')?.args).toEqual({
      exact: { text: '{"n":6} #E2' },
      within: 'is {"n":6} #E2 and 6',
    });
  });

  it('advisors are not asked about the last wave', async () => {
    const asked: number[] = [];
    const advisors = [
      { name: 'a', advise: (_: unknown, { n }: { n: number }) => void asked.push(n) },
    ];
    await walk(
      [step('E1'), step('E2', { of: '#E1' }), step('E3', { of: '#E2' })],
      {},
      { advisors },
    );
    expect(asked).toEqual([1, 2]);
  });
});

describe('failures', () => {
  it('W3: what needs the value of a failed step is blocked by it, over others as well', async () => {
    const { walk: walked, result } = await walk([
      failing('E1'),
      step('E2', { of: '#E1' }),
      step('E3', { of: ['#E2', '#E4'] }),
      step('E4', { n: 4 }),
    ]);
    expect([...walked.evidence.values()].map(({ id, blockedBy }) => [id, blockedBy])).toEqual([
      ['E1', undefined],
      ['E4', undefined],
      ['E2', 'E1'],
      ['E3', 'E1'],
    ]);
    // What never started shows the plan's arguments.
    expect(walked.evidence.get('E3')).toMatchObject({ args: { of: ['#E2', '#E4'] } });
    expect(walked.evidence.get('E3')?.observation.text).toContain(
      'not started, because E1 failed: ERROR[broken]: Error: HTTP 500',
    );
    expect(result.counts.toolCalls).toMatchObject({ ok: 1, failed: 1, refused: 2 });
    expect(result.partial).toMatchObject({
      subtasks: { done: 1, total: 4 },
      missing: ['E1', 'E2', 'E3'],
    });
  });

  it.each<[string, PlanStep]>([
    ['alone', step('E2', { of: '#E1' })],
    ['in a list', step('E2', { of: [{ x: '#E1' }] })],
    ['by a path', step('E2', { of: 'its name: #E1.name' })],
    ['alone and in a text', step('E2', { of: '#E1', why: 'as #E1' })],
    ['by name', step('E2', {}, { dependsOn: ['E1'] })],
  ])('W3: a step that needs it %s is blocked', async (_, needing) => {
    const { walk: walked } = await walk([failing('E1'), needing]);
    expect(walked.evidence.get('E2')?.blockedBy).toBe('E1');
  });

  it('W3: inside a longer text a failure is its text; a step that was blocked has none', async () => {
    const { walk: walked } = await walk([
      failing('E1'),
      step('E2', { why: 'because #E1' }),
      step('E3', { of: '#E1' }),
      step('E4', { why: 'because #E3' }),
    ]);
    expect(walked.evidence.get('E2')).toMatchObject({
      args: { why: 'because ERROR[broken]: Error: HTTP 500' },
      observation: { ok: true },
    });
    expect(walked.evidence.get('E2')?.blockedBy).toBeUndefined();
    expect(walked.evidence.get('E4')?.blockedBy).toBe('E1');
  });

  it('N1: stopOnFailure ends the walk after the wave of the failure', async () => {
    const steps = [failing('E1', { n: 1 }), step('E2', { n: 2 }), step('E3', { n: 3, of: '#E2' })];
    const { walk: walked, result } = await walk(steps, { stopOnFailure: true });
    expect(wavesOf(result)).toEqual([[1, 2]]);
    expect(walked.waves).toBe(1);
    expect(wavesOf((await walk(steps)).result)).toEqual([[1, 2], [3]]);
  });

  it.each([
    ['leads nowhere', '#E1.name', /^unresolved reference #E1\.name/],
    ['would be too large', '#E1'.repeat(70), /^With #E1 they would hold/],
  ])('W3: a reference that %s ends the walk before its wave', async (_, of, message) => {
    const big = tool('big', 'pure', () => 'x'.repeat(999_000));
    const steps = [
      step('E1', {}, { tool: 'big' }),
      step('E2', { n: 2, of: '#E1' }),
      step('E3', { of: '#E2.n' }),
      step('E4', { of }, { dependsOn: ['E1', 'E2'] }),
    ];
    const { walk: walked, result } = await walk(steps, {}, { tools: [echo, big] });
    expect(walked.unresolved).toEqual({ id: 'E4', message: expect.stringMatching(message) });
    expect(walked.waves).toBe(2);
    expect(result.steps).toHaveLength(2);
    expect([...walked.evidence.keys()]).toEqual(['E1', 'E2']);
  });

  it('R9: a guard ends the walk with what there is', async () => {
    const stops = guard((judged) =>
      judged.n === 1 ? { kind: 'stop', stopReason: 'unrecoverable', text: 'enough' } : undefined,
    );
    const steps = [step('E1', { n: 1 }), step('E2', { of: '#E1' })];
    await expect(walk(steps, {}, { guards: [stops] })).rejects.toThrow('enough');
  });

  it('W3: of any plan each step is performed or blocked once, after all that it waits for', async () => {
    const plans = fc.array(fc.tuple(fc.boolean(), fc.array(fc.nat(), { maxLength: 3 })), {
      minLength: 1,
      maxLength: 20,
    });
    await fc.assert(
      fc.asyncProperty(plans, fc.integer({ min: 1, max: 5 }), async (drawn, maxCallsPerStep) => {
        const steps = drawn.map(([fails, needs], index) => {
          const of = index === 0 ? [] : needs.map((each) => `#E${each % index}`);
          return fails ? failing(`E${index}`, { of }) : step(`E${index}`, { of });
        });
        const { walk: walked, result } = await walk(steps.toReversed(), { maxCallsPerStep });
        const order = [...walked.evidence.keys()];
        expect(order.toSorted()).toEqual(steps.map(({ id }) => id).toSorted());
        expect(result.steps).toHaveLength(walked.waves);
        for (const { id, dependsOn } of steps) {
          const { observation, blockedBy } = walked.evidence.get(id)!;
          for (const each of dependsOn) expect(order.indexOf(each)).toBeLessThan(order.indexOf(id));
          const needed = dependsOn.map((each) => walked.evidence.get(each)!.observation.ok);
          expect(blockedBy !== undefined).toBe(needed.includes(false));
          if (blockedBy === undefined) continue;
          expect(observation).toMatchObject({ ok: false, error: { code: 'unreadable_call' } });
          expect(walked.evidence.get(blockedBy)).toMatchObject({ tool: 'broken' });
          expect(walked.evidence.get(blockedBy)?.blockedBy).toBeUndefined();
        }
      }),
      { numRuns: 100 },
    );
  });
});
