// Checks that packages depend on each other only along the arrows of allowed-arrows.mjs: the dependencies of every
// package.json, every import in src, and no relative import that leaves its package (src, test and examples).
//   node scripts/check-boundaries.mjs
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { allowedArrows } from './allowed-arrows.mjs';
import { findBoundaryProblems } from './lib/boundaries.mjs';
import { isTypeScript, listFiles } from './lib/files.mjs';
import { reportProblems } from './lib/report.mjs';
import { readWorkspace, workspaceRoot } from './lib/workspace.mjs';

const packages = readWorkspace().map((entry) => ({
  ...entry,
  files: listFiles(entry.directory, isTypeScript).map((file) => ({
    path: path.relative(workspaceRoot, file).split(path.sep).join('/'),
    text: readFileSync(file, 'utf8'),
  })),
}));
const fileCount = packages.reduce((sum, entry) => sum + entry.files.length, 0);

reportProblems(
  findBoundaryProblems(packages, allowedArrows),
  `${packages.length} packages, ${fileCount} files: every dependency and import follows the table of allowed arrows.`,
);
