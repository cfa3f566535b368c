import { isSecretName, type Json, toJson } from '@loopwright/core-parser';
import { maskSecrets } from './mask-secrets.ts';

/** A name and a sign, as they stand before a value: `NAME=`, `name: "`, and `"name": "` where quotes are escaped too. */
const named = /(?<![\w-])([\w-]+)\\?["']?\s?[:=]\s?\\?["']?/g;
/** A value up to the next blank or separator; behind a quote, all up to the next quote. */
const plainValue = /^(?:bearer |basic )?[^\s\\"',;&}]+/i;
/** A header with a scheme before its value, whatever the scheme. */
const schemeAndValue = /^(?:[\w-]{1,30} )?[^\s\\"',;&}]+/;
const quotedValue = /^[^"\\\n]*/;
/** Texts without names: the host of a URL and the user before it, a bearer token, a word. Names are for isSecretName. */
const nameless = /:\/\/[^/\s"'?#]*|(?:bearer )?[^\s"'=:]+/gi;
const replacement = '[redacted]';
/** Texts that end like JSON and are none: after so many, the lines of a text are read by names and signs alone. */
const maxFailures = 1_000;

/**
 * A copy for a log: without the values of secret names, also where a text ends in JSON or says `name=value`, and without what
 * looks like a credential in texts and names. JSON without a secret in it stays as it was written.
 */
export function redactSecrets(value: Json): Json {
  if (typeof value === 'string') return redactText(value);
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) return value.map(redactSecrets);
  const redacted = new Map<string, Json>();
  let count = 1;
  for (const [name, member] of Object.entries(value)) {
    const isSecret = isSecretName(name) && member !== null;
    const shown = redactLine(name);
    let free = shown;
    // Where secrets were names, none of their values is lost.
    while (redacted.has(free)) free = `${shown} ${++count}`;
    redacted.set(free, isSecret ? replacement : redactSecrets(member));
  }
  return Object.fromEntries(redacted);
}

function redactText(text: string): string {
  const redacted = redactEnd(text);
  if (redacted !== undefined) return redacted;
  let failures = 0;
  const lines = text.split('\n').map((line) => {
    const end = failures < maxFailures ? redactEnd(line) : undefined;
    if (end === undefined && endsLikeJson(line)) failures += 1;
    return end ?? redactLine(line);
  });
  return lines.join('\n');
}

/** A text that ends in JSON; undefined for any other. */
function redactEnd(text: string): string | undefined {
  const start = endsLikeJson(text) ? text.search(/[{[]/) : -1;
  const json = start === -1 ? undefined : parse(text.slice(start));
  if (json === undefined) return undefined;
  const redacted = JSON.stringify(redactSecrets(json));
  // Without a secret in it the JSON stays as it was written, spaces included.
  const kept = redacted === JSON.stringify(json) ? text.slice(start) : redacted;
  return redactLine(text.slice(0, start)) + kept;
}

function endsLikeJson(text: string): boolean {
  const end = text.trimEnd();
  return end.endsWith('}') || end.endsWith(']');
}

function redactLine(line: string): string {
  const text = line.replace(nameless, (part) => maskSecrets(part));
  let redacted = '';
  let end = 0;
  for (const { 0: head, 1: name, index } of text.matchAll(named)) {
    if (index < end || !isSecretName(name!)) continue;
    const start = index + head.length;
    const [value] = valueAfter(head, name!).exec(text.slice(start)) ?? [];
    if (value === undefined) continue;
    redacted += text.slice(end, start) + replacement;
    end = start + value.length;
  }
  return redacted + text.slice(end);
}

function valueAfter(head: string, name: string): RegExp {
  if (head.endsWith('"')) return quotedValue;
  return /authorization$/i.test(name) ? schemeAndValue : plainValue;
}

function parse(text: string): Json | undefined {
  try {
    // toJson bounds the depth, and with it the recursion.
    return toJson(JSON.parse(text));
  } catch {
    return undefined;
  }
}
