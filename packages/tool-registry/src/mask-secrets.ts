const masked = '[masked]';

/** Secrets as error texts carry them. No two neighbouring quantifiers match the same text, so each pattern is linear. */
const secrets: readonly (readonly [RegExp, string])[] = [
  [/\b((?:proxy-)?authorization["']?[ \t]*[:=])[^\r\n,;}]*/gi, `$1 ${masked}`],
  [/\b(bearer)[ \t]+(?!tokens?\b)[\w.~+/=-]{3,}/gi, `$1 ${masked}`],
  [
    /\b([\w-]{0,40}(?:key|token|secret|password|passwd|signature)["']?=["']?)[^&\s"'#]+/gi,
    `$1${masked}`,
  ],
  [
    /(["'][\w-]{0,40}(?:key|token|secret|password|passwd)["'][ \t]*:[ \t]*["'])[^"']+/gi,
    `$1${masked}`,
  ],
  // Headers: what stands before the last word tells the key of an account from that of a table.
  [
    /\b([\w-]{0,40}(?:api|access|auth|private|secret|session|subscription|csrf)[-_]?(?:key|token|secret)["']?:[ \t]?["']?)[^\s"',;&]+/gi,
    `$1${masked}`,
  ],
  [/(:\/\/)[^/\s@"']+@/g, `$1${masked}@`],
  [
    /\b(?:sk-|[prs]k_(?:live|test)_|nvapi-|gsk_|xai-|hf_|gh[opsu]_|github_pat_|xox[a-z]-)[\w-]{8,}/g,
    masked,
  ],
  [/\bAKIA[0-9A-Z]{16}/g, masked],
  [/\bAIza[\w-]{20,}/g, masked],
  [/\beyJ[\w-]{8,}(?:\.[\w-]+){0,2}/g, masked],
];

/** Replaces what looks like a credential: authorization headers, key and token parameters, bearer tokens, API keys. */
export function maskSecrets(text: string): string {
  let result = text;
  for (const [pattern, replacement] of secrets) result = result.replace(pattern, replacement);
  return result;
}
