import { createProgress } from '@loopwright/lab/output';
import { debugged, isDebugging } from '@loopwright/lab/providers';
import { runStory } from '@loopwright/lab/stories';
import type { Scenario } from '@loopwright/lab/zephyr';
import type { Prepared } from './prepare.ts';
import { renderRun } from './render.ts';
import { runScenario, type ScenarioRun } from './run-scenario.ts';

/** The exit code of a command that was left and can be given again. */
const exitLeft = 3;

/** Runs a story and tells it. @returns The exit code. */
export async function tellStory(options: Prepared['options']): Promise<number> {
  const { story, json, modes, sessions } = options;
  if (isDebugging()) console.error('LOOPWRIGHT_DEBUG prints nothing of the models of a story.');
  const { text, report, asExpected } = await runStory(story!, { modes, sessions });
  console.log(json ? JSON.stringify(report, null, 2) : `\n${text}`);
  return asExpected ? 0 : 1;
}

/** Runs the scenarios one after the other and tells each as soon as it has ended. @returns The exit code. */
export async function tellScenarios(prepared: Prepared): Promise<number> {
  const { connection, recording, sessions, trace } = prepared;
  const { scenarios, json } = prepared.options;
  const { isLanguageModel, details, withoutKey } = connection;
  const runs: ScenarioRun[] = [];
  let areWhole: boolean[] = [];
  try {
    for (const scenario of scenarios) {
      if (sessions?.leave.aborted) break;
      // Before it is rendered: a key that is broken into lines is not found.
      const run = withoutKey(await runTold(scenario, prepared));
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
  } finally {
    areWhole = [await closeFile('trace', trace), await closeFile('recording', recording)];
  }
  for (const file of trace?.written() ?? []) console.error(`Run log: ${file}`);
  const modelKind = isLanguageModel ? 'language model' : 'policy';
  const report = { modelKind, ...details, scenarios: runs.map(reportOf) };
  if (json) console.log(JSON.stringify(withoutKey(report), null, 2));
  if (sessions?.leave.aborted) {
    const files = trace || recording ? ', with new files for --trace and --record,' : '';
    const told = `Left. Every step that was done is stored: give the same command again${files} to go on.`;
    (json ? console.error : console.log)(told);
    return exitLeft;
  }
  return [...areWhole, ...runs.map(({ asExpected }) => asExpected)].every(Boolean) ? 0 : 1;
}

/** Runs one scenario, in its session if there are any, and shows meanwhile how far it is. */
async function runTold(
  scenario: Scenario,
  { options: { maxSteps, models }, connection, trace, sessions }: Prepared,
): Promise<ScenarioRun> {
  const { isLanguageModel, waitingFor } = connection;
  const { name } = scenario;
  const { format, timeoutMs } = models;
  // A line that is written over and over would stand in the middle of what is printed of the models.
  const progress = createProgress(isDebugging() ? { write() {} } : process.stderr, waitingFor);
  progress.show(`${name}: step 1`);
  let hasEvents = false;
  const log = trace?.of(name);
  const settings: Omit<Parameters<typeof runScenario>[1], 'models'> = {
    ...{ format, timeoutMs, isLanguageModel, maxSteps },
    onEvent(event) {
      hasEvents = true;
      log?.(event);
      if (event.type === 'step') progress.show(`${name}: step ${event.step.n} is done`);
    },
    onLive(event) {
      if (event.type === 'delta') progress.arrived(event.text);
      if (event.type !== 'attempt_failed') return;
      progress.show(`${name}: attempt ${event.attempt} failed (${event.error.kind})`);
    },
  };
  const given = debugged(connection.modelsFor(scenario), connection.withoutKey);
  try {
    if (!sessions) return await runScenario(scenario, { ...settings, models: given });
    const ran = await sessions.run(name, given, (place) =>
      runScenario(scenario, { ...settings, ...place }),
    );
    if (trace && !hasEvents) console.error(`${name}: a finished session has no events to trace`);
    return ran;
  } finally {
    progress.end();
  }
}

function screenOf(stdout: NodeJS.WriteStream) {
  // Some terminals say that they have no columns. hasColors knows NO_COLOR and terminals without colours.
  const columns = Math.max(60, Math.min(stdout.columns || 100, 100));
  return { columns, colour: stdout.isTTY === true && stdout.hasColors() };
}

function reportOf({ scenario: { name, answer }, asExpected, result, session }: ScenarioRun) {
  return { scenario: name, expectedAnswer: answer, asExpected, session, ...result };
}

/** Whether everything was written, after saying what kept it from being. */
async function closeFile(
  name: string,
  file: { close(): Error | undefined | Promise<Error | undefined> } | undefined,
): Promise<boolean> {
  const error = await file?.close();
  if (error) console.error(`The ${name} is incomplete: ${error.message}`);
  return error === undefined;
}
