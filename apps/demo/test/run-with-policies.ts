import { type FormatName, policyModels, type Scenario } from '@loopwright/lab/zephyr';
import { runScenario } from '../src/run-scenario.ts';

/** A scenario as the demo runs it when nothing else is asked for. */
export async function runWithPolicies(
  scenario: Scenario,
  { maxSteps, format = 'json' }: { maxSteps?: number; format?: FormatName } = {},
) {
  const models = policyModels(scenario, format);
  return runScenario(scenario, { models, format, ...(maxSteps ? { maxSteps } : {}) });
}
