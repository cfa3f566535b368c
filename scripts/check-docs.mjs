// Checks the Markdown files of the repository:
//   <!-- example: PATH -->            the code block after it is the file, byte for byte
//   <!-- output: PATH [arguments] --> the block after it is what the file prints on standard output
//   <!-- defaults: PATH#NAME,NAME --> the table after it gives the values of these exported objects (without #: of the
//                                     exports themselves), and none is missing
//   every relative link leads to a file and, with #, to one of its headings
//   every public package has a README with an example and its output
// Paths are relative to the folder of the Markdown file.
//   node scripts/check-docs.mjs [--write]      with --write the blocks are brought up to date
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { findDefaultsProblems, findDefaultsTables } from './lib/defaults-tables.mjs';
import { isMarkdown, listFiles } from './lib/files.mjs';
import { findAnchors, findLinks, findMarkedBlocks, replaceBlocks } from './lib/markdown.mjs';
import { attempt } from './lib/process.mjs';
import { reportProblems } from './lib/report.mjs';
import { readWorkspace, workspaceRoot } from './lib/workspace.mjs';

const write = process.argv.includes('--write');
const problems = [];
const publicPackages = readWorkspace().filter((entry) => entry.isPublic);
const files = listFiles(workspaceRoot, isMarkdown).filter(
  (file) => !file.includes(`${path.sep}.changeset${path.sep}`),
);

for (const file of files) {
  const name = path.relative(workspaceRoot, file);
  const markdown = readFileSync(file, 'utf8');
  const replacements = [];
  for (const block of findMarkedBlocks(markdown)) {
    const { expected, problem } = await expectedText(block, path.dirname(file));
    const where = `${name}:${block.line}: ${block.kind} ${block.target}`;
    if (problem) problems.push(`${where}: ${problem}`);
    else if (block.text === undefined) problems.push(`${where}: no code block follows.`);
    else if (block.text !== expected && write) replacements.push({ block, text: expected });
    else if (block.text !== expected)
      problems.push(`${where}: ${firstDifference(block.text, expected)}`);
  }
  if (replacements.length > 0) {
    writeFileSync(file, replaceBlocks(markdown, replacements));
    console.log(`${name}: ${replacements.length} blocks written`);
  }
  for (const { file: source, names, line, tables } of findDefaultsTables(markdown)) {
    const { value, problem } = await exportsOf(path.join(path.dirname(file), source));
    const found = problem ? [problem] : findDefaultsProblems(tables, value, names);
    problems.push(...found.map((each) => `${name}:${line}: defaults ${source}: ${each}`));
  }
  for (const { target, line } of findLinks(markdown)) {
    const problem = linkProblem(target, file);
    if (problem) problems.push(`${name}:${line}: ${problem}`);
  }
}

for (const { folder, directory } of publicPackages) {
  const readme = path.join(directory, 'README.md');
  const blocks = existsSync(readme) ? findMarkedBlocks(readFileSync(readme, 'utf8')) : [];
  for (const kind of ['example', 'output']) {
    if (!blocks.some((block) => block.kind === kind)) {
      problems.push(`${folder}/README.md: has no block marked <!-- ${kind}: examples/… -->.`);
    }
  }
}

reportProblems(
  problems,
  `${files.length} Markdown files: examples, outputs, defaults and links hold.`,
);

async function expectedText(block, folder) {
  const [target, ...args] = block.target.split(' ');
  const file = path.join(folder, target);
  if (!existsSync(file)) return { problem: 'there is no such file.' };
  if (block.kind === 'example')
    return { expected: withoutFinalNewline(readFileSync(file, 'utf8')) };
  const { code, stdout, stderr } = await attempt(
    process.execPath,
    ['--conditions=@loopwright/source', target, ...args],
    { cwd: folder, env: { ...process.env, NO_COLOR: '1' } },
  );
  if (code !== 0) return { problem: `ended with ${code}: ${stderr.trim()}` };
  return { expected: withoutFinalNewline(stdout) };
}

/** What a module exports, as far as it is JSON. */
async function exportsOf(file) {
  if (!existsSync(file)) return { problem: 'there is no such file.' };
  const program = `console.log(JSON.stringify(await import('${pathToFileURL(file)}')))`;
  const { code, stdout, stderr } = await attempt(process.execPath, [
    ...['--conditions=@loopwright/source', '--input-type=module', '--eval', program],
  ]);
  return code === 0
    ? { value: JSON.parse(stdout) }
    : { problem: `ended with ${code}: ${stderr.trim()}` };
}

function linkProblem(target, file) {
  if (/^[a-z]+:/.test(target)) return undefined;
  const [linkedPath, anchor] = target.split('#');
  const linkedFile = linkedPath ? path.resolve(path.dirname(file), decodeURI(linkedPath)) : file;
  if (!existsSync(linkedFile)) return `the link ${target} leads nowhere.`;
  if (anchor && isMarkdown(path.basename(linkedFile))) {
    if (!findAnchors(readFileSync(linkedFile, 'utf8')).includes(anchor)) {
      return `the link ${target} leads to no heading.`;
    }
  }
  return undefined;
}

function withoutFinalNewline(text) {
  return text.endsWith('\n') ? text.slice(0, -1) : text;
}

function firstDifference(actual, expected) {
  const actualLines = actual.split('\n');
  const expectedLines = expected.split('\n');
  const index = expectedLines.findIndex((line, position) => line !== actualLines[position]);
  const position = index === -1 ? expectedLines.length : index;
  const show = (line) => (line === undefined ? 'nothing' : JSON.stringify(line));
  return `line ${position + 1} of the block is ${show(actualLines[position])}, but should be ${show(expectedLines[position])} (npm run check:docs -- --write brings it up to date).`;
}
