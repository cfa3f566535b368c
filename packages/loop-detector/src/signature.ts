import type { Json, JsonObject } from '@loopwright/core-parser';
import { canonicalJson, isSecretName, toJson } from '@loopwright/core-parser';
import { digestOfAll } from './digest-of.ts';
import { shorten } from './shorten.ts';

/** Which arguments of a call matter: their names, or a function that computes what is to be compared (L3). */
export type ActionSignature = readonly string[] | ((args: JsonObject) => unknown);

export type SignatureOptions = {
  /** Per tool, the arguments that count. Default: all of them. */
  readonly signatures?: Readonly<Record<string, ActionSignature>>;
  /** Per tool, names of arguments whose values are never shown, at any depth. Adds to what `isSecretName` knows. */
  readonly sensitive?: Readonly<Record<string, readonly string[]>>;
};

const maxValueChars = 40;
const maxSignatureChars = 160;

/** A digest of what a call is for comparison: the tool and the arguments that matter. Never throws. */
export function actionDigest(tool: string, args: JsonObject, options: SignatureOptions): string {
  return digestOfAll([tool, relevantArguments(tool, args, options)]);
}

/** A call in words, such as `search(q=same)`: for people, never for comparison. At most 160 characters. */
export function displaySignature(
  tool: string,
  args: JsonObject,
  options: SignatureOptions,
): string {
  const signature = own(options.signatures, tool);
  const named = typeof signature === 'object' ? pick(args, signature) : args;
  const shown = withoutSecrets(tool, named, options);
  const pairs = Object.keys(shown)
    .sort()
    .map((name) => `${name}=${shorten(textOf(shown[name]), maxValueChars)}`);
  return shorten(`${tool}(${pairs.join(', ')})`, maxSignatureChars);
}

/** The arguments with every sensitive value replaced by `[redacted]`. */
export function withoutSecrets(
  tool: string,
  args: JsonObject,
  options: SignatureOptions,
): JsonObject {
  const hidden = new Set((own(options.sensitive, tool) ?? []).map(plainName));
  return redact(toJson(args), hidden) as JsonObject;
}

/** Signatures as data, for a run that has to tell whether its guards were changed. A function is only named as one. */
export function describeSignatures(signatures: SignatureOptions['signatures']): JsonObject {
  const pairs = Object.entries(signatures ?? {});
  return Object.fromEntries(
    pairs.map(([tool, signature]) => [
      tool,
      typeof signature === 'function' ? 'function' : [...signature],
    ]),
  );
}

function relevantArguments(tool: string, args: JsonObject, options: SignatureOptions): unknown {
  const signature = own(options.signatures, tool);
  if (signature === undefined) return args;
  if (typeof signature !== 'function') return pick(args, signature);
  try {
    return signature(args);
  } catch {
    // A signature function that fails must not hide the call: then all arguments count.
    return args;
  }
}

function textOf(value: Json | undefined): string {
  return typeof value === 'string' ? value : canonicalJson(value ?? null);
}

function redact(value: Json, hidden: ReadonlySet<string>): Json {
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) return value.map((item) => redact(item, hidden));
  return Object.fromEntries(
    Object.entries(value).map(([name, inner]) => [
      name,
      isSecretName(name) || hidden.has(plainName(name)) ? '[redacted]' : redact(inner, hidden),
    ]),
  );
}

function pick(args: JsonObject, names: readonly string[]): JsonObject {
  return Object.fromEntries(
    names.filter((name) => Object.hasOwn(args, name)).map((name) => [name, args[name]!]),
  );
}

function own<Value>(record: Readonly<Record<string, Value>> | undefined, key: string) {
  return record !== undefined && Object.hasOwn(record, key) ? record[key] : undefined;
}

function plainName(name: string): string {
  return name.toLowerCase().replaceAll('_', '').replaceAll('-', '');
}
