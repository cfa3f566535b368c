/** The keys that a session waits for, of the JSON list that a store keeps; none when it holds anything else. */
export function readKeys(text: unknown): string[] {
  if (typeof text !== 'string') return [];
  try {
    const keys: unknown = JSON.parse(text);
    return Array.isArray(keys) ? keys.filter((key) => typeof key === 'string') : [];
  } catch {
    return [];
  }
}
