/** The object that an input is, or is the JSON text of, with Python's quotes perhaps; else the input itself. */
export function objectIn(input: unknown): unknown {
  if (typeof input !== 'string') return input;
  try {
    return JSON.parse(input.startsWith("{'") ? input.replaceAll("'", '"') : input);
  } catch {
    return input;
  }
}
