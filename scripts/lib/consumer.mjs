// A user's empty project: loads an installed package by import and by require, and compiles against its types.
import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { run } from './process.mjs';
import { workspaceRoot } from './workspace.mjs';

// One program for both ways. It prints the exported names of every specifier that it is given.
const importProgram = `
const names = {};
for (const specifier of process.argv.slice(2)) names[specifier] = Object.keys(await import(specifier)).sort();
console.log(JSON.stringify(names));
`;
const requireProgram = `
const names = {};
for (const specifier of process.argv.slice(2)) names[specifier] = Object.keys(require(specifier)).sort();
console.log(JSON.stringify(names));
`;

/** Gives the exported names by specifier, as import and as require see them. */
export async function loadBothWays(node, project, specifiers) {
  writeFileSync(path.join(project, 'load.mjs'), importProgram);
  writeFileSync(path.join(project, 'load.cjs'), requireProgram);
  const options = { cwd: project };
  return {
    imported: JSON.parse(await run(node, ['load.mjs', ...specifiers], options)),
    required: JSON.parse(await run(node, ['load.cjs', ...specifiers], options)),
  };
}

const commonOptions = {
  strict: true,
  noEmit: true,
  skipLibCheck: false,
  exactOptionalPropertyTypes: true,
};
const typeEnvironments = {
  'nodenext with Node types': {
    ...commonOptions,
    target: 'ES2023',
    lib: ['ES2023'],
    module: 'nodenext',
    types: ['node'],
  },
  'bundler with DOM types': {
    ...commonOptions,
    target: 'ES2023',
    lib: ['ES2023', 'DOM', 'DOM.Iterable'],
    module: 'ESNext',
    moduleResolution: 'bundler',
    types: [],
  },
};

/** Compiles a file that uses every specifier, in each environment; throws what the compiler says. */
export async function compileAgainstTypes(project, specifiers) {
  const lines = specifiers.flatMap((specifier, index) => [
    `import * as module${index} from '${specifier}';`,
    '// @ts-expect-error a module that resolves to any would allow this',
    `module${index}.thereIsNoSuchExport;`,
  ]);
  writeFileSync(path.join(project, 'consumer.mts'), `${lines.join('\n')}\n`);
  mkdirSync(path.join(project, 'node_modules/@types'), { recursive: true });
  symlinkSync(
    path.join(workspaceRoot, 'node_modules/@types/node'),
    path.join(project, 'node_modules/@types/node'),
  );
  const compiler = path.join(workspaceRoot, 'node_modules/typescript/bin/tsc');
  for (const [name, compilerOptions] of Object.entries(typeEnvironments)) {
    const configFile = path.join(project, 'tsconfig.json');
    writeFileSync(configFile, JSON.stringify({ compilerOptions, files: ['consumer.mts'] }));
    try {
      await run(process.execPath, [compiler, '-p', configFile], { cwd: project });
    } catch (error) {
      throw new Error(`types, ${name}: ${error.message}`);
    }
  }
  return Object.keys(typeEnvironments);
}
