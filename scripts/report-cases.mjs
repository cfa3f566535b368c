// Reports which public cases the tests hold. FILE has one JSON object a line: {id, input: {kind, …}, expected, …}.
// A case is held when the tests whose titles name its id exist and pass.
//   npm run cases -- FILE [--json] [--all] [--static]
//     --json     one JSON document instead of a table
//     --all      every kind, not only those that the packages of today cover
//     --static   reads titles from the test sources and runs nothing
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { judgeCases, kindsOf } from './lib/cases.mjs';
import { attempt, temporaryFolder } from './lib/process.mjs';
import { printTable } from './lib/report.mjs';
import { readTestTitles } from './lib/test-titles.mjs';
import { readWorkspace, workspaceRoot } from './lib/workspace.mjs';

const COVERED_KINDS = [
  'react_text',
  'react_json',
  'tool_args_json',
  'json_extract',
  'dispatch',
  'register',
  'config',
  'loop',
  'loop_detector',
  'reflect',
  'reflect_llm',
  'classify',
  'retry_after',
  'drift',
  'substitute',
  'plan_rewoo',
  'rewoo',
  'prompt',
  'plan_dag',
  'plan_gen',
  'plan_execute',
  'replan',
  'checkpoint',
  'checkpoint_load',
  'inspect',
  'packages',
  'provider_request',
  'provider_response',
  'provider_stream',
  'provider_error',
  'round_trip',
  'loop_native',
  'resume',
  'journal',
  'concurrency',
  'redact',
];

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    json: { type: 'boolean', default: false },
    all: { type: 'boolean', default: false },
    static: { type: 'boolean', default: false },
  },
});
if (positionals.length !== 1) {
  console.error('Usage: npm run cases -- FILE [--json] [--all] [--static]');
  process.exit(2);
}

const cases = readFileSync(positionals[0], 'utf8')
  .split('\n')
  .filter((line) => line.trim() !== '')
  .map((line) => JSON.parse(line))
  .filter((each) => values.all || kindsOf(each).some((kind) => COVERED_KINDS.includes(kind)));
const judged = judgeCases(cases, values.static ? staticTests() : await executedTests());
const kinds = [...new Set(judged.map(({ kind }) => kind))].sort(
  (a, b) => COVERED_KINDS.indexOf(a) - COVERED_KINDS.indexOf(b),
);
const rows = kinds.map((kind) =>
  count(
    kind,
    judged.filter((each) => each.kind === kind),
  ),
);
const total = count('total', judged);

if (values.json) {
  console.log(JSON.stringify({ kinds: rows, total, cases: judged }, null, 2));
} else {
  printTable([
    ['kind', 'cases', 'held', 'any_of decided', 'failing', 'missing'],
    ...[...rows, total].map((row) => Object.values(row).map(String)),
  ]);
  for (const verdict of ['failing', 'missing']) {
    const ids = judged.filter((each) => each.verdict === verdict).map(({ id }) => id);
    if (ids.length > 0) console.log(`${verdict}: ${ids.join(' ')}`);
  }
}

function count(kind, group) {
  const held = group.filter(({ verdict }) => verdict === 'held');
  return {
    kind,
    cases: group.length,
    held: held.length,
    anyOfDecided: held.filter(({ anyOf }) => anyOf).length,
    failing: group.filter(({ verdict }) => verdict === 'failing').length,
    missing: group.filter(({ verdict }) => verdict === 'missing').length,
  };
}

function staticTests() {
  return readTestTitles(readWorkspace(), workspaceRoot).map(({ title, skipped }) => ({
    title,
    passed: !skipped,
  }));
}

async function executedTests() {
  const outputFile = path.join(temporaryFolder('cases'), 'tests.json');
  const vitest = path.join(workspaceRoot, 'node_modules/vitest/vitest.mjs');
  const { stderr } = await attempt(
    process.execPath,
    [vitest, 'run', '--reporter=json', `--outputFile=${outputFile}`],
    { cwd: workspaceRoot },
  );
  let report;
  try {
    report = JSON.parse(readFileSync(outputFile, 'utf8'));
  } catch {
    throw new Error(`The tests gave no report:\n${stderr}`);
  }
  for (const file of report.testResults) {
    if (file.assertionResults.length === 0) console.error(`No test ran in ${file.name}.`);
  }
  return report.testResults.flatMap(({ assertionResults }) =>
    assertionResults.map(({ fullName, status }) => ({
      title: fullName,
      passed: status === 'passed',
    })),
  );
}
