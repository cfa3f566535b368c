import assert from 'node:assert/strict';
import { test } from 'node:test';
import { findBoundaryProblems } from '../lib/boundaries.mjs';

const table = {
  low: { arrows: [], thirdParty: ['hashes'], isCore: true },
  high: { arrows: ['low'], thirdParty: [], isCore: true },
  edge: { arrows: ['low'], thirdParty: [], isCore: false },
};

function workspace(files = {}, manifests = {}) {
  return Object.keys(table).map((shortName) => ({
    name: `@loopwright/${shortName}`,
    shortName,
    folder: `packages/${shortName}`,
    isPublic: true,
    manifest: { dependencies: { '@loopwright/low': 'workspace:^' }, ...manifests[shortName] },
    files: Object.entries(files)
      .filter(([path]) => path.startsWith(`packages/${shortName}/`))
      .map(([path, text]) => ({ path, text })),
  }));
}

// low may not depend on itself, so its manifest has no dependencies in these workspaces.
const noLowDependencies = { low: { dependencies: { hashes: '1' } } };
const problemsOf = (files) => findBoundaryProblems(workspace(files, noLowDependencies), table);

test('allowed arrows, own files and declared packages of the registry are no problem', () => {
  assert.deepEqual(
    problemsOf({
      'packages/low/src/index.ts': `import { sha256 } from 'hashes/sha2.js'; import './inner/part.ts';`,
      'packages/high/src/index.ts': `export { low } from '@loopwright/low';`,
      'packages/edge/src/index.ts': `import { readFile } from 'node:fs';`,
    }),
    [],
  );
});

const forbidden = {
  'a static import': `import { high } from '@loopwright/high';`,
  'a type import': `import type { High } from '@loopwright/high';`,
  'an export from': `export * from '@loopwright/high/sub';`,
  'a dynamic import': `const high = await import('@loopwright/high');`,
  'an import type': `type High = import('@loopwright/high').High;`,
};
for (const [name, text] of Object.entries(forbidden)) {
  test(`${name} along a forbidden arrow names file, line, arrow and what is allowed`, () => {
    assert.deepEqual(problemsOf({ 'packages/edge/src/a.ts': `\n${text}` }), [
      'packages/edge/src/a.ts:2: edge → high is not an allowed arrow; edge may import low.',
    ]);
  });
}

test('a core package imports neither node builtins nor zod', () => {
  const problems = problemsOf({
    'packages/high/src/a.ts': `import 'node:fs'; import 'path'; import { z } from 'zod';`,
  });
  assert.equal(problems.length, 3);
  assert.match(problems[0], /high → node:fs: a core package runs in browsers/);
  assert.match(problems[1], /high → path: a core package runs in browsers/);
  assert.match(problems[2], /high → zod: a core package accepts any Standard Schema/);
});

test('a relative import may not leave its package, in tests neither', () => {
  const problems = problemsOf({
    'packages/high/src/a.ts': `import '../../low/src/index.ts';`,
    'packages/high/test/a.test.ts': `import '../../low/src/index.ts'; import '../src/a.ts';`,
  });
  assert.equal(problems.length, 2);
  assert.match(problems[0], /the relative import .* leaves packages\/high/);
});

test('a package that is missing in the table, and a row without a package, are problems', () => {
  const { edge, ...rest } = table;
  assert.match(
    findBoundaryProblems(workspace({}, noLowDependencies), rest)[0],
    /packages\/edge\/package.json: edge is missing/,
  );
  const more = { ...rest, edge, ghost: edge };
  assert.match(
    findBoundaryProblems(workspace({}, noLowDependencies), more)[0],
    /there is no package ghost/,
  );
});

test('a dependency in package.json follows the table too, and an import must be declared there', () => {
  const packages = workspace(
    { 'packages/edge/src/a.ts': `import '@loopwright/low';` },
    {
      ...noLowDependencies,
      high: { dependencies: { 'left-pad': '1' } },
      edge: { dependencies: {} },
    },
  );
  assert.deepEqual(findBoundaryProblems(packages, table), [
    'packages/high/package.json: high → left-pad is not an allowed arrow; from the registry high may import nothing.',
    'packages/edge/src/a.ts:1: @loopwright/low is imported here but is not among the dependencies in packages/edge/package.json.',
  ]);
});
