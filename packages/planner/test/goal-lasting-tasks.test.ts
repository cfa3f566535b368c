import { defineAgentTool, type GuardFactory, type Verdict } from '@loopwright/agent-run';
import { loopGuard } from '@loopwright/loop-detector';
import { createToolRegistry } from '@loopwright/tool-registry';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { checkpointPresets, runGoal } from '../src/index.ts';
import { pursue } from './goal-support.ts';
import { tasksOf } from './graph-support.ts';
import { tool } from './strategy-support.ts';

/** A guard with a word at some steps. */
function speaks(verdicts: Readonly<Record<number, Verdict>>): GuardFactory {
  return () => ({ name: 'mine', judge: ({ n }) => verdicts[n] });
}

const hint: Verdict = { kind: 'hint', text: 'mind the goal' };
const stop = (stopReason: 'loop_detected' | 'goal_drift'): Verdict => ({
  kind: 'stop',
  stopReason,
  text: 'round and round',
});

describe('what changed the world is not undone', () => {
  it('N6, R12: a task that paid, and what it was built on, stays completed, and no other way for it is asked for', async () => {
    const asked: unknown[] = [];
    const { result, heard, done } = pursue(
      { look: [], pay: ['look'], w: ['pay'], end: ['w'] },
      {
        guards: [speaks({ 1: hint, 2: hint, 3: stop('loop_detected') })],
        alternatives: ({ id }, _, effectsSince) => {
          asked.push([id, effectsSince.map(({ tool, status }) => [tool, status])]);
          return tasksOf({ alt: [] });
        },
      },
    );
    const { status, effects, counts } = await result;
    expect(asked).toEqual([['w', [['pay', 'committed']]]]);
    expect(done).toEqual(['look', 'pay', 'w', 'w/alt', 'end']);
    expect([status, effects.length, counts.toolCalls.reused]).toEqual(['solved', 1, 0]);
    expect(heard.notes('restore')).toMatchObject([
      { label: 'the start', tasks: ['w'], effectsSince: [{ tool: 'pay' }] },
    ]);
  });

  it('N4, N6: so does one that came out of a split which the older state does not know', async () => {
    const { result, done } = pursue(
      { a: [], b: ['a'], end: ['b'] },
      {
        expand: 'next',
        split: ({ id }) => (id === 'b' ? tasksOf({ pay: [], look: ['pay'] }) : undefined),
        guards: [speaks({ 2: hint, 3: stop('goal_drift') })],
        checkpoints: { policy: checkpointPresets.off },
        alternatives: ({ id }) => (id === 'b/look' ? tasksOf({ alt: [] }) : undefined),
      },
    );
    const { status, effects, counts } = await result;
    expect(done).toEqual(['a', 'b/pay', 'b/look', 'b/look/alt', 'end']);
    expect([status, effects.length, counts.toolCalls.reused]).toEqual(['solved', 1, 0]);
  });

  it('N6: so does one that a sub-agent did, whatever it is declared to be', async () => {
    const paid: unknown[] = [];
    const child = createToolRegistry({
      tools: [tool('pay', (args) => paid.push(args), 'once'), tool('look', () => 1)],
    });
    const worker = defineAgentTool({
      name: 'worker',
      description: 'Does it.',
      input: z.looseObject({ task: z.string() }),
      bounds: { modelCalls: 0 },
      agent: ({ task }, parent) =>
        runGoal({
          goal: task,
          tools: child,
          execute: {
            toCall: () => ({ tool: task.startsWith('Pay') ? 'pay' : 'look', args: { task } }),
          },
          parent,
        }),
    });
    const asked: string[] = [];
    const { status, effects } = await runGoal({
      goal: 'Do it all',
      decompose: () => [
        { id: 'a', description: 'Look.' },
        { id: 'p', description: 'Pay.', dependsOn: ['a'] },
        { id: 'w', description: 'Look again.', dependsOn: ['p'] },
        { id: 'end', description: 'Look at last.', dependsOn: ['w'] },
      ],
      tools: createToolRegistry({ tools: [worker] }),
      execute: 'worker',
      guards: [speaks({ 2: hint, 3: stop('loop_detected') })],
      alternatives: ({ id }) => {
        asked.push(id);
        return [{ id: 'alt', description: 'Pay otherwise.' }];
      },
    });
    expect([status, asked, effects.length, paid.length]).toEqual(['solved', ['w'], 2, 2]);
  });
});

