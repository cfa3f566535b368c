import type { Json, JsonObject } from '@loopwright/core-parser';
import { isSecretName } from '@loopwright/core-parser';

/** Per tool, names of arguments whose values are in no lesson and no note. Adds to what `isSecretName` knows. */
export type SensitiveNames = Readonly<Record<string, readonly string[]>>;

/** Says of a name of an argument of `tool` whether its value must not be shown. */
export function isHiddenName(
  tool: string,
  sensitive: SensitiveNames = {},
): (name: string) => boolean {
  const own = Object.hasOwn(sensitive, tool) ? sensitive[tool]! : [];
  const hidden = new Set(own.map(plainName));
  return (name) => isSecretName(name) || hidden.has(plainName(name));
}

/** The parameters with every value of a hidden name replaced by `[redacted]`, at any depth. */
export function withoutHidden(
  parameters: JsonObject,
  isHidden: (name: string) => boolean,
): JsonObject {
  const redact = (value: Json): Json => {
    if (typeof value !== 'object' || value === null) return value;
    return Array.isArray(value) ? value.map(redact) : withoutHidden(value, isHidden);
  };
  return Object.fromEntries(
    Object.entries(parameters).map(([name, value]) => [
      name,
      isHidden(name) ? '[redacted]' : redact(value),
    ]),
  );
}

function plainName(name: string): string {
  return name.toLowerCase().replaceAll('_', '').replaceAll('-', '');
}
