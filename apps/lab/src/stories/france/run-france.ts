import type { RunResult } from '@loopwright/agent-run';
import { runPlanExecute } from '@loopwright/planner';
import { fromPolicy } from '@loopwright/providers';
import { runReact } from '@loopwright/react-loop';
import { runRewoo } from '@loopwright/rewoo';
import { mendingPlannerPolicy, plannerPolicy, reactPolicy, solverPolicy } from './policies.ts';
import { question, tools } from './world.ts';

/** The strategies by the names of their modes. */
export const franceModes = ['react', 'rewoo', 'plan'] as const;

/** One of {@link franceModes}. */
export type FranceMode = (typeof franceModes)[number];

/** What one strategy needed for the question (E4). */
export type ModeReport = {
  mode: FranceMode;
  modelCalls: number;
  replans: number;
  toolCalls: { ok: number; failed: number };
  /** Estimated where the model reports none, as policies do. */
  tokens: { input: number | null; output: number | null };
  /** Steps in which tools were called; those of a plan that do not need each other share one. */
  waves: number;
  status: string;
  stopReason: string;
  answer: unknown;
};

/** Answers the question with one strategy. Only the name of the function changes between them. */
export async function runFrance(mode: FranceMode): Promise<ModeReport> {
  return report(mode, await strategies[mode]());
}

const task = { task: question, tools };

const strategies: Record<FranceMode, () => Promise<RunResult<unknown>>> = {
  react: () => runReact({ ...task, model: fromPolicy(reactPolicy) }),
  rewoo: () =>
    runRewoo({
      ...task,
      model: fromPolicy(plannerPolicy),
      models: { solver: fromPolicy(solverPolicy) },
    }),
  plan: () => runPlanExecute({ ...task, model: fromPolicy(mendingPlannerPolicy) }),
};

function report(mode: FranceMode, result: RunResult<unknown>): ModeReport {
  const { counts, usage, steps, status, stopReason } = result;
  const { ok, failed, refused } = counts.toolCalls;
  return {
    mode,
    modelCalls: Object.values(counts.modelCalls).reduce((sum, calls) => sum + calls, 0),
    replans: Math.max(0, (counts.modelCalls.planner ?? 1) - 1),
    toolCalls: { ok, failed: failed + refused },
    tokens: { input: usage.inputTokens, output: usage.outputTokens },
    waves: steps.filter(({ kind }) => kind === 'act').length,
    status,
    stopReason,
    answer: result.status === 'solved' ? result.answer : null,
  };
}
