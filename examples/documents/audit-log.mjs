// An append-only log in which each line holds the digest of the line before it: a line that is changed or taken out shows.
import { digest } from '@loopwright/core-parser';

export function createAuditLog(user) {
  const lines = [];
  return {
    lines,
    append(event) {
      const entry = { n: lines.length, user, previous: lines.at(-1)?.digest ?? '', event };
      lines.push({ ...entry, digest: digest(entry) });
    },
  };
}

/** The first line that is not what was written, or undefined. */
export function firstBrokenLine(lines) {
  return lines.find(({ digest: stated, ...entry }, at) => {
    const previous = lines[at - 1]?.digest ?? '';
    return entry.n !== at || entry.previous !== previous || stated !== digest(entry);
  });
}
