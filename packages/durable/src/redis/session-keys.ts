/** The keys of one session. They share a hash tag, and so a slot of a cluster. */
export type SessionKeys = {
  /** A hash: epoch, lease, result, times. */
  readonly session: string;
  /** A hash of step key to record. */
  readonly records: string;
  /** A hash of key to value. */
  readonly signals: string;
};

export function sessionKeysOf(prefix: string, sessionId: string): SessionKeys {
  // An empty tag would be none. No encoded id is a percent sign alone.
  const tagged = `${prefix}:{${sessionId.replace(/[%{}]/g, percentEncoded) || '%'}}`;
  return {
    session: `${tagged}:session`,
    records: `${tagged}:records`,
    signals: `${tagged}:signals`,
  };
}

/** The key of the set of all session ids. It has a slot of its own. */
export const indexKeyOf = (prefix: string): string => `${prefix}:sessions`;

// A brace would end the hash tag early; encoding the percent sign too keeps two ids apart.
const percentEncoded = (char: string): string => `%${char.charCodeAt(0).toString(16)}`;
