// Checks the demo as a user without any key runs it: all scenarios give one JSON document on standard output, each
// ends as it should, and the first line on standard error says that no language model was called. Then the same over
// both wires, with labels and with native calls; a provider without its key is refused. A run with a session is told again
// without a model, and the story of transfer pays once.
//   node scripts/check-demo.mjs
import path from 'node:path';
import { attempt, environmentWithoutNpmSettings, temporaryFolder } from './lib/process.mjs';
import { reportProblems } from './lib/report.mjs';
import { workspaceRoot } from './lib/workspace.mjs';

const EXPECTED = {
  satellite: { status: 'solved', says: /\b564\b/ },
  outage: { status: 'degraded', neverSays: /\b83\b/ },
  'satellite-other-facts': { status: 'solved', neverSays: /\b564\b/ },
  'outage-backend-up': { status: 'solved' },
};
const MAX_STEPS = 6;

const WAYS = [
  [],
  ['--wire', 'openai', '--format', 'text'],
  ['--wire', 'openai', '--format', 'native', '--stream'],
  ['--wire', 'anthropic', '--format', 'text', '--stream'],
  ['--wire', 'anthropic', '--format', 'native'],
];
const KEYS = ['NVIDIA_API_KEY', 'OPENAI_API_KEY', 'ANTHROPIC_API_KEY'];

const problems = [];
const withoutKeys = Object.fromEntries(KEYS.map((name) => [name, '']));
for (const way of WAYS) {
  const { code, stdout, stderr } = await runDemo('--scenario', 'all', '--json', ...way);
  const problem = (sentence) => problems.push(`${['demo', ...way].join(' ')}: ${sentence}`);
  if (code !== 0) problem(`it ended with ${code}:\n${stderr}`);
  if (!/no language model/i.test(stderr.split('\n')[0])) {
    problem('the first line on standard error does not say that no language model was called.');
  }
  checkReport(parseReport(stdout, problem), problem);
}
const refused = await runDemo('--provider', 'nim');
if (refused.code !== 2 || refused.stdout !== '' || !refused.stderr.includes(KEYS[0])) {
  problems.push(`A provider without its key was not refused: ${refused.stdout}${refused.stderr}`);
}
await checkSession();
await checkTransfer();
reportProblems(
  problems,
  'All four scenarios end as they should, over both wires and from a store as well; transfer pays once.',
);

function runDemo(...args) {
  return attempt('npm', ['run', '--silent', 'demo:run', '--', ...args], {
    cwd: workspaceRoot,
    env: environmentWithoutNpmSettings(withoutKeys),
  });
}

/** The same command twice: the second one finds everything stored. */
async function checkSession() {
  const store = `sqlite:${path.join(temporaryFolder('demo'), 'runs.db')}`;
  for (const life of ['first', 'second']) {
    const args = ['--scenario', 'all', '--json', '--session', 'check', '--store', store];
    const { code, stdout, stderr } = await runDemo(...args);
    const problem = (sentence) => problems.push(`demo --session, ${life} time: ${sentence}`);
    if (code !== 0) problem(`it ended with ${code}:\n${stderr}`);
    const report = parseReport(stdout, problem);
    checkReport(report, problem);
    for (const { scenario, session } of report?.scenarios ?? []) {
      const { requestsNow, requestsBefore } = session;
      const isRight = life === 'first' ? requestsBefore === 0 : requestsNow === 0;
      if (!isRight) problem(`${scenario}: ${JSON.stringify(session)}.`);
    }
  }
}

/** Two agents that are killed while they move money, told by the bank and by the ledger. */
async function checkTransfer() {
  const { code, stdout, stderr } = await runDemo('--scenario', 'transfer', '--json');
  const problem = (sentence) => problems.push(`demo --scenario transfer: ${sentence}`);
  if (code !== 0) problem(`it ended with ${code}:\n${stderr}`);
  const told = (parseReport(stdout, problem)?.runs ?? []).map(({ killed, result, bank }) => {
    const ledger = result.effects.map(({ tool, status }) => `${tool} ${status}`);
    return `${killed} ${result.status}: ${ledger.join(', ')}; ${bank.map(({ did }) => did).join(', ')}`;
  });
  const expected = [
    'between solved: transfer committed, set_up_auto_payment committed; transfer, set_up_auto_payment',
    'inside degraded: transfer unknown; transfer',
  ];
  if (told.join('\n') !== expected.join('\n')) problem(`it tells\n${told.join('\n')}`);
}

function parseReport(stdout, problem) {
  try {
    return JSON.parse(stdout);
  } catch (error) {
    problem(`standard output is not one JSON document: ${error.message}`);
    return undefined;
  }
}

function checkReport(report, problem) {
  if (report === undefined) return;
  if (report.modelKind !== 'policy') problem(`modelKind is ${report.modelKind}; expected policy.`);
  const names = report.scenarios.map(({ scenario }) => scenario);
  const expectedNames = Object.keys(EXPECTED);
  if (names.toSorted().join() !== expectedNames.toSorted().join()) {
    problem(`the scenarios are ${names.join(', ')}; expected ${expectedNames.join(', ')}.`);
  }
  for (const result of report.scenarios) checkScenario(result, problem);
}

function checkScenario(result, problemOf) {
  const expected = EXPECTED[result.scenario];
  if (expected === undefined) return;
  const text = String((result.status === 'solved' ? result.answer : result.partial.text) ?? '');
  const problem = (sentence) => problemOf(`${result.scenario}: ${sentence}`);
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
