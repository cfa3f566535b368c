import type { Json, JsonObject } from '@loopwright/core-parser';

const secretNames = new Set(
  (
    'password passwd passphrase secret clientsecret token accesstoken refreshtoken apikey authorization cookie ' +
    'privatekey'
  ).split(' '),
);

/** True for names of parameters whose values belong in no text. Whole names only: `token_count` is none. */
export function isSecretName(name: string): boolean {
  return secretNames.has(name.toLowerCase().replaceAll('_', '').replaceAll('-', ''));
}

/** The parameters with every value of a secret name replaced by `[redacted]`, at any depth. */
export function withoutSecrets(parameters: JsonObject): JsonObject {
  return Object.fromEntries(
    Object.entries(parameters).map(([name, value]) => [
      name,
      isSecretName(name) ? '[redacted]' : redact(value),
    ]),
  );
}

function redact(value: Json): Json {
  if (typeof value !== 'object' || value === null) return value;
  return Array.isArray(value) ? value.map(redact) : withoutSecrets(value);
}
