import {
  createMemoryJournal,
  type DurableEvent,
  ends,
  journalFromEvents,
  type Limits,
  type Model,
  type RunResult,
  type StepRuntime,
} from '@loopwright/agent-run';
import { createToolRegistry, type ToolRegistry } from '@loopwright/tool-registry';
import { describe, expect, it } from 'vitest';
import { disciplinedRuntime } from './disciplined-runtime.ts';
import { hostileLimits } from './hostile-limits.ts';
import { createHostileOracle, oracleMoods } from './hostile-oracle.ts';
import { hostileTools } from './hostile-tools.ts';
import { cutEverywhere, type Scenario } from './journal-cuts.ts';
import { createWorld, type World } from './world.ts';

/** What a strategy is run with. It must pass all of it on to the run. */
export type StrategyUnderTest = {
  model: Model;
  tools: ToolRegistry;
  limits: Partial<Limits>;
  now: () => number;
  runtime?: StepRuntime;
  cancel?: AbortSignal;
  onEvent?: (event: DurableEvent) => void;
};

type RunIt = (options: StrategyUnderTest) => Promise<RunResult<unknown>>;

const seeds = oracleMoods.flatMap((mood) =>
  Array.from({ length: 10 }, (_, index) => ({ mood, seed: `contract ${index}` })),
);

/** What every strategy must keep to, whatever the model and the tools do. */
export function describeStrategyContract(name: string, runIt: RunIt): void {
  const start = (index: number, world: World, extra: Partial<StrategyUnderTest> = {}) => {
    const tools = hostileTools(world);
    const names = tools.map((tool) => tool.name);
    return runIt({
      model: createHostileOracle({ ...seeds[index]!, tools: names }),
      tools: createToolRegistry({ tools }),
      limits: hostileLimits,
      now: () => 0,
      ...extra,
    });
  };
  const forEachSeed = (check: (index: number) => Promise<void>) =>
    Promise.all(seeds.map((_, index) => check(index)));

  describe(`strategy contract: ${name}`, () => {
    it('R2, R3: ends within its published bounds, with a reason and a text', async () => {
      await forEachSeed(async (index) => {
        const { runtime, violations } = disciplinedRuntime(createMemoryJournal());
        const result = await start(index, createWorld(), { runtime });
        const { counts, bounds, stopReason } = result;
        for (const [role, calls] of Object.entries(counts.modelCalls)) {
          expect(calls).toBeLessThanOrEqual(
            bounds.perRole[role as keyof typeof bounds.perRole] ?? 0,
          );
        }
        expect(counts.attempts).toBeLessThanOrEqual(bounds.attempts);
        expect(counts.toolCalls.ok + counts.toolCalls.failed).toBeLessThanOrEqual(bounds.toolCalls);
        expect(result.status).toBe(ends[stopReason]);
        expect('answer' in result).toBe(result.status === 'solved');
        expect(result.reason).toMatch(/\S/);
        expect(result.partial.text).toMatch(/\S/);
        expect(violations).toEqual([]);
      });
    });

    it('gives one observation for each call', async () => {
      await forEachSeed(async (index) => {
        const { steps } = await start(index, createWorld());
        for (const step of steps) expect(step.observations).toHaveLength(step.calls.length);
      });
    });

    it('tells everything in events without gaps, from which the run can be replayed', async () => {
      await forEachSeed(async (index) => {
        const record = async (extra: Partial<StrategyUnderTest>, world: World) => {
          const events: DurableEvent[] = [];
          const onEvent = (event: DurableEvent) => void events.push(event);
          return { result: await start(index, world, { ...extra, onEvent }), events };
        };
        const original = await record({ runtime: createMemoryJournal() }, createWorld());
        expect(original.events.map(({ seq }) => seq)).toEqual(original.events.map((_, at) => at));
        const journal = createMemoryJournal(journalFromEvents(original.events));
        const world = createWorld();
        const model = createHostileOracle({ ...seeds[index]!, tools: [] });
        const replayed = await record({ runtime: journal, model }, world);
        expect(replayed).toEqual(original);
        expect([model.calls, world.starts]).toEqual([0, 0]);
      });
    });

    it('goes on after a crash at any entry as if nothing had happened', async () => {
      // One of each mood; the hostile runs of the test kit cut many more.
      for (const index of [0, 10, 20, 30]) {
        const scenario: Scenario = {
          name,
          run: ({ runtime, world, onEvent }) => start(index, world, { runtime, onEvent }),
        };
        expect((await cutEverywhere(scenario)).faults).toEqual([]);
      }
    });

    it('ends as aborted when it is cancelled before it starts', async () => {
      const world = createWorld();
      const result = await start(10, world, { cancel: AbortSignal.abort() });
      expect(result).toMatchObject({ status: 'stopped', stopReason: 'aborted' });
      expect(world.starts).toBe(0);
    });
  });
}
