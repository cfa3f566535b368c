// Checks docs/contracts.md against the tests: every contract marked delivered is named by the title of a test that
// is not skipped (the title of a group does not count), no title names a contract that does not exist, and the table of
// ends is the one in the code.
//   node scripts/check-contracts.mjs
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { ends } from '../packages/agent-run/src/ends.ts';
import { findContractProblems, findEndProblems, readContracts } from './lib/contracts.mjs';
import { reportProblems } from './lib/report.mjs';
import { readTestTitles } from './lib/test-titles.mjs';
import { readWorkspace, workspaceRoot } from './lib/workspace.mjs';

const markdown = readFileSync(path.join(workspaceRoot, 'docs/contracts.md'), 'utf8');
const { contracts, problems } = readContracts(markdown);
const titles = readTestTitles(readWorkspace(), workspaceRoot);
const delivered = contracts.filter((contract) => contract.delivered);

reportProblems(
  [...problems, ...findContractProblems(contracts, titles), ...findEndProblems(markdown, ends)],
  `${contracts.length} contracts, ${delivered.length} delivered, each named by a test title.`,
);
