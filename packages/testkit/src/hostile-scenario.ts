import type { Limits, Role, RunOptions, RunResult } from '@loopwright/agent-run';
import { createToolRegistry } from '@loopwright/tool-registry';
import { createFakeClock } from './fake-clock.ts';
import { createHostileOracle, type HostileOracle, type OracleMood } from './hostile-oracle.ts';
import { hostileReact, type StartHostile } from './hostile-react.ts';
import { childBound, subAgentTool } from './hostile-sub-agent.ts';
import { hostileToolNames, hostileTools } from './hostile-tools.ts';
import { hostileWaves } from './hostile-waves.ts';
import type { Life } from './journal-cuts.ts';
import { type Random, seededRandom } from './seeded-random.ts';

/** What a run may use at most, worked out here and not taken from the run's own formula. */
export type ExpectedBounds = {
  perRole: Partial<Record<Role, number>>;
  toolCalls: number;
  childModelCalls: number;
};

/** How a life may be left before its end. */
export type Leave = { cancel?: AbortSignal | undefined; detach?: AbortSignal | undefined };

/** Who watches a life while it goes on. */
type Watch = Pick<RunOptions, 'onLive'>;

/** One hostile run. Everything about it follows from its number. */
export type HostileScenario = {
  name: string;
  strategy: 'react' | 'waves';
  mood: OracleMood;
  limits: Limits;
  expected: ExpectedBounds;
  /** Starts a life of the run, and gives the model, to count what reached it. */
  begin(life: Life & Leave & Watch): { oracle: HostileOracle; result: Promise<RunResult<unknown>> };
};

const moods: OracleMood[] = ['chaotic', 'chaotic', 'busy', 'busy', 'busy', 'stubborn', 'doubting'];

/** Makes the run of a number. */
export function hostileScenario(index: number): HostileScenario {
  const seed = `run ${index}`;
  const random = seededRandom(seed);
  const mood = random.pick<OracleMood>(moods);
  const strategy = random.pick(['react', 'react', 'waves'] as const);
  const limits = randomLimits(random);
  const { start, perRole, callsPerStep } =
    strategy === 'react' ? hostileReact(random, limits) : hostileWaves(random, limits);
  const hasSubAgent = random.chance(0.6);
  const streams = random.chance(0.3);
  const approve = random.pick([undefined, allowSome, allowSome, neverAnswers]);
  // Only where calls follow one another: what reads a ticking clock first in a wave is no fact of the run. And not with
  // sub-agents, which are stamped with the time of the life they start in.
  const tickMs = callsPerStep === 1 && !hasSubAgent && random.chance(0.4) ? 1 + random.whole(5) : 0;
  if (tickMs > 0) limits.activeMs = 1 + random.whole(200);
  const stepCalls = Math.min(callsPerStep, limits.maxCallsPerStep) * limits.maxSteps;
  const toolCalls = Math.min(limits.maxToolCalls, strategy === 'react' ? stepCalls : Infinity);

  return {
    name: seed,
    strategy,
    mood,
    limits,
    expected: { perRole, toolCalls, childModelCalls: hasSubAgent ? toolCalls * childBound : 0 },
    begin({ runtime, world, onEvent, cancel, detach, onLive }) {
      const oracle = createHostileOracle({
        seed,
        mood,
        streams,
        tools: hasSubAgent ? [...hostileToolNames, 'helper'] : hostileToolNames,
      });
      const helper = hasSubAgent ? [subAgentTool({ world, model: oracle, limits })] : [];
      const started: Parameters<StartHostile>[0] = {
        task: `Task of ${seed}`,
        model: oracle,
        tools: createToolRegistry({ tools: [...hostileTools(world), ...helper] }),
        limits,
        prices: { hostile: { inputPerMillionUsd: 2, outputPerMillionUsd: 8 } },
        approve,
        runtime,
        onEvent,
        cancel,
        detach,
        onLive,
        now: createFakeClock({ tickMs }).now,
      };
      return { oracle, result: start(started) };
    },
  };
}

function randomLimits(random: Random): Limits {
  return {
    maxSteps: 1 + random.whole(10),
    maxToolCalls: random.chance(0.1) ? random.whole(3) : 3 + random.whole(17),
    maxCallsPerStep: 1 + random.whole(5),
    waveConcurrency: 1 + random.whole(4),
    attempts: 1 + random.whole(3),
    retryDelayMs: 0,
    callMs: 4,
    idleStreamMs: 3,
    graceMs: 1,
    ...(random.chance(0.12) ? { maxTokens: random.whole(600) } : {}),
    ...(random.chance(0.05) ? { maxCostUsd: random.next() / 100 } : {}),
  };
}

type Approve = NonNullable<Parameters<StartHostile>[0]['approve']>;

/** Decides by the arguments, so that every life of a run gets the same decision. */
const allowSome: Approve = async (pending) =>
  pending.map(({ call }) =>
    JSON.stringify(call.args).length % 2 === 0 ? true : { approved: false, note: 'cancelled' },
  );

const neverAnswers = (async () => 'perhaps') as unknown as Approve;
