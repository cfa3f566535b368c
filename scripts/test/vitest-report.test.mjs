import assert from 'node:assert/strict';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, test } from 'node:test';
import { judgeTests } from '../lib/vitest-report.mjs';

const folder = mkdtempSync(path.join(tmpdir(), 'loopwright-vitest-report-'));
after(() => rmSync(folder, { recursive: true }));

function reportOf(numPassedTests, numPendingTests = 0, numTodoTests = 0) {
  const file = path.join(folder, 'report.json');
  writeFileSync(file, JSON.stringify({ numPassedTests, numPendingTests, numTodoTests }));
  return file;
}

test('tests that never began are told in the words of vitest', () => {
  const report = path.join(folder, 'none.json');
  assert.deepEqual(judgeTests({ code: 1, output: 'Cannot find the config', report }), {
    passed: 0,
    problems: ['Cannot find the config', 'The tests ended with code 1 and without a report'],
  });
  assert.equal(judgeTests({ code: 0, output: '', report }).problems.length, 1);
});

test('tests that all passed are counted', () => {
  const report = reportOf(12);
  assert.deepEqual(judgeTests({ code: 0, output: 'fine', report }), { passed: 12, problems: [] });
});

test('tests that failed, were skipped or were none are problems', () => {
  const problemsOf = (code, ...numbers) =>
    judgeTests({ code, output: 'told', report: reportOf(...numbers) }).problems;
  assert.deepEqual(problemsOf(1, 12), ['told']);
  assert.deepEqual(problemsOf(0, 12, 1, 1), ['12 tests passed and 2 were skipped; none may be']);
  assert.deepEqual(problemsOf(0, 0), ['0 tests passed and 0 were skipped; none may be']);
});
