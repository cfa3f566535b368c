import type { Json, JsonObject } from './json/json.ts';
import { toJson } from './json/to-json.ts';
import { isSecretName } from './secret-names.ts';
import { maskSecretValues } from './secret-values.ts';

/**
 * A copy of the arguments of a call, fit to be shown and kept: at any depth the value of a secret name, or of one of
 * `sensitive` (without regard to case, `_` and `-`), is `[redacted]`, and texts are without the credentials that
 * `maskSecretValues` knows. Never throws.
 */
export function redactArguments(args: JsonObject, sensitive: readonly string[] = []): JsonObject {
  const hidden = new Set(sensitive.map(plainName));
  const redact = (value: Json): Json => {
    if (typeof value === 'string') return maskSecretValues(value);
    if (typeof value !== 'object' || value === null) return value;
    if (Array.isArray(value)) return value.map(redact);
    const members = Object.entries(value).map(([name, member]) => {
      const isHidden = isSecretName(name) || hidden.has(plainName(name));
      return [name, isHidden ? '[redacted]' : redact(member)];
    });
    return Object.fromEntries(members);
  };
  return redact(toJson(args)) as JsonObject;
}

function plainName(name: string): string {
  return name.toLowerCase().replaceAll('_', '').replaceAll('-', '');
}