describe('states to go back to', () => {
  it('N6: the first task can be done in another way as well, whatever the policy', async () => {
    for (const policy of [checkpointPresets.default, checkpointPresets.off]) {
      const { result, heard, done } = pursue(
        { fail: [], end: ['fail'] },
        { checkpoints: { policy }, alternatives: () => tasksOf({ other: [] }) },
      );
      expect((await result).status).toBe('solved');
      expect(done).toEqual(['fail', 'fail', 'fail/other', 'end']);
      expect(heard.notes('restore')).toMatchObject([{ label: 'the start', seq: 0 }]);
    }
  });

  it('N4, N6: a subtask of a task that was split when it was next gets its other way, and nobody is asked to split again', async () => {
    const asked: string[] = [];
    const { result, done } = pursue(
      { z: [], b: ['z'], end: ['b'] },
      {
        expand: 'next',
        split: ({ id }) => {
          asked.push(id);
          return id === 'b' ? tasksOf({ fail: [], y: ['fail'] }) : undefined;
        },
        alternatives: ({ id }) => (id === 'b/fail' ? tasksOf({ other: [] }) : undefined),
      },
    );
    expect((await result).status).toBe('solved');
    expect(done).toEqual(['z', 'b/fail', 'b/fail', 'b/fail/other', 'b/y', 'end']);
    expect(asked.filter((id) => id === 'b')).toEqual(['b']);
  });

  it('N6, R12: another way that cannot be taken, as no state was kept, is flagged', async () => {
    const { result, heard } = pursue(
      { fail: [] },
      {
        // No state of this size is kept.
        decompose: () => [{ id: 'fail', description: 'x'.repeat(20_000_000) }],
        alternatives: () => tasksOf({ other: [] }),
      },
    );
    const { stopReason, flags } = await result;
    expect(stopReason).toBe('unrecoverable');
    expect(flags).toEqual([
      'alternatives: the other way for fail cannot be taken: no checkpoint was kept',
    ]);
    expect(heard.notes('restore')).toEqual([]);
  });
});

describe('where a trouble began', () => {
  it('N6, E10: a loop began where the guard last began to speak; an earlier hint, since mended, is none of it', async () => {
    const done: string[] = [];
    const ids = ['z', 'h0', 'h1', 'h2', 'v0', 'v1', 'v2', 'v3', 'l0', 'l1', 'l2', 'l3', 'end'];
    const argsOf = (id: string) => (/^[hl]\d$/.test(id) ? { q: id[0]! } : { q: id });
    const { status, flags } = await runGoal({
      goal: 'Do it all',
      decompose: () =>
        ids.map((id, at) => ({
          id,
          description: id,
          dependsOn: ids.slice(Math.max(0, at - 1), at),
        })),
      guards: [loopGuard()],
      alternatives: ({ id }) => (id.startsWith('l') ? tasksOf({ alt: [] }) : undefined),
      tools: createToolRegistry({ tools: [tool('search', ({ q }) => q)] }),
      execute: {
        toCall: ({ id }) => {
          done.push(id);
          return { tool: 'search', args: argsOf(id) };
        },
      },
    });
    expect(status).toBe('solved');
    expect(flags.join()).toContain('restore: after loop_detected back to "after l1"');
    expect(done).toEqual([...ids.slice(0, 12), 'l2/alt', 'l3/alt', 'end']);
  });

  it('N6: a drift began with its hint, though the guard was silent since', async () => {
    const { result, heard } = pursue(
      { a: [], b: ['a'], c: ['b'], d: ['c'], e: ['d'] },
      {
        guards: [speaks({ 2: hint, 4: stop('goal_drift') })],
        alternatives: () => tasksOf({ alt: [] }),
      },
    );
    await result;
    expect(heard.notes('restore')).toMatchObject([{ seq: 1, tasks: ['b', 'c', 'd'] }]);
  });
});
