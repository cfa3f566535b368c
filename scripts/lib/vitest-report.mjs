// What a run of vitest came to where nothing may be skipped.
import { existsSync, readFileSync } from 'node:fs';

/**
 * The number of tests that passed and what is wrong, of an exit code, the output and the file of the JSON reporter, which is
 * not there when vitest could not even begin.
 */
export function judgeTests({ code, output, report }) {
  const problems = code === 0 ? [] : [output];
  if (!existsSync(report)) {
    problems.push(`The tests ended with code ${code} and without a report`);
    return { passed: 0, problems };
  }
  const { numPassedTests, numPendingTests, numTodoTests } = JSON.parse(
    readFileSync(report, 'utf8'),
  );
  const skipped = numPendingTests + numTodoTests;
  if (numPassedTests === 0 || skipped > 0) {
    problems.push(`${numPassedTests} tests passed and ${skipped} were skipped; none may be`);
  }
  return { passed: numPassedTests, problems };
}
