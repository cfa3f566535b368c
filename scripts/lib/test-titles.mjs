// Reads the titles of describe, it and test calls from test sources, without running them.
import { readFileSync } from 'node:fs';
import path from 'node:path';
import ts from 'typescript';
import { isTypeScript, listFiles } from './files.mjs';

const GROUP_WORDS = ['describe', 'suite'];
const TEST_WORDS = ['it', 'test'];
/** Behind one of these a test may not run, or is meant to fail. */
const SKIPPING_WORDS = ['skip', 'skipIf', 'runIf', 'todo', 'fails'];

/**
 * Gives `{title, line, isTest, skipped}` for each call; a group (describe) is no test. Of a template or a concatenation
 * the title is its literal parts. What may not run or is meant to fail counts as skipped, because it proves nothing.
 */
export function findTestTitles(text, fileName = 'source.test.ts') {
  const source = ts.createSourceFile(fileName, text, ts.ScriptTarget.Latest, true);
  const found = [];

  function visit(node, insideSkipped) {
    let skipped = insideSkipped;
    if (ts.isCallExpression(node)) {
      const words = calleeWords(node.expression);
      const isTest = TEST_WORDS.includes(words[0]);
      if ((isTest || GROUP_WORDS.includes(words[0])) && node.arguments.length > 0) {
        skipped ||= words.some((word) => SKIPPING_WORDS.includes(word));
        const title = literalText(node.arguments[0]);
        const { line } = source.getLineAndCharacterOfPosition(node.getStart(source));
        // The rows in `it.each(rows)` are arguments too, but no title.
        if (title !== '') found.push({ title, line: line + 1, isTest, skipped });
      }
    }
    ts.forEachChild(node, (child) => visit(child, skipped));
  }
  visit(source, false);
  return found;
}

/** Every title in the tests of the given packages, each with the path of its file. */
export function readTestTitles(packages, root) {
  return packages.flatMap(({ directory }) =>
    listFiles(path.join(directory, 'test'), isTypeScript).flatMap((file) =>
      findTestTitles(readFileSync(file, 'utf8'), file).map((entry) => ({
        ...entry,
        file: path.relative(root, file),
      })),
    ),
  );
}

/** `it.skip.each(rows)` becomes ['it', 'skip', 'each']. */
function calleeWords(callee) {
  if (ts.isIdentifier(callee)) return [callee.text];
  if (ts.isPropertyAccessExpression(callee)) {
    return [...calleeWords(callee.expression), callee.name.text];
  }
  if (ts.isCallExpression(callee)) return calleeWords(callee.expression);
  if (ts.isTaggedTemplateExpression(callee)) return calleeWords(callee.tag);
  return [];
}

function literalText(expression) {
  if (ts.isStringLiteralLike(expression)) return expression.text;
  if (ts.isTemplateExpression(expression)) {
    const parts = expression.templateSpans.map((span) => span.literal.text);
    return [expression.head.text, ...parts].join(' … ');
  }
  if (ts.isBinaryExpression(expression)) {
    return `${literalText(expression.left)}${literalText(expression.right)}`;
  }
  return '';
}
