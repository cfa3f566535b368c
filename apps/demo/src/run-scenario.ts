import type { DurableEvent, RunResult } from '@loopwright/agent-run';
import { type Critique, parseCritique } from '@loopwright/core-parser';
import { fromPolicy } from '@loopwright/providers';
import { jsonFormat, runReact } from '@loopwright/react-loop';
import { createCritic } from '@loopwright/reflection';
import { createToolRegistry } from '@loopwright/tool-registry';
import { criticPolicy } from './policies/critic-policy.ts';
import type { Scenario } from './scenarios.ts';
import { calculator } from './tools/calculator.ts';
import { createKnowledgeLookup } from './tools/knowledge-lookup.ts';
import { createWebSearch } from './tools/web-search.ts';
import { pages } from './zephyr-labs.ts';

export const defaultMaxSteps = 6;

export type ScenarioRun = {
  readonly scenario: Scenario;
  readonly result: RunResult<string>;
  /** What the critic said, step by step; the result has only the notes that came of it. */
  readonly critiques: readonly Critique[];
  readonly asExpected: boolean;
};

/** Puts the packages together for one scenario: policies as models, three tools, a critic after every step. */
export async function runScenario(
  scenario: Scenario,
  options: { maxSteps?: number; onEvent?: (event: DurableEvent) => void } = {},
): Promise<ScenarioRun> {
  const { task, policy, facts, outage, answer } = scenario;
  const webSearch = createWebSearch({ pages, outage });
  const critiques: Critique[] = [];
  const result = await runReact({
    task,
    model: fromPolicy(policy, { id: 'actor-policy' }),
    models: { critic: fromPolicy(criticPolicy, { id: 'critic-policy' }) },
    tools: createToolRegistry({ tools: [calculator, createKnowledgeLookup(facts), webSearch] }),
    format: jsonFormat,
    advisors: [createCritic()],
    // The story of the outage is a row of errors; only the step limit may cut it short.
    errorLimit: false,
    limits: { maxSteps: options.maxSteps ?? defaultMaxSteps },
    onEvent(event) {
      if (event.type === 'model' && event.role === 'critic') {
        critiques.push(parseCritique(event.reply?.text ?? ''));
      }
      options.onEvent?.(event);
    },
  });
  const given = result.status === 'solved' ? result.answer : null;
  const asExpected = given === answer && ['solved', 'degraded'].includes(result.status);
  return { scenario, result, critiques, asExpected };
}
