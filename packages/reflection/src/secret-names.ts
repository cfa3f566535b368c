import type { JsonObject } from '@loopwright/core-parser';
import { redactArguments } from '@loopwright/core-parser';

/** Per tool, names of arguments whose values are in no lesson and no note. Adds to what `isSecretName` knows. */
export type SensitiveNames = Readonly<Record<string, readonly string[]>>;

/** What stands where a sensitive value was. */
export const redacted = '[redacted]';

/**
 * The parameters of a call without sensitive values, which become `[redacted]` at any depth, and without credentials in texts.
 * Names that are sensitive for any of `tools` count.
 */
export function withoutSecrets(
  parameters: JsonObject,
  tools: readonly string[],
  sensitive: SensitiveNames = {},
): JsonObject {
  const names = tools.flatMap((tool) => (Object.hasOwn(sensitive, tool) ? sensitive[tool]! : []));
  return redactArguments(parameters, names);
}
