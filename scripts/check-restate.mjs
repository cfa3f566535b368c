// Runs what needs a real Restate server: the tests that `npm test` skips, and a short crash test. The server comes from
// restate-server/package-lock.json; nothing may be skipped here.
//   npm run check:restate
import path from 'node:path';
import { attempt, temporaryFolder } from './lib/process.mjs';
import { reportProblems } from './lib/report.mjs';
import { restateServer } from './lib/restate-server.mjs';
import { judgeTests } from './lib/vitest-report.mjs';
import { workspaceRoot } from './lib/workspace.mjs';

const KILLS = 5;

const environment = {
  cwd: workspaceRoot,
  env: { ...process.env, RESTATE_SERVER: await restateServer() },
};
const problems = [];
const passed = await runTests();
await crash('--kills', String(KILLS));
reportProblems(problems, `${passed} tests over a real server, and ${KILLS} kills a strategy.`);

async function runTests() {
  const report = path.join(temporaryFolder('restate'), 'report.json');
  const vitest = path.join(workspaceRoot, 'node_modules/vitest/vitest.mjs');
  const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${report}`];
  const { code, stdout, stderr } = await attempt(
    process.execPath,
    [vitest, 'run', ...reporters, '/restate'],
    environment,
  );
  const judged = judgeTests({ code, output: `${stdout}${stderr}`, report });
  problems.push(...judged.problems);
  return judged.passed;
}

async function crash(...args) {
  const { code, stdout, stderr } = await attempt(
    process.execPath,
    [
      '--conditions=@loopwright/source',
      'packages/testkit/src/crash/main.ts',
      ...['--store', 'restate', ...args],
    ],
    environment,
  );
  if (code !== 0) problems.push(`${stdout}${stderr}`);
}
