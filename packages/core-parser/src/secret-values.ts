import { isSecretName } from './secret-names.ts';

const hidden = '[redacted]';

/** A name and a sign, as they stand before a value: `name=`, `"name": "`, `--name `; quotes may be escaped. */
const named =
  /(?<![\w.-])(?:(--?[\w.-]+)[ \t]{1,4}(?![-:=\s])|([\w.-]+)\\?["']?[ \t]{0,4}(?:={1,2}>?|:=?)[ \t]{0,4})(\\?["'`])?/g;
/** Names whose value goes on behind blanks. */
const lineNames = /(?:authorization|cookie)$/i;
const restOfLine = /[^\r\n"'`}]+/y;
const listOrObject = /\[[^\]\r\n]*\]?|\{[^}\r\n]*\}?/y;
const plainValue = /(?:(?:bearer|basic)[ \t]{1,4})?[^\s\\"'`,;&)}]+/iy;
const valuesByQuote: Readonly<Record<string, RegExp>> = {
  '"': /[^"\\\r\n]*(?:\\[^\r\n][^"\\\r\n]*)*/y,
  "'": /[^'\\\r\n]*(?:\\[^\r\n][^'\\\r\n]*)*/y,
  '`': /[^`\\\r\n]+/y,
};

/** Credentials that no name tells. No two neighbouring quantifiers match the same text, so each pattern is linear. */
const nameless: readonly (readonly [RegExp, string])[] = [
  [/(:\/\/)[^/\s"'`<>?#]*@/g, `$1${hidden}@`],
  [/\b(bearer)[ \t]+(?!(?:tokens?|auth\w*)\b)[\w.~+/=-]{3,}/gi, `$1 ${hidden}`],
  // A parameter that is called key is a secret in an address, and a name like any other elsewhere.
  [/([?&]key=)[^&\s"'`<>#]+/gi, `$1${hidden}`],
  [
    /\b((?:api|access|secret|private) (?:key|token)s?[ \t]?[:=][ \t]{0,4}["']?)[^\s"'`,;&)}]+/gi,
    `$1${hidden}`,
  ],
  [/((?<!\S)(?:-u|--user)[ =]["']?[^\s:"']{1,200}:)[^\s"']+/g, `$1${hidden}`],
  [
    /\b(?:sk-|[prs]k_(?:live|test)_|nvapi-|gsk_|xai-|hf_|gh[opsu]_|github_pat_|glpat-|xox[a-z]-)[\w-]{8,}(?:\.[\w-]+)*/g,
    hidden,
  ],
  [/\b(?:AKIA|ASIA)[0-9A-Z]{16}/g, hidden],
  [/\bAIza[\w-]{20,}/g, hidden],
  [/\beyJ[\w-]{8,}(?:\.[\w-]+){0,4}/g, hidden],
  [/(-----BEGIN [A-Z ]{0,40}PRIVATE KEY-----)[^-]+/g, `$1${hidden}`],
];

/**
 * A text without the credentials in it, each replaced by `[redacted]`: the values of secret names (see `isSecretName`) as
 * `name=value`, `"name": "value"`, `Name: value` and `--name value`, bearer tokens, the user of a URL, private keys, and keys
 * that are known by their form. For arguments that are texts, such as a URL or a command line. Linear; masking twice changes
 * nothing more.
 */
export function maskSecretValues(text: string): string {
  return nameless.reduce(
    (masked, [pattern, replacement]) => masked.replace(pattern, replacement),
    maskNamed(text),
  );
}

function maskNamed(text: string): string {
  let masked = '';
  let end = 0;
  for (const { 0: head, 1: flag, 2: name = flag, 3: quote, index } of text.matchAll(named)) {
    if (index < end || name === undefined || !isSecretName(name)) continue;
    const start = index + head.length;
    const valueEnd = endOfValue(text, start, name, quote);
    if (valueEnd === start) continue;
    masked += text.slice(end, start) + hidden;
    end = valueEnd;
  }
  return masked + text.slice(end);
}

function endOfValue(text: string, start: number, name: string, quote: string | undefined): number {
  if (quote !== undefined) {
    // Behind an escaped quote the value ends at the next escape.
    const isEscaped = quote.startsWith('\\');
    return endOf(isEscaped ? /[^\\\r\n]+/y : valuesByQuote[quote]!, text, start);
  }
  if (lineNames.test(name)) return endOf(restOfLine, text, start);
  const listEnd = endOf(listOrObject, text, start);
  return listEnd > start ? listEnd : endOf(plainValue, text, start);
}

function endOf(pattern: RegExp, text: string, start: number): number {
  pattern.lastIndex = start;
  return start + (pattern.exec(text)?.[0].length ?? 0);
}
