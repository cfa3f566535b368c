// The loops that are measured, in the order of the table.

/** `file` and `name` say which function runs the loop; `sessions` whether it takes part in the concurrent sessions. */
export const loops = {
  'minimal-text': { file: 'minimal-text.mjs', name: 'run', sessions: true },
  minimal: { file: 'minimal.mjs', name: 'run', sessions: false },
  ai: { file: 'ai.mjs', name: 'run', sessions: true },
  react: { file: 'react.mjs', name: 'run', sessions: true },
  'react-no-guards': { file: 'react.mjs', name: 'runWithoutGuards', sessions: false },
  'react-policy': { file: 'react.mjs', name: 'runWithPolicy', sessions: false },
  'react-journal': { file: 'react.mjs', name: 'runWithJournal', sessions: false },
  'react-events': { file: 'react-watched.mjs', name: 'runWithEvents', sessions: false },
  'react-telemetry': { file: 'react-watched.mjs', name: 'runWithTelemetry', sessions: false },
  'react-critic': { file: 'react.mjs', name: 'runWithCritic', sessions: false },
};

/** Imports a loop and gives a function that runs it once on a scenario and checks the run. */
export async function loadLoop(loopName) {
  const { file, name } = loops[loopName];
  const { [name]: run } = await import(`./${file}`);
  return async (scenario, size) => scenario.finish(await run(scenario, size));
}
