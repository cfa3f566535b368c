// The little of semantic versioning that the release rehearsal needs, for versions without pre-release parts.

function bumpedVersion(version, bump) {
  const [major, minor, patch] = version.split('.').map(Number);
  if (bump === 'major') return `${major + 1}.0.0`;
  if (bump === 'minor') return `${major}.${minor + 1}.0`;
  return `${major}.${minor}.${patch + 1}`;
}

/** Whether the range `^version` accepts the later version `next`. */
export function caretAccepts(version, next) {
  const [major, minor] = version.split('.').map(Number);
  const [nextMajor, nextMinor] = next.split('.').map(Number);
  if (major !== nextMajor) return false;
  return major > 0 || (minor > 0 && minor === nextMinor) || version === next;
}

/**
 * What a release must move: the package with the changeset by its bump, and by a patch every package that depends on
 * one that moved and whose range no longer accepts the new version. Gives a map from name to `{version, why}`.
 */
export function expectedMoves(packages, name, bump) {
  const versionOf = (each) => packages.find((entry) => entry.name === each).manifest.version;
  const moves = new Map([
    [name, { version: bumpedVersion(versionOf(name), bump), why: `${bump} changeset` }],
  ]);
  for (const [moved, { version }] of moves) {
    if (caretAccepts(versionOf(moved), version)) continue;
    for (const dependent of packages) {
      if (moved in (dependent.manifest.dependencies ?? {}) && !moves.has(dependent.name)) {
        moves.set(dependent.name, {
          version: bumpedVersion(dependent.manifest.version, 'patch'),
          why: `^${versionOf(moved)} of ${moved} does not accept ${version}`,
        });
      }
    }
  }
  return moves;
}
