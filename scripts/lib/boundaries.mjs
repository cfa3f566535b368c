// Compares the dependencies and imports of packages with a table of allowed arrows (see ../allowed-arrows.mjs).
import { builtinModules } from 'node:module';
import path from 'node:path';
import { findImports } from './imports.mjs';
import { SCOPE } from './workspace.mjs';

/**
 * `packages` are workspace entries, each with `files: [{path, text}]`, paths relative to the workspace root.
 * Gives one sentence for every problem.
 */
export function findBoundaryProblems(packages, table) {
  const names = new Set(packages.map((entry) => entry.shortName));
  const problems = [];
  for (const name of Object.keys(table)) {
    if (!names.has(name)) problems.push(`scripts/allowed-arrows.mjs: there is no package ${name}.`);
  }
  for (const entry of packages) {
    const row = table[entry.shortName];
    if (row === undefined) {
      problems.push(
        `${entry.folder}/package.json: ${entry.shortName} is missing in scripts/allowed-arrows.mjs; add a row with what it may import.`,
      );
      continue;
    }
    for (const dependency of Object.keys(entry.manifest.dependencies ?? {})) {
      const reason = whyNotAllowed(dependency, entry, row);
      if (reason) problems.push(`${entry.folder}/package.json: ${reason}`);
    }
    for (const file of entry.files) {
      for (const { specifier, line } of findImports(file.text, file.path)) {
        const reason = isInside(file.path, `${entry.folder}/src`)
          ? whySourceMayNotImport(specifier, file.path, entry, row)
          : whyLeavesPackage(specifier, file.path, entry);
        if (reason) problems.push(`${file.path}:${line}: ${reason}`);
      }
    }
  }
  return problems;
}

function whySourceMayNotImport(specifier, file, entry, row) {
  if (specifier === undefined) {
    if (row.importsOfCallers?.includes(path.posix.relative(entry.folder, file))) return undefined;
    return 'this import computes what it imports, so its arrow cannot be checked; write the name as a string.';
  }
  if (specifier.startsWith('.')) return whyLeavesPackage(specifier, file, entry);
  const reason = whyNotAllowed(specifier, entry, row);
  if (reason || isBuiltin(specifier)) return reason;
  const { dependencies = {}, peerDependencies = {}, devDependencies = {} } = entry.manifest;
  const name = packageOf(specifier);
  const isDeclared =
    name in dependencies ||
    name in peerDependencies ||
    (!entry.isPublic && name in devDependencies);
  return isDeclared
    ? undefined
    : `${name} is imported here but is not among the dependencies in ${entry.folder}/package.json.`;
}

function whyLeavesPackage(specifier, file, entry) {
  if (!specifier?.startsWith('.')) return undefined;
  const target = path.posix.join(path.posix.dirname(file), specifier);
  return isInside(target, entry.folder)
    ? undefined
    : `the relative import ${specifier} leaves ${entry.folder}; import the other package by its name.`;
}

function whyNotAllowed(specifier, entry, row) {
  const name = packageOf(specifier);
  if (isBuiltin(specifier)) {
    return row.isCore
      ? `${entry.shortName} → ${specifier}: a core package runs in browsers and imports no node builtin.`
      : undefined;
  }
  if (name.startsWith(SCOPE)) {
    const target = name.slice(SCOPE.length);
    return row.arrows.includes(target)
      ? undefined
      : `${entry.shortName} → ${target} is not an allowed arrow; ${entry.shortName} may import ${listed(row.arrows)}.`;
  }
  if (row.thirdParty.includes(name) || row.optionalPeers?.includes(name)) return undefined;
  if (row.isCore && name === 'zod') {
    return `${entry.shortName} → zod: a core package accepts any Standard Schema and does not import zod.`;
  }
  return `${entry.shortName} → ${name} is not an allowed arrow; from the registry ${entry.shortName} may import ${listed(row.thirdParty)}.`;
}

function isBuiltin(specifier) {
  return specifier.startsWith('node:') || builtinModules.includes(specifier);
}

/** `@loopwright/providers/scripted` belongs to `@loopwright/providers`, `zod/mini` to `zod`. */
function packageOf(specifier) {
  return specifier
    .split('/')
    .slice(0, specifier.startsWith('@') ? 2 : 1)
    .join('/');
}

function isInside(file, folder) {
  return file.startsWith(`${folder}/`);
}

function listed(names) {
  return names.length === 0 ? 'nothing' : names.join(', ');
}
