/**
 * The tokens of a reply. Some servers write 0 for what they do not count, and no request has an input of nothing: then
 * an output of nothing is unknown as well.
 */
export function reportedTokens(
  input: number | null,
  output: number | null,
): { inputTokens: number | null; outputTokens: number | null } {
  const inputTokens = input || null;
  return { inputTokens, outputTokens: inputTokens === null ? output || null : output };
}
