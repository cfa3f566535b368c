import { createMemoryJournal, type GuardFactory, type Verdict } from '@loopwright/agent-run';
import { scriptedModel } from '@loopwright/providers/scripted';
import { createToolRegistry } from '@loopwright/tool-registry';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { runGoal, runPlanExecute } from '../src/index.ts';
import { chain, pursue } from './goal-support.ts';
import { tasksOf } from './graph-support.ts';
import { planText, tool } from './strategy-support.ts';

const reasons = ['loop_detected', 'goal_drift', 'no_progress'] as const;

function stopsAt(step: number, stopReason: string): GuardFactory {
  const judge = ({ n }: { n: number }) =>
    n === step ? ({ kind: 'stop', stopReason, text: 'round and round' } as Verdict) : undefined;
  return () => ({ name: 'mine', judge });
}

const tools = () =>
  createToolRegistry({
    tools: [tool('one', () => 'done'), tool('two', () => 'done'), tool('three', () => 3)],
  });

describe('an answer that is there', () => {
  it.each(reasons)(
    'R17, N1: is not taken away by %s in the step that completes the plan',
    async (reason) => {
      const run = (guards: GuardFactory[]) =>
        runPlanExecute({
          task: 'Do it.',
          model: scriptedModel([planText(['E1', 'one'], ['E2', 'two', { of: '#E1' }])]),
          tools: tools(),
          guards,
        });
      const solved = await run([stopsAt(2, reason)]);
      expect(solved).toMatchObject({ stopReason: 'final', answer: 'done' });
      expect(solved.flags).toEqual(['mine: round and round']);
      expect(await run([stopsAt(1, reason)])).toMatchObject({
        stopReason: reason,
        reason: 'round and round',
      });
    },
  );

  it('R17, N1: an answer that does not fit is none: the loop ends the run', async () => {
    const result = await runPlanExecute({
      task: 'Do it.',
      model: scriptedModel([planText(['E1', 'one']), planText(['E1', 'three'])]),
      tools: tools(),
      answer: z.number(),
      guards: [stopsAt(1, 'loop_detected')],
    });
    expect(result).toMatchObject({ stopReason: 'loop_detected', reason: 'round and round' });
    expect(result.counts.modelCalls).toEqual({ planner: 1 });
  });

  it('R17, N1: where the last step failed there is none', async () => {
    const { stopReason, flags } = await runPlanExecute({
      task: 'Do it.',
      model: scriptedModel([planText(['E1', 'boom'])]),
      tools: createToolRegistry({
        tools: [
          tool('boom', () => {
            throw new Error('it went off');
          }),
        ],
      }),
      guards: [stopsAt(1, 'loop_detected')],
    });
    expect([stopReason, flags]).toEqual(['loop_detected', []]);
  });

  it('R17, N1: other ends are as they are, and so is a loop in a later plan that is not completed', async () => {
    const plan = planText(['E1', 'one']);
    const run = (guards: GuardFactory[], ...plans: string[]) =>
      runPlanExecute({ task: 'Do it.', model: scriptedModel(plans), tools: tools(), guards });
    expect((await run([stopsAt(1, 'error_limit')], plan)).stopReason).toBe('error_limit');
    const failing = planText(['E1', 'one', { a: 1 }], ['E2', 'two', { of: '#E1.name' }]);
    const later = planText(['E1', 'one', { a: 2 }], ['E2', 'two', { of: '#E1' }]);
    expect((await run([stopsAt(2, 'loop_detected')], failing, later)).stopReason).toBe(
      'loop_detected',
    );
  });

  it.each(reasons)(
    'R17, N6: is not taken away by %s in the step that completes a goal',
    async (reason) => {
      for (const alternatives of [undefined, () => tasksOf({ other: [] })]) {
        const { result, done } = pursue(chain, { guards: [stopsAt(3, reason)], alternatives });
        expect(await result).toMatchObject({ stopReason: 'final', answer: 'c' });
        expect((await result).flags).toEqual(['mine: round and round']);
        expect(done).toEqual(['a', 'b', 'c']);
      }
      const early = await pursue(chain, { guards: [stopsAt(2, reason)] }).result;
      expect(early.stopReason).toBe(reason);
    },
  );

  it('R17, E1: a resumed run comes to the same answer, though the guard is not asked again', async () => {
    let asked = 0;
    const guard: GuardFactory = () => ({
      name: 'mine',
      io: true,
      judge: async () => {
        asked += 1;
        return { kind: 'stop', stopReason: 'loop_detected', text: 'round and round' };
      },
    });
    const run = (runtime: ReturnType<typeof createMemoryJournal>) =>
      runGoal({ goal: 'Sing.', execute: () => 'la', runtime, guards: [guard] });
    const journal = createMemoryJournal();
    const first = await run(journal);
    const { result: _, ...unfinished } = journal.record();
    const again = await run(createMemoryJournal(unfinished));
    expect(first).toMatchObject({ answer: 'la', flags: ['mine: round and round'] });
    expect([again.flags, asked]).toEqual([first.flags, 1]);
    expect(again).toMatchObject({ answer: 'la' });
  });
});

describe('flags of guards', () => {
  it.each([
    { deferred: 'loop_detected' },
    { '@loopwright/planner/deferred-stop': 'loop_detected' },
  ])('N6: a flag with the data %j is a flag and no end', async (data) => {
    const flags: GuardFactory = () => ({
      name: 'mine',
      judge: () => ({ kind: 'flag', text: 'look', data }),
    });
    const { result, done } = pursue(chain, {
      guards: [flags],
      alternatives: () => tasksOf({ x: [] }),
    });
    expect((await result).status).toBe('solved');
    expect(done).toEqual(['a', 'b', 'c']);
  });

  it('N6: what is no guard is refused before anything runs', async () => {
    const { result, done } = pursue(chain, { guards: [() => undefined as never] });
    await expect(result).rejects.toMatchObject({
      code: 'invalid_option',
      message: expect.stringMatching(/^guards\[0\] must make a guard/),
    });
    expect(done).toEqual([]);
  });
});

describe('how far a run of several plans came', () => {
  it('N1, R12: the steps that went well of all plans count as completed', async () => {
    const failing = tool('boom', () => {
      throw new Error('it went off');
    });
    const result = await runPlanExecute({
      task: 'Do it.',
      model: scriptedModel([
        planText(['E1', 'one'], ['E2', 'two', { of: '#E1' }], ['E3', 'boom', { of: '#E2' }]),
        planText(['E1', 'boom', { again: true }]),
      ]),
      tools: createToolRegistry({ tools: [...tools().tools.values(), failing] }),
      maxReplans: 1,
    });
    expect(result.partial.subtasks).toEqual({ done: 2, total: 3 });
    expect(result.partial.text).toContain('Completed 2 of 3 subtasks.');
  });
});
