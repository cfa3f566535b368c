/** Characters of what has no text of its own: a number, a boolean, null, the marks around a list or a name. */
const otherChars = 4;

/**
 * About how many characters JSON data has as text, without writing it. Once there are more than `limit`, the rest is not
 * looked at. Total for any depth.
 */
export function jsonSize(value: unknown, limit = Infinity): number {
  let size = 0;
  const pending: unknown[] = [value];
  while (pending.length > 0 && size <= limit) {
    const part = pending.pop();
    size += otherChars;
    if (typeof part === 'string') size += part.length;
    else if (Array.isArray(part)) for (const item of part) pending.push(item);
    else if (typeof part === 'object' && part !== null) {
      for (const [name, member] of Object.entries(part)) {
        size += name.length;
        pending.push(member);
      }
    }
  }
  return size;
}
