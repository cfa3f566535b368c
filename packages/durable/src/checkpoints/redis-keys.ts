/** What all keys of the checkpoints of one prefix begin with: a hash tag, so that they share a slot of a cluster. */
export const checkpointTagOf = (prefix: string): string => `{${prefix}:checkpoints}`;

/** The keys of all checkpoints of one prefix. */
export function checkpointKeysOf(prefix: string): string[] {
  const tagged = checkpointTagOf(prefix);
  return [
    // A sorted set of ids: what goes first when room is needed has the lowest score.
    `${tagged}:order`,
    // A sorted set of one score: session, number, id, so that a session is a range.
    `${tagged}:sessions`,
    // A sorted set of the ids of ended sessions, by the time at which they expire.
    `${tagged}:expiry`,
    // Hashes by id: bytes, facts, and state with format and checksum.
    `${tagged}:sizes`,
    `${tagged}:facts`,
    `${tagged}:records`,
    // A hash: the bytes of all checkpoints, and how many there ever were.
    `${tagged}:totals`,
  ];
}
