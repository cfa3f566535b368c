import assert from 'node:assert/strict';
import { test } from 'node:test';
import { judgeCases } from '../lib/cases.mjs';
import { findChangesetProblems, packagesOfChangeset } from '../lib/changesets.mjs';
import { countCodeLines, countLines } from '../lib/code-lines.mjs';
import { findDefaultsProblems, findDefaultsTables } from '../lib/defaults-tables.mjs';
import { findAnchors, findLinks, findMarkedBlocks, replaceBlocks } from '../lib/markdown.mjs';
import { caretAccepts, expectedMoves } from '../lib/versions.mjs';

test('code lines are neither blank nor comment', () => {
  const text = '/** Doc. */\n\n// comment\nexport const a = `one\n\ntwo`; // tail\n/* block\n*/\n';
  assert.equal(countLines(text), 8);
  assert.equal(countCodeLines(text), 3);
});

test('marked blocks are found and replaced', () => {
  const markdown = [
    '<!-- example: examples/a.ts -->',
    '```ts',
    'old',
    '```',
    '',
    '<!-- output: examples/a.ts -->',
    '',
    '```text',
    '1',
    '2',
    '```',
    'end',
  ].join('\n');
  const blocks = findMarkedBlocks(markdown);
  assert.deepEqual(
    blocks.map(({ kind, text }) => [kind, text]),
    [
      ['example', 'old'],
      ['output', '1\n2'],
    ],
  );
  const replaced = replaceBlocks(markdown, [
    { block: blocks[0], text: 'new\nlonger' },
    { block: blocks[1], text: '3' },
  ]);
  assert.deepEqual(
    findMarkedBlocks(replaced).map(({ text }) => text),
    ['new\nlonger', '3'],
  );
  assert.ok(replaced.endsWith('\nend'));
});

test('a table of defaults gives the values that the code exports', () => {
  const markdown = [
    '<!-- defaults: src/defaults.ts#limits,retry -->',
    '',
    '| option | default | meaning |',
    '|---|---|---|',
    '| `maxSteps` | 10 | steps |',
    '| `callMs` | 120,000; for one call | time |',
    '| `retry`: `times`, `mode` | 3, `all` | |',
    '| `maxTokens` | none | |',
    'More:',
    '<!-- defaults: src/defaults.ts#limits,retry -->',
    '| option | default |',
    '| `attempts` | 2 |',
    'end',
  ].join('\n');
  const [{ file, names, line, tables }, ...others] = findDefaultsTables(markdown);
  assert.deepEqual([file, names, line, others], ['src/defaults.ts', ['limits', 'retry'], 1, []]);
  const problemsOf = (limits, retry) => findDefaultsProblems(tables, { limits, retry }, names);
  const limits = { maxSteps: 10, callMs: 120_000, attempts: 2 };
  assert.deepEqual(problemsOf(limits, { times: 3, mode: 'all' }), []);
  assert.deepEqual(
    problemsOf({ ...limits, maxSteps: 1, attempts: 3 }, { times: 2, mode: 'all', delay: 1 }),
    [
      '`maxSteps` must be 1.',
      '`retry`: `times`, `mode` must be 2, all.',
      '`attempts` must be 3.',
      'no row names delay.',
    ],
  );
  assert.deepEqual(problemsOf(limits, undefined), ['there is no export retry.']);
});

test('presets are columns, and exports themselves can be the defaults', () => {
  const presets = { fast: { window: 4 }, slow: { window: 9 } };
  const rowsOf = (slow) => [
    ['`guard`', '`fast`', '`slow`'],
    ['`window`: in steps', '4', slow],
  ];
  assert.deepEqual(findDefaultsProblems([rowsOf('9')], { presets }, ['presets']), []);
  assert.deepEqual(findDefaultsProblems([rowsOf('8')], { presets }, ['presets']), [
    '`window`: in steps must be 9 in the column slow.',
  ]);
  const rows = [['limit'], ['`maxChars`', '1,000 units']];
  assert.deepEqual(findDefaultsProblems([rows], { maxChars: 1000 }), []);
  assert.equal(findDefaultsProblems([rows], { maxChars: 100 }).length, 1);
});

test('links in code are not links; headings give anchors', () => {
  const markdown = '## How `runs` end: a table\n[a](b.md#c) `[x](y)`\n```\n[z](w)\n```\n';
  assert.deepEqual(findLinks(markdown), [{ target: 'b.md#c', line: 2 }]);
  assert.deepEqual(findAnchors(markdown), ['how-runs-end-a-table']);
});

test('a changed package needs a new changeset, an unreleased one any changeset', () => {
  const released = { name: '@x/a', folder: 'packages/a', changed: true, unreleased: false };
  const unreleased = { name: '@x/b', folder: 'packages/b', changed: true, unreleased: true };
  assert.deepEqual(
    packagesOfChangeset('---\n"@x/a": minor\n\'@x/b\': patch\n---\n\nText: none\n'),
    ['@x/a', '@x/b'],
  );
  const old = { file: '.changeset/old.md', isNew: false, packages: ['@x/a', '@x/b'] };
  assert.equal(findChangesetProblems([released, unreleased], [old]).length, 1);
  assert.equal(findChangesetProblems([released, unreleased], [{ ...old, isNew: true }]).length, 0);
  assert.equal(findChangesetProblems([{ ...released, versionChanged: true }], []).length, 0);
  assert.equal(findChangesetProblems([unreleased], []).length, 1);
  assert.equal(findChangesetProblems([], [{ ...old, packages: ['@x/ghost'] }]).length, 1);
});

test('a case is held when every test that names it passed', () => {
  const cases = ['A-1', 'A-10', 'A-2', 'A-3'].map((id) => ({
    id,
    input: { kind: 'k' },
    expected: id === 'A-10' ? { any_of: [] } : {},
  }));
  const judged = judgeCases(cases, [
    { title: 'A-10: one', passed: true },
    { title: 'A-2, A-3: both', passed: true },
    { title: 'A-3: more', passed: false },
  ]);
  assert.deepEqual(
    judged.map(({ verdict, anyOf }) => [verdict, anyOf]),
    [
      ['missing', false],
      ['held', true],
      ['held', false],
      ['failing', false],
    ],
  );
});

test('a caret range accepts a minor of a stable version, but not of a 0.x version', () => {
  assert.ok(caretAccepts('1.0.0', '1.1.0'));
  assert.ok(!caretAccepts('1.0.0', '2.0.0'));
  assert.ok(caretAccepts('0.1.0', '0.1.1'));
  assert.ok(!caretAccepts('0.1.0', '0.2.0'));
  assert.ok(!caretAccepts('0.0.1', '0.0.2'));
});

test('a release moves only those dependents whose range no longer fits', () => {
  const packages = [
    { name: 'low', manifest: { version: '0.1.0' } },
    { name: 'high', manifest: { version: '0.3.0', dependencies: { low: 'workspace:^' } } },
    { name: 'top', manifest: { version: '1.0.0', dependencies: { high: 'workspace:^' } } },
  ];
  const versions = (bump) =>
    [...expectedMoves(packages, 'low', bump)].map(([name, { version }]) => `${name}@${version}`);
  assert.deepEqual(versions('patch'), ['low@0.1.1']);
  assert.deepEqual(versions('minor'), ['low@0.2.0', 'high@0.3.1']);
});
