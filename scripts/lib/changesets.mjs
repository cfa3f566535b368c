// Decides which changed packages lack a changeset.

/** The package names in the front matter of a changeset file: `"@loopwright/core-parser": minor`. */
export function packagesOfChangeset(text) {
  const [, frontMatter = ''] = text.split(/^---$/m);
  return [...frontMatter.matchAll(/^['"]?([^'":\s]+)['"]?\s*:\s*(?:major|minor|patch)\s*$/gm)].map(
    (match) => match[1],
  );
}

/**
 * `packages` are the public workspace entries, each with `changed` (its published files differ from the base),
 * `versionChanged` (it was just released) and `unreleased` (it has never been released).
 * `changesets` are `{file, isNew, packages}`. Gives one sentence for every problem.
 */
export function findChangesetProblems(packages, changesets) {
  const known = new Set(packages.map((entry) => entry.name));
  const problems = [];
  for (const { file, packages: named } of changesets) {
    for (const name of named) {
      if (!known.has(name)) problems.push(`${file}: ${name} is not a public package.`);
    }
    if (named.length === 0) problems.push(`${file}: names no package.`);
  }
  for (const { name, folder, changed, versionChanged, unreleased } of packages) {
    const naming = changesets.filter((changeset) => changeset.packages.includes(name));
    if (unreleased && naming.length === 0) {
      problems.push(
        `${folder}: ${name} has never been released and has no changeset for its first release.`,
      );
    }
    if (!unreleased && changed && !versionChanged && !naming.some((changeset) => changeset.isNew)) {
      problems.push(
        `${folder}: ${name} changed without a changeset; write one with pnpm changeset.`,
      );
    }
  }
  return problems;
}
