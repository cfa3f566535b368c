import type {
  DurableEvent,
  LiveEvent,
  Model,
  ModelError,
  RunResult,
  StepRuntime,
} from '@loopwright/agent-run';
import { type Critique, parseCritique } from '@loopwright/core-parser';
import type { SessionReport } from '@loopwright/lab/sessions';
import {
  createZephyrTools,
  type FormatName,
  isRightEnd,
  type Scenario,
} from '@loopwright/lab/zephyr';
import { jsonFormat, nativeFormat, runReact, textFormat } from '@loopwright/react-loop';
import { createCritic } from '@loopwright/reflection';
import { createToolRegistry } from '@loopwright/tool-registry';

export const defaultMaxSteps = 6;

const formats = { text: textFormat, json: jsonFormat, native: nativeFormat };

export type ScenarioRun = {
  readonly scenario: Scenario;
  readonly result: RunResult<string>;
  /** What the critic said, step by step; empty where a stored result is told, which has only the notes that came of it. */
  readonly critiques: readonly Critique[];
  readonly asExpected: boolean;
  /** The failed call that ended the run, if one did. */
  readonly modelError: ModelError | undefined;
  /** Where the run is stored, if it is. */
  readonly session?: SessionReport;
};

export type ScenarioOptions = {
  models: { actor: Model; critic: Model };
  format: FormatName;
  /** Default: policies play its parts. */
  isLanguageModel?: boolean;
  maxSteps?: number;
  timeoutMs?: number | undefined;
  onEvent?: (event: DurableEvent) => void;
  onLive?: (event: LiveEvent) => void;
  /** Where the run is stored. Default: nowhere. */
  runtime?: StepRuntime;
  /** Leaves a run that is stored. */
  detach?: AbortSignal;
};

/** Puts the packages together for one scenario: a model, three tools, a critic after every step. */
export async function runScenario(
  scenario: Scenario,
  options: ScenarioOptions,
): Promise<ScenarioRun> {
  const { models, format, maxSteps = defaultMaxSteps, timeoutMs } = options;
  const critiques: Critique[] = [];
  let modelError: ModelError | undefined;
  const result = await runReact({
    task: scenario.task,
    model: models.actor,
    models: { critic: models.critic },
    tools: createToolRegistry({ tools: createZephyrTools(scenario) }),
    format: formats[format],
    advisors: [createCritic()],
    // The story of the outage is a row of errors; only the step limit may cut it short.
    errorLimit: false,
    limits: { maxSteps, callMs: timeoutMs, idleStreamMs: timeoutMs },
    ...{ runtime: options.runtime, detach: options.detach, onLive: options.onLive },
    onEvent(event) {
      if (event.type === 'model' && event.role === 'critic') {
        critiques.push(parseCritique(event.reply?.text ?? ''));
      } else if (event.type === 'model') {
        modelError = event.error;
      }
      options.onEvent?.(event);
    },
  });
  const asExpected = isRightEnd(scenario, result, options.isLanguageModel ?? false);
  return { scenario, result, critiques, asExpected, modelError };
}
