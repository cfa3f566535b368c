import type { Json, JsonObject } from '@loopwright/core-parser';
import { canonicalJson, redactArguments, toJson } from '@loopwright/core-parser';
import { digestOfAll } from './digest-of.ts';
import { shorten } from './shorten.ts';

/** Which arguments of a call matter: their names, or a function that computes what is to be compared (L3). */
export type ActionSignature = readonly string[] | ((args: JsonObject) => unknown);

/**
 * What of a result matters: the names of its members, or a function of the result (the value of a success, the text of
 * a failure) that computes what is to be compared.
 */
export type ResultSignature = readonly string[] | ((result: unknown) => unknown);

/** What calls and their results are compared by. */
export type ComparisonOptions = {
  /** Per tool, the arguments that count (L3). Default: all of them. */
  readonly signatures?: Readonly<Record<string, ActionSignature>> | undefined;
  /**
   * Per tool, what of its results counts, for results that hold a time or an id and so differ each time. Default: all
   * of it; of failures without UUIDs, times of day, time stamps, request ids and long hex numbers.
   */
  readonly results?: Readonly<Record<string, ResultSignature>> | undefined;
};

export type SignatureOptions = ComparisonOptions & {
  /** Per tool, names of arguments whose values are never shown, at any depth. Adds to what `redactArguments` knows. */
  readonly sensitive?: Readonly<Record<string, readonly string[]>> | undefined;
  /**
   * Names of tools that are rightly called again and again with the same result, such as one that waits. Their calls
   * are never compared. Default: none.
   */
  readonly repeatable?: readonly string[] | undefined;
};

const maxValueChars = 40;
const maxSignatureChars = 160;
/** Of a text this much is looked at: enough to know the credentials in what is shown of it. */
const maxReadChars = 1_000;

/** A digest of what a call is for comparison: the tool and the arguments that matter. Never throws. */
export function actionDigest(tool: string, args: JsonObject, options: ComparisonOptions): string {
  return digestOfAll([tool, relevantArguments(tool, args, options)]);
}

/** A call in words, such as `search(q=same)`: for people, never for comparison. At most 160 characters. */
export function displaySignature(
  tool: string,
  args: JsonObject,
  options: SignatureOptions,
): string {
  const signature = own(options.signatures, tool);
  const json = toJson(args) as JsonObject;
  const named = typeof signature === 'object' ? pick(json, signature) : json;
  const shown = withoutSecrets(tool, withShortTexts(named), options);
  const pairs = Object.keys(shown)
    .sort()
    .map((name) => `${name}=${shorten(textOf(shown[name]), maxValueChars)}`);
  return shorten(`${tool}(${pairs.join(', ')})`, maxSignatureChars);
}

/**
 * What a call is compared by, and the words for it, which are only made when somebody asks for them. Nothing of the
 * arguments is kept, so that they may be changed or be huge.
 */
export function readAction(tool: string, args: JsonObject, options: SignatureOptions) {
  const digest = actionDigest(tool, args, options);
  const json = digest.slice(digest.indexOf('\t') + 1);
  if (!json.startsWith('{') || typeof own(options.signatures, tool) === 'function') {
    // The digest does not hold the arguments that are shown.
    const shown = displaySignature(tool, args, options);
    return { digest, display: () => shown };
  }
  return { digest, display: () => displaySignature(tool, JSON.parse(json), options) };
}

/** The arguments with every sensitive value, and credentials within texts, replaced by `[redacted]`. */
export function withoutSecrets(
  tool: string,
  args: JsonObject,
  options: SignatureOptions,
): JsonObject {
  return redactArguments(args, own(options.sensitive, tool));
}

/** What of a result counts. Never throws. */
export function relevantResult(tool: string, result: unknown, options: ComparisonOptions): unknown {
  const signature = own(options.results, tool);
  if (signature === undefined) return result;
  if (typeof signature === 'function') return computedOr(result, signature);
  const hasMembers = typeof result === 'object' && result !== null && !Array.isArray(result);
  return hasMembers ? pick(result as JsonObject, signature) : result;
}

/** Options as data, for a run that has to tell whether its guards were changed. A function is only named as one. */
export function describeComparison({ signatures, results }: ComparisonOptions): {
  signatures: JsonObject;
  results: JsonObject;
} {
  const describe = (all: Readonly<Record<string, ActionSignature | ResultSignature>> = {}) =>
    Object.fromEntries(
      Object.entries(all).map(([tool, signature]) => [
        tool,
        typeof signature === 'function' ? 'function' : [...signature],
      ]),
    );
  return { signatures: describe(signatures), results: describe(results) };
}

function relevantArguments(tool: string, args: JsonObject, options: ComparisonOptions): unknown {
  const signature = own(options.signatures, tool);
  if (signature === undefined) return args;
  const compute =
    typeof signature === 'function' ? signature : (given: JsonObject) => pick(given, signature);
  return computedOr(args, compute);
}

/** A signature that fails, at a getter or in a function, must not hide what it was given: then all of it counts. */
function computedOr<Given>(given: Given, signature: (given: Given) => unknown): unknown {
  try {
    return signature(given);
  } catch {
    return given;
  }
}

function withShortTexts(args: JsonObject): JsonObject {
  const entries = Object.entries(args);
  const isLong = (value: Json) => typeof value === 'string' && value.length > maxReadChars;
  if (!entries.some(([, value]) => isLong(value))) return args;
  return Object.fromEntries(
    entries.map(([name, value]) => [
      name,
      isLong(value) ? (value as string).slice(0, maxReadChars) : value,
    ]),
  );
}

function textOf(value: Json | undefined): string {
  return typeof value === 'string' ? value : canonicalJson(value ?? null);
}

function pick(args: JsonObject, names: readonly string[]): JsonObject {
  return Object.fromEntries(
    names.filter((name) => Object.hasOwn(args, name)).map((name) => [name, args[name]!]),
  );
}

function own<Value>(record: Readonly<Record<string, Value>> | undefined, key: string) {
  return record !== undefined && Object.hasOwn(record, key) ? record[key] : undefined;
}
