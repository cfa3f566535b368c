// An append-only log in which each line holds the digest of the line before it. A line that was changed or taken out of the
// middle shows by itself; whoever keeps the last digest somewhere else sees any change.
import { digest } from '@loopwright/core-parser';

/** Goes on with the lines of an earlier process, if there are any. */
export function createAuditLog(user, lines = []) {
  return {
    lines,
    append(event) {
      const entry = { n: lines.length, user, previous: lines.at(-1)?.digest ?? '', event };
      lines.push({ ...entry, digest: digest(entry) });
    },
  };
}

/**
 * The number of the first line that is not what was written, or undefined. Without `lastDigest` a log that was cut at its
 * end, or written anew from some line on, looks whole.
 */
export function firstBrokenLine(lines, lastDigest = lines.at(-1)?.digest) {
  const broken = lines.findIndex(({ digest: stated, ...entry }, at) => {
    const previous = lines[at - 1]?.digest ?? '';
    return entry.n !== at || entry.previous !== previous || stated !== digest(entry);
  });
  if (broken !== -1) return broken;
  return lines.at(-1)?.digest === lastDigest ? undefined : lines.length;
}
