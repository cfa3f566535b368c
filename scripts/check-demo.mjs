// Checks the demo as a user without any key runs it: all scenarios give one JSON document on standard output, each
// ends as it should, and the first line on standard error says that no language model was called.
//   node scripts/check-demo.mjs
import { attempt, environmentWithoutNpmSettings } from './lib/process.mjs';
import { reportProblems } from './lib/report.mjs';
import { workspaceRoot } from './lib/workspace.mjs';

const EXPECTED = {
  satellite: { status: 'solved', says: /\b564\b/ },
  outage: { status: 'degraded', neverSays: /\b83\b/ },
  'satellite-other-facts': { status: 'solved', neverSays: /\b564\b/ },
  'outage-backend-up': { status: 'solved' },
};
const MAX_STEPS = 6;

const problems = [];
const { code, stdout, stderr } = await attempt(
  'npm',
  ['run', '--silent', 'demo:run', '--', '--scenario', 'all', '--json'],
  { cwd: workspaceRoot, env: environmentWithoutNpmSettings() },
);
if (code !== 0) problems.push(`The demo ended with ${code}:\n${stderr}`);
if (!/no language model/i.test(stderr.split('\n')[0])) {
  problems.push('The first line on standard error does not say that no language model was called.');
}

const report = parseReport();
if (report) {
  if (typeof report.modelKind !== 'string')
    problems.push('The document does not name its modelKind.');
  const names = report.scenarios.map(({ scenario }) => scenario);
  const expectedNames = Object.keys(EXPECTED);
  if (names.toSorted().join() !== expectedNames.toSorted().join()) {
    problems.push(`The scenarios are ${names.join(', ')}; expected ${expectedNames.join(', ')}.`);
  }
  for (const result of report.scenarios) checkScenario(result);
}
reportProblems(problems, 'All four scenarios end as they should.');

function parseReport() {
  try {
    return JSON.parse(stdout);
  } catch (error) {
    problems.push(`Standard output is not one JSON document: ${error.message}`);
    return undefined;
  }
}

function checkScenario(result) {
  const expected = EXPECTED[result.scenario];
  if (expected === undefined) return;
  const text = String((result.status === 'solved' ? result.answer : result.partial.text) ?? '');
  const problem = (sentence) => problems.push(`${result.scenario}: ${sentence}`);
  if (result.status !== expected.status) {
    problem(`the status is ${result.status}; expected ${expected.status}.`);
  }
  if (text === '') problem('there is no answer and no partial answer.');
  if (expected.says && !expected.says.test(text))
    problem(`"${text}" does not say ${expected.says}.`);
  if (expected.neverSays?.test(text)) problem(`"${text}" says ${expected.neverSays}.`);
  if (result.steps.length > MAX_STEPS)
    problem(`${result.steps.length} steps; at most ${MAX_STEPS}.`);
}
