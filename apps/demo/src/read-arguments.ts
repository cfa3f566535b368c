import { parseArgs } from 'node:util';
import { franceModes, type StoryName, storyNames } from '@loopwright/lab/stories';
import { defaultMaxSteps } from './run-scenario.ts';
import { defaultScenarios, type Scenario, scenarios } from './scenarios.ts';

const names = [...scenarios.map(({ name }) => name), 'all'].join(', ');
const stories = storyNames.join(', ');
const modes = [...franceModes, 'all'].join(', ');

export const usage = `Usage: npm run demo -- [options]

  --scenario NAME   ${names};
                    or a comparison: ${stories}
                    (default: ${defaultScenarios.map(({ name }) => name).join(' and ')})
  --mode MODE       the strategy that answers the question of france: ${modes} (default: all)
  --max-steps N     steps that each run may take, from 1 (default: ${defaultMaxSteps})
  --json            print one JSON document instead of the story
  --trace FILE      also write the events as JSON Lines, secrets redacted, to a new file
  --help            show this text

Ends with 0 when every scenario ended as expected, 2 when the options are wrong, otherwise 1.`;

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
      help: { type: 'boolean', default: false },
    },
  });
  const { scenario, mode, 'max-steps': maxSteps, ...rest } = values;
  const story = storyNames.find((name) => name === scenario);
  refuseUseless(story, { mode, 'max-steps': maxSteps, trace: rest.trace });
  return {
    ...rest,
    story,
    modes: franceModes.filter((each) => mode === undefined || mode === 'all' || mode === each),
    scenarios: story === undefined ? chooseScenarios(scenario) : [],
    maxSteps: readMaxSteps(maxSteps ?? String(defaultMaxSteps)),
  };
}

function chooseScenarios(name: string | undefined): readonly Scenario[] {
  if (name === undefined) return defaultScenarios;
  const chosen = scenarios.filter((scenario) => name === 'all' || scenario.name === name);
  if (chosen.length > 0) return chosen;
  throw new Error(`There is no scenario "${name}"; choose one of ${names}, ${stories}`);
}

/** An option that would do nothing is a misunderstanding. */
function refuseUseless(
  story: StoryName | undefined,
  { mode, ...forRuns }: { [option: string]: string | undefined },
): void {
  const unused = Object.keys(forRuns).filter((option) => forRuns[option] !== undefined);
  if (story !== undefined && unused.length > 0) {
    throw new Error(`--${unused.join(' and --')} cannot be used with the comparison "${story}"`);
  }
  if (mode === undefined) return;
  if (story !== 'france') throw new Error('--mode belongs to --scenario france');
  if (![...franceModes, 'all'].includes(mode)) {
    throw new Error(`There is no mode "${mode}"; choose one of ${modes}`);
  }
}

function readMaxSteps(text: string): number {
  const steps = Number(text);
  if (/^\d+$/.test(text) && steps >= 1 && Number.isSafeInteger(steps)) return steps;
  throw new Error(`--max-steps must be a whole number from 1, not "${text}"`);
}
