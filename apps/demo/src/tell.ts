import { runStory } from '@loopwright/lab/stories';
import type { Prepared } from './prepare.ts';
import { createProgress } from './progress.ts';
import { renderRun } from './render.ts';
import { runScenario, type ScenarioRun } from './run-scenario.ts';

/** Runs a comparison and tells it. @returns The exit code. */
export async function tellStory({ story, modes, json }: Prepared['options']): Promise<number> {
  const { text, report, asExpected } = await runStory(story!, modes);
  console.log(json ? JSON.stringify(report, null, 2) : `\n${text}`);
  return asExpected ? 0 : 1;
}

/** Runs the scenarios one after the other and tells each as soon as it has ended. @returns The exit code. */
export async function tellScenarios({
  options: { scenarios, json, maxSteps, models },
  connection,
  trace,
  recording,
}: Prepared): Promise<number> {
  const { isLanguageModel, waitingFor, details, withoutKey } = connection;
  const runs: ScenarioRun[] = [];
  for (const scenario of scenarios) {
    const progress = createProgress(process.stderr, waitingFor);
    progress.show(`${scenario.name}: step 1`);
    const ran = await runScenario(scenario, {
      models: connection.modelsFor(scenario),
      ...{ format: models.format, timeoutMs: models.timeoutMs, isLanguageModel, maxSteps },
      onEvent(event) {
        trace?.write(event);
        if (event.type === 'step') progress.show(`${scenario.name}: step ${event.step.n} is done`);
      },
      onLive(event) {
        if (event.type === 'delta') progress.arrived(event.text);
        if (event.type !== 'attempt_failed') return;
        progress.show(`${scenario.name}: attempt ${event.attempt} failed (${event.error.kind})`);
      },
    });
    progress.end();
    // Before it is rendered: a key that is broken into lines is not found.
    const run = withoutKey(ran);
    runs.push(run);
    const { modelError, result } = run;
    // Where nothing was done there is nothing to tell but the failure itself.
    if (!modelError || result.steps.some(({ kind }) => kind === 'act')) {
      if (!json) console.log(`\n${renderRun(run, screenOf(process.stdout))}`);
      recording?.add(scenario.name, renderRun(run, { columns: 100, colour: false }));
    }
    if (!modelError) continue;
    console.error(withoutKey(connection.explain(modelError)));
    // The scenarios behind it would only wait for the same failure.
    break;
  }
  const modelKind = isLanguageModel ? 'language model' : 'policy';
  const report = { modelKind, ...details, scenarios: runs.map(reportOf) };
  if (json) console.log(JSON.stringify(withoutKey(report), null, 2));
  const areWhole = [closeFile('trace', trace), closeFile('recording', recording)];
  return [...areWhole, ...runs.map(({ asExpected }) => asExpected)].every(Boolean) ? 0 : 1;
}

function screenOf(stdout: NodeJS.WriteStream) {
  // Some terminals say that they have no columns. hasColors knows NO_COLOR and terminals without colours.
  const columns = Math.max(60, Math.min(stdout.columns || 100, 100));
  return { columns, colour: stdout.isTTY === true && stdout.hasColors() };
}

function reportOf({ scenario: { name, answer }, asExpected, result }: ScenarioRun) {
  return { scenario: name, expectedAnswer: answer, asExpected, ...result };
}

/** Whether everything was written, after saying what kept it from being. */
function closeFile(name: string, file: { close(): Error | undefined } | undefined): boolean {
  const error = file?.close();
  if (error) console.error(`The ${name} is incomplete: ${error.message}`);
  return error === undefined;
}
