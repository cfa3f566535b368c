import { parseArgs } from 'node:util';
import { readModelOptions } from '@loopwright/lab/providers';
import { readSessionOptions } from '@loopwright/lab/sessions';
import { franceModes, type StoryName, storyNames } from '@loopwright/lab/stories';
import { defaultScenarios, type Scenario, scenarios } from '@loopwright/lab/zephyr';
import { defaultMaxSteps } from './run-scenario.ts';
import { allowed } from './usage.ts';

/** Reads the command line. @throws Error that says what is wrong and what is allowed. */
export function readArguments(args: string[]) {
  const { values } = parseArgs({
    args,
    options: {
      scenario: { type: 'string' },
      mode: { type: 'string' },
      'max-steps': { type: 'string' },
      json: { type: 'boolean', default: false },
      trace: { type: 'string' },
      record: { type: 'string' },
      session: { type: 'string' },
      store: { type: 'string' },
      help: { type: 'boolean', default: false },
      provider: { type: 'string' },
      wire: { type: 'string' },
      model: { type: 'string' },
      'base-url': { type: 'string' },
      format: { type: 'string' },
      stream: { type: 'boolean' },
      'timeout-ms': { type: 'string' },
    },
  });
  const { scenario, mode, json, help, session, store, ...forRuns } = values;
  const story = storyNames.find((name) => name === scenario);
  const stored = story === 'transfer' ? {} : { session, store };
  refuseUseless(story, mode, { ...forRuns, ...stored });
  const { 'max-steps': maxSteps, trace, record, ...forModels } = forRuns;
  return {
    json,
    help,
    trace,
    record,
    story,
    modes: franceModes.filter((each) => mode === undefined || mode === 'all' || mode === each),
    scenarios: story === undefined ? chooseScenarios(scenario) : [],
    sessions: readSessionOptions({ session, store }),
    maxSteps: readMaxSteps(maxSteps ?? String(defaultMaxSteps)),
    models: readModelOptions(forModels),
  };
}

function chooseScenarios(name: string | undefined): readonly Scenario[] {
  if (name === undefined) return defaultScenarios;
  const chosen = scenarios.filter((scenario) => name === 'all' || scenario.name === name);
  if (chosen.length > 0) return chosen;
  throw new Error(
    `There is no scenario "${name}"; choose one of ${allowed.scenarios}, ${allowed.stories}`,
  );
}

/** An option that would do nothing is a misunderstanding. */
function refuseUseless(
  story: StoryName | undefined,
  mode: string | undefined,
  forRuns: { [option: string]: string | boolean | undefined },
): void {
  const unused = Object.keys(forRuns).filter((option) => forRuns[option] !== undefined);
  if (story !== undefined && unused.length > 0) {
    throw new Error(`--${unused.join(' and --')} cannot be used with the story "${story}"`);
  }
  if (mode === undefined) return;
  if (story !== 'france') throw new Error('--mode belongs to --scenario france');
  if (![...franceModes, 'all'].includes(mode)) {
    throw new Error(`There is no mode "${mode}"; choose one of ${allowed.modes}`);
  }
}

function readMaxSteps(text: string): number {
  const steps = Number(text);
  if (/^\d+$/.test(text) && steps >= 1 && Number.isSafeInteger(steps)) return steps;
  throw new Error(`--max-steps must be a whole number from 1, not "${text}"`);
}
