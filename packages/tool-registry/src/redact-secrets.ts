import { isSecretName, type Json, maskSecretValues, toJson } from '@loopwright/core-parser';

const replacement = '[redacted]';
/** Deeper values are taken out as a whole, so that no value is too deep to be walked through. */
const maxDepth = 1_000;
/** Texts that end like JSON and are none: after so many, the lines of a text are read by names and signs alone. */
const maxFailures = 1_000;

/**
 * A copy for a log: without the values of secret names, also where a text ends in JSON or says `name=value`, and without what
 * looks like a credential in texts and names. JSON without a secret in it stays as it was written.
 */
export function redactSecrets(value: Json): Json {
  return redactAt(value, 0);
}

function redactAt(value: Json, depth: number): Json {
  if (typeof value === 'string') return redactText(value);
  if (typeof value !== 'object' || value === null) return value;
  if (depth > maxDepth) return replacement;
  if (Array.isArray(value)) return value.map((item) => redactAt(item, depth + 1));
  const redacted = new Map<string, Json>();
  let count = 1;
  for (const [name, member] of Object.entries(value)) {
    const isSecret = isSecretName(name) && member !== null;
    const shown = maskSecretValues(name);
    let free = shown;
    // Where secrets were names, none of their values is lost.
    while (redacted.has(free)) free = `${shown} ${++count}`;
    redacted.set(free, isSecret ? replacement : redactAt(member, depth + 1));
  }
  return Object.fromEntries(redacted);
}

function redactText(text: string): string {
  const redacted = redactEnd(text);
  if (redacted !== undefined) return redacted;
  let failures = 0;
  const blocks: string[] = [];
  // Lines between those that end in JSON are read together: a private key has many.
  let plain: string[] = [];
  const endPlain = () => {
    if (plain.length > 0) blocks.push(maskSecretValues(plain.join('\n')));
    plain = [];
  };
  for (const line of text.split('\n')) {
    const end = failures < maxFailures ? redactEnd(line) : undefined;
    if (end === undefined) {
      if (endsLikeJson(line)) failures += 1;
      plain.push(line);
    } else {
      endPlain();
      blocks.push(end);
    }
  }
  endPlain();
  return blocks.join('\n');
}

/** A text that ends in JSON; undefined for any other. */
function redactEnd(text: string): string | undefined {
  const start = endsLikeJson(text) ? text.search(/[{[]/) : -1;
  const json = start === -1 ? undefined : parse(text.slice(start));
  if (json === undefined) return undefined;
  const redacted = JSON.stringify(redactSecrets(json));
  // Without a secret in it the JSON stays as it was written, spaces included.
  const kept = redacted === JSON.stringify(json) ? text.slice(start) : redacted;
  return maskSecretValues(text.slice(0, start)) + kept;
}

function endsLikeJson(text: string): boolean {
  const end = text.trimEnd();
  return end.endsWith('}') || end.endsWith(']');
}

function parse(text: string): Json | undefined {
  try {
    // toJson bounds the depth, and with it the recursion.
    return toJson(JSON.parse(text));
  } catch {
    return undefined;
  }
}
