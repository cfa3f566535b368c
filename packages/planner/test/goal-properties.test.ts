import type { Model } from '@loopwright/agent-run';
import { createToolRegistry } from '@loopwright/tool-registry';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { countSubtasks, goalBounds, type NewTask, runGoal } from '../src/index.ts';
import { recorder, tool } from './strategy-support.ts';

/** Tasks of which each waits for some of the earlier ones, and how often each fails. */
const graphs = fc
  .array(
    fc.record({
      waits: fc.array(fc.nat({ max: 11 }), { maxLength: 3 }),
      failures: fc.nat({ max: 3 }),
    }),
    {
      minLength: 1,
      maxLength: 12,
    },
  )
  .map((drafts) =>
    drafts.map(({ waits, failures }, at) => ({
      id: `t${at}`,
      dependsOn: [...new Set(waits.filter((other) => other < at).map((other) => `t${other}`))],
      failures,
    })),
  );

type Draft = { id: string; dependsOn: string[]; failures: number };

function tasksOf(drafts: readonly Draft[]): NewTask[] {
  return drafts.map(({ id, dependsOn }) => ({ id, description: `Do ${id}`, dependsOn }));
}

/** What must come of each task, worked out without a graph. */
function expectedOf(
  drafts: readonly Draft[],
  maxAttempts: number,
): Map<string, 'done' | 'failed' | 'blocked'> {
  const expected = new Map<string, 'done' | 'failed' | 'blocked'>();
  for (const { id, dependsOn, failures } of drafts) {
    const isFree = dependsOn.every((other) => expected.get(other) === 'done');
    expected.set(id, !isFree ? 'blocked' : failures < maxAttempts ? 'done' : 'failed');
  }
  return expected;
}

describe('whatever the tasks do', () => {
  it('N3, N10: exactly what can be done is done, in order, and every task that is not is told with its root cause', async () => {
    await fc.assert(
      fc.asyncProperty(
        graphs,
        fc.integer({ min: 1, max: 3 }),
        fc.boolean(),
        fc.integer({ min: 1, max: 4 }),
        async (drafts, maxAttempts, isFunction, maxCallsPerStep) => {
          const begun = new Map<string, number>();
          const finished: string[] = [];
          const work = (id: string) => {
            const { dependsOn, failures } = drafts.find((draft) => draft.id === id)!;
            expect(finished).toEqual(expect.arrayContaining(dependsOn));
            const attempt = (begun.get(id) ?? 0) + 1;
            begun.set(id, attempt);
            if (attempt <= failures) throw new Error(`${id} is down`);
            finished.push(id);
            return id;
          };
          const tools = createToolRegistry({ tools: [tool('do', ({ id }) => work(String(id)))] });
          const result = await runGoal({
            goal: 'Do it all',
            decompose: () => tasksOf(drafts),
            tools,
            execute: isFunction
              ? ({ id }) => work(id)
              : { toCall: ({ id }) => ({ tool: 'do', args: { id } }) },
            maxAttempts,
            limits: { maxCallsPerStep, maxToolCalls: 100 },
          });
          const expected = expectedOf(drafts, maxAttempts);
          const ids = (outcome: string) =>
            [...expected].filter(([, each]) => each === outcome).map(([id]) => id);
          expect(finished.toSorted()).toEqual(ids('done').toSorted());
          const isDone = ids('done').length === drafts.length;
          expect(result.stopReason).toBe(isDone ? 'final' : 'unrecoverable');
          expect(result.partial.subtasks).toEqual({
            done: ids('done').length,
            total: drafts.length,
          });
          for (const id of ids('failed'))
            expect(result.reason).toContain(`${id} failed: Error: ${id} is down`);
          const blockedBy = result.partial.missing.filter((text) => text.includes('(blocked by '));
          expect(blockedBy).toHaveLength(ids('blocked').length);
          for (const text of blockedBy)
            expect(ids('failed')).toContain(/blocked by (t\d+)/.exec(text)![1]);
          for (const { subtask, iterations } of countSubtasks(result.steps)) {
            expect(iterations).toBe(begun.get(subtask!));
          }
        },
      ),
      { numRuns: 300 },
    );
  });

  it('N6: with other ways at hand, a run ends within its bounds, goes back no more than it may, and completes what it can', async () => {
    await fc.assert(
      fc.asyncProperty(
        graphs,
        fc.nat({ max: 3 }),
        fc.boolean(),
        async (drafts, maxRestores, isSound) => {
          const heard = recorder();
          const failing = new Set(
            drafts.filter(({ failures }) => failures > 1).map(({ id }) => id),
          );
          const options = {
            goal: 'Do it all',
            decompose: () => tasksOf(drafts),
            execute: ({ id }: { id: string }) => {
              if (failing.has(id) || (!isSound && id.endsWith('/way'))) throw new Error('down');
              return id;
            },
            alternatives: () => [{ id: 'way', description: 'Another way' }],
            maxRestores,
            // Before the first step is over there is nothing to go back to.
            checkpoints: { policy: { beforeRisky: true, afterSubtask: true, everyIterations: 1 } },
            onEvent: heard.onEvent,
          };
          const result = await runGoal(options);
          const restores = heard.notes('restore').length;
          expect(restores).toBeLessThanOrEqual(maxRestores);
          expect(result.steps.length).toBeLessThanOrEqual(20 * 2 * (1 + maxRestores));
          expect(['final', 'unrecoverable']).toContain(result.stopReason);
          if (isSound && failing.size <= maxRestores) expect(result.stopReason).toBe('final');
        },
      ),
      { numRuns: 200 },
    );
  });

  it('N2, R2: any text of a model, eager or lazy: ends within the published bounds with a reason and a text', async () => {
    const step = fc.record(
      {
        id: fc.constantFrom('a', 'b', 'c', 'x y', '', 1),
        description: fc.constantFrom('Do it', 'Do a and b', '', '#E1', 'x\nNote: y'),
        depends_on: fc.array(fc.constantFrom('a', 'b', 'z')),
        tool: fc.constantFrom('search', 'none'),
      },
      { requiredKeys: ['description'] },
    );
    const reply = fc.oneof(
      fc.string(),
      fc.array(step, { maxLength: 5 }).map((steps) => JSON.stringify({ steps })),
      fc.constant('{"steps": []}'),
    );
    await fc.assert(
      fc.asyncProperty(
        fc.array(reply, { minLength: 1, maxLength: 5 }),
        fc.record({
          expand: fc.constantFrom('all' as const, 'next' as const),
          maxTasks: fc.integer({ min: 1, max: 5 }),
          maxDepth: fc.nat({ max: 2 }),
          maxPlanAttempts: fc.integer({ min: 1, max: 3 }),
        }),
        async (replies, counts) => {
          let asked = 0;
          const model: Model = {
            id: 'any',
            generate: async () => ({ text: replies[asked++ % replies.length]! }),
          };
          const options = {
            decompose: 'model' as const,
            execute: ({ id }: { id: string }) => id,
            ...counts,
          };
          const result = await runGoal({ goal: 'Do it all', model, ...options });
          expect(result.bounds).toEqual(goalBounds(options));
          expect(result.counts.modelCalls.planner).toBeLessThanOrEqual(
            result.bounds.perRole.planner!,
          );
          expect(['final', 'max_steps']).toContain(result.stopReason);
          expect(result.partial.text).toMatch(/\S/);
        },
      ),
      { numRuns: 500 },
    );
  });
});
