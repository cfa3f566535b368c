/** One thought from the parts in which a reply has it. */
export function joinThoughts(parts: readonly string[]): string {
  return parts
    .map((part) => part.trim())
    .filter((part) => part !== '')
    .join('\n');
}
