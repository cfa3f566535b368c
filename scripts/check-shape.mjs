// Checks that the sources stay small enough to read:
//   no source file (src, examples, scripts) is longer than 300 lines
//   apps/demo stays thin: under 600 lines of code in src
//   the file with the body of a strategy fits a screen
//   node scripts/check-shape.mjs
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { countCodeLines, countLines } from './lib/code-lines.mjs';
import { isTypeScript, listFiles } from './lib/files.mjs';
import { reportProblems } from './lib/report.mjs';
import { readWorkspace, workspaceRoot } from './lib/workspace.mjs';

const MAX_FILE_LINES = 300;
const MAX_DEMO_CODE_LINES = 600;
const MAX_STRATEGY_FILE_LINES = 120;

// The file that holds the loop itself. A new strategy adds its own here.
const STRATEGY_FILES = [
  'packages/planner/src/goal/run-goal.ts',
  'packages/planner/src/plan-execute/run-plan-execute.ts',
  'packages/react-loop/src/run-react.ts',
  'packages/rewoo/src/run-rewoo.ts',
];

const sources = [
  ...readWorkspace().flatMap(({ directory }) =>
    ['src', 'examples'].flatMap((folder) => listFiles(path.join(directory, folder), isTypeScript)),
  ),
  ...listFiles(path.join(workspaceRoot, 'scripts'), (name) => name.endsWith('.mjs')),
].map((file) => ({
  name: path.relative(workspaceRoot, file),
  text: readFileSync(file, 'utf8'),
}));
const problems = [];

for (const { name, text } of sources) {
  const lines = countLines(text);
  if (lines > MAX_FILE_LINES)
    problems.push(`${name} has ${lines} lines; at most ${MAX_FILE_LINES}.`);
}

const demoLines = sources
  .filter(({ name }) => name.startsWith('apps/demo/src/'))
  .reduce((sum, { name, text }) => sum + countCodeLines(text, name), 0);
if (demoLines >= MAX_DEMO_CODE_LINES) {
  problems.push(`apps/demo/src has ${demoLines} lines of code; fewer than ${MAX_DEMO_CODE_LINES}.`);
}

for (const strategyFile of STRATEGY_FILES) {
  const source = sources.find(({ name }) => name === strategyFile);
  if (source === undefined) {
    problems.push(
      `${strategyFile} does not exist; name the strategy's file in scripts/check-shape.mjs.`,
    );
  } else if (countLines(source.text) > MAX_STRATEGY_FILE_LINES) {
    problems.push(
      `${strategyFile} has ${countLines(source.text)} lines; at most ${MAX_STRATEGY_FILE_LINES}, so that the strategy fits a screen.`,
    );
  }
}

const longest = sources.reduce((most, { text }) => Math.max(most, countLines(text)), 0);
reportProblems(
  problems,
  `${sources.length} source files, the longest ${longest} lines; ${demoLines} lines of code in apps/demo.`,
);
