import { runStory } from '@loopwright/lab/stories';
import { readArguments, usage } from './read-arguments.ts';
import { renderRun } from './render.ts';
import { runScenario, type ScenarioRun } from './run-scenario.ts';
import { openTrace } from './trace.ts';

const notice =
  'No language model was called: policies, small sets of rules, play the agent and its critic.';

// console.log itself passes over a full device or a closed pipe.
process.stdout.on('error', ({ message }) => {
  console.error(`The output could not be written: ${message}`);
  process.exit(1);
});
process.exitCode = await main(process.argv.slice(2));

async function main(args: string[]): Promise<number> {
  const prepared = prepare(args);
  if (prepared === undefined) return 2;
  const { scenarios, story, modes, maxSteps, json, help, trace } = prepared;
  if (help) {
    console.log(usage);
    return 0;
  }
  (json ? console.error : console.log)(notice);
  if (story !== undefined) {
    const { text, report, asExpected } = await runStory(story, modes);
    console.log(json ? JSON.stringify(report, null, 2) : `\n${text}`);
    return asExpected ? 0 : 1;
  }
  const { stdout } = process;
  // Some terminals say that they have no columns. hasColors knows NO_COLOR and terminals without colours.
  const columns = Math.max(60, Math.min(stdout.columns || 100, 100));
  const screen = { columns, colour: stdout.isTTY === true && stdout.hasColors() };
  const runs: ScenarioRun[] = [];
  for (const scenario of scenarios) {
    const run = await runScenario(scenario, {
      maxSteps,
      onEvent(event) {
        trace?.write(event);
        if (event.type === 'step') showProgress(`${scenario.name}: step ${event.step.n} is done`);
      },
    });
    showProgress('');
    runs.push(run);
    if (!json) console.log(`\n${renderRun(run, screen)}`);
  }
  const report = { modelKind: 'policy', scenarios: runs.map(reportOf) };
  if (json) console.log(JSON.stringify(report, null, 2));
  const traceError = trace?.close();
  if (traceError) console.error(`The trace is incomplete: ${traceError.message}`);
  return !traceError && runs.every(({ asExpected }) => asExpected) ? 0 : 1;
}

/** Everything that can be wrong before a run; undefined after saying what it was. */
function prepare(args: string[]) {
  try {
    const { trace, ...rest } = readArguments(args);
    return { ...rest, trace: trace === undefined || rest.help ? undefined : openTrace(trace) };
  } catch (error) {
    console.error(`${(error as Error).message}\n\n${usage}`);
    return undefined;
  }
}

/** One line that is written over and over; nothing where there is no terminal, so that logs stay readable. */
function showProgress(text: string): void {
  if (process.stderr.isTTY) process.stderr.write(`\r\u001b[2K${text}`);
}

function reportOf({ scenario: { name, answer }, asExpected, result }: ScenarioRun) {
  return { scenario: name, expectedAnswer: answer, asExpected, ...result };
}
