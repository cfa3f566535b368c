import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  contractIdsIn,
  findContractProblems,
  findEndProblems,
  readContracts,
} from '../lib/contracts.mjs';
import { findTestTitles } from '../lib/test-titles.mjs';

const titles = (text) =>
  findTestTitles(text).map((entry) => ({ ...entry, file: 'packages/a/test/a.test.ts' }));

test('a contract id is a whole word and no part of a case id or a plan reference', () => {
  assert.deepEqual(contractIdsIn('R4, P3: LOOP-012 and REFL-R4 and #E1 and R45'), [
    'R4',
    'P3',
    'R45',
  ]);
});

test('a delivered contract without a test and an unknown id in a title are problems', () => {
  const { contracts } = readContracts(
    '| P1 | read | core-parser | yes |\n| P2 | tolerate | core-parser | yes |\n| P6 | plans | core-parser | no |',
  );
  const text = `describe('reading', () => { it('P1: works', () => {}); it('P99: unknown', () => {}); });`;
  assert.deepEqual(findContractProblems(contracts, titles(text)), [
    'packages/a/test/a.test.ts:1: the title names P99, which is not in docs/contracts.md.',
    'docs/contracts.md: P2 (core-parser) is marked delivered, but no test title names it.',
  ]);
});

test('a skipped test proves nothing', () => {
  const { contracts } = readContracts('| P1 | read | core-parser | yes |');
  const skipped = `describe.skip('later', () => { it('P1: reads', () => {}); }); it.todo('P1: more');`;
  assert.equal(findContractProblems(contracts, titles(skipped)).length, 1);
  for (const call of [
    'it.skipIf(x)',
    'it.runIf(x)',
    'it.fails',
    'it.fails.each([1])',
    'test.skip',
  ]) {
    const problems = findContractProblems(contracts, titles(`${call}('P1: reads', () => {});`));
    assert.equal(problems.length, 1, call);
  }
  const inGroup = `describe.runIf(x)('later', () => { it('P1: reads', () => {}); });`;
  assert.equal(findContractProblems(contracts, titles(inGroup)).length, 1);
});

test('the title of a group proves nothing, but may name no unknown contract', () => {
  const { contracts } = readContracts('| P1 | read | core-parser | yes |');
  const text = `describe('P1, P99: reading', () => { it('works', () => {}); });`;
  assert.deepEqual(findContractProblems(contracts, titles(text)), [
    'packages/a/test/a.test.ts:1: the title names P99, which is not in docs/contracts.md.',
    'docs/contracts.md: P1 (core-parser) is marked delivered, but no test title names it.',
  ]);
});

test('titles are found behind each, only and concurrent, in templates and in concatenations', () => {
  const text =
    'it.each([1])("P1: %s", () => {}); it.only(`P2: $' +
    '{x} P3`, f); test.concurrent("P4" + ": a", f);';
  assert.deepEqual(
    findTestTitles(text).map(({ title }) => title),
    ['P1: %s', 'P2:  …  P3', 'P4: a'],
  );
});

test('a row with a wrong cell and an id that stands twice are problems', () => {
  const { problems } = readContracts(
    '| P1 | read | core-parser | partly |\n| P2 | a | b | yes |\n| P2 | a | b | yes |',
  );
  assert.equal(problems.length, 2);
});

test('the documented ends are those of the code', () => {
  const markdown = '| stop reason | status |\n| `final` | solved | x |\n| `lost` | failed | x |';
  assert.deepEqual(findEndProblems(markdown, { final: 'stopped', error: 'failed' }), [
    'docs/contracts.md: the end final is solved here and stopped in agent-run.',
    'docs/contracts.md: the end error is missing here and failed in agent-run.',
    'docs/contracts.md: the end lost is failed here and missing in agent-run.',
  ]);
});
