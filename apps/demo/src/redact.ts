import { type Json, toJson } from '@loopwright/core-parser';

/** Names of secrets, in any case, with `-`, `_` or nothing between words. Only whole names count: `token_count` is none. */
const names = [
  ...['password', 'passwd', 'passphrase', 'secret', 'client_secret', 'private_key', 'credentials'],
  ...['token', 'access_token', 'refresh_token', 'id_token', 'auth_token', 'session_token'],
  ...['api_key', 'x_api_key', 'access_key', 'secret_key', 'cookie', 'set_cookie'],
  ...['authorization', 'proxy_authorization'],
];
const namePattern = names.join('|').replaceAll('_', '[-_]?');
const secretName = new RegExp(`^(?:${namePattern})$`, 'i');
/** A name, a sign and a value: what is in quotes, or all up to the next blank or separator. */
const namedSecret = new RegExp(
  String.raw`((?<![\w-])(?:${namePattern})\\?["']?\s?[:=]\s?\\?["']?)` +
    String.raw`((?<=")[^"\\\n]*|(?:bearer |basic )?[^\s\\"',;&}]+)`,
  'gi',
);
const replacement = '[redacted]';

/** A copy without the values of secret names, also where a text ends in JSON or says `name=value`. */
export function redact(value: Json): Json {
  if (typeof value === 'string') return redactText(value);
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) return value.map(redact);
  const members = Object.entries(value).map(([name, member]) => [
    name,
    secretName.test(name) && member !== null ? replacement : redact(member),
  ]);
  return Object.fromEntries(members);
}

function redactText(text: string): string {
  const start = text.search(/[{[]/);
  const json = start === -1 ? undefined : parse(text.slice(start));
  if (json === undefined) {
    const lines = text.split('\n');
    return lines.length > 1 ? lines.map(redactText).join('\n') : redactNamed(text);
  }
  const redacted = JSON.stringify(redact(json));
  // Without a secret in it the JSON stays as it was written, spaces included.
  const isClean = redacted === JSON.stringify(json);
  return redactNamed(isClean ? text : text.slice(0, start) + redacted);
}

function redactNamed(text: string): string {
  return text.replace(namedSecret, `$1${replacement}`);
}

function parse(text: string): Json | undefined {
  try {
    // toJson bounds the depth, and with it the recursion of redact.
    return toJson(JSON.parse(text));
  } catch {
    return undefined;
  }
}
