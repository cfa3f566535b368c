import { canonicalJson } from '../json/canonical-json.ts';
import { beginCopy, copyJson, type JsonCopy, spend } from '../json/copy-json.ts';
import { isJsonObject } from '../json/is-json-object.ts';
import type { Json, JsonObject } from '../json/json.ts';
import { followPath, type PathTarget } from './follow-path.ts';
import { type Reference, splitReferences } from './references.ts';

/** What the steps gave, by their ids: a Map, or an object of which only its own members count. What is undefined is absent. */
export type Evidence = ReadonlyMap<string, Json> | Readonly<Record<string, Json>>;

/** The arguments with the evidence in them, or why they cannot be had. */
export type Substitution =
  | { ok: true; value: JsonObject }
  | {
      ok: false;
      /** `not_json`: no object, or something in it is no JSON value; `too_large`: it is nested too deep or too long. */
      code: 'unresolved_reference' | 'not_json' | 'too_large';
      /** As written; undefined when the arguments themselves are at fault. */
      reference: string | undefined;
      message: string;
    };

/**
 * Puts the evidence of earlier steps in the place of the references to them (P8), at any depth, in values and not in keys. A
 * text that is one reference becomes the evidence itself, with its type; a reference inside a longer text becomes a text:
 * strings as they are, anything else as canonical JSON. `#E2.items[0].name` reaches own members only. `##E1` is the literal
 * `#E1`.
 *
 * One pass: what is inserted is never looked at again, so that evidence cannot pull in other evidence. Neither the arguments
 * nor the evidence are changed, and the result shares nothing with them. Linear in what it reads and writes, which is at
 * most `maxJsonDepth` levels and about `maxJsonChars` characters; never throws.
 */
export function substitute(args: JsonObject, evidence: Evidence): Substitution {
  const pass: Pass = { evidence, copy: beginCopy(), reference: undefined, unresolved: undefined };
  let value: Json | undefined;
  try {
    if (!isJsonObject(args)) return noObject;
    value = copyJson(args, pass.copy, 0, (text, depth) => replaceReferences(text, depth, pass));
  } catch {
    // A getter or a proxy trap threw.
    pass.copy.failure = { code: 'not_json', message: 'a part that cannot be read' };
  }
  if (value !== undefined) return { ok: true, value: value as JsonObject };
  const reference = pass.reference?.text;
  if (pass.unresolved !== undefined) {
    const message = `unresolved reference ${reference}: ${pass.unresolved}.`;
    return { ok: false, code: 'unresolved_reference', reference, message };
  }
  const { code, message } = pass.copy.failure!;
  const where =
    reference === undefined ? 'The arguments hold' : `With ${reference} they would hold`;
  return { ok: false, code, reference, message: `${where} ${message}.` };
}

const noObject: Substitution = {
  ...{ ok: false, code: 'not_json', reference: undefined },
  message: 'The arguments are no object. Write them as one, such as {"key": "value"}.',
};

type Pass = {
  readonly evidence: Evidence;
  readonly copy: JsonCopy;
  /** The reference that is being replaced, so that a failure can name it. */
  reference: Reference | undefined;
  /** Why that reference leads nowhere. */
  unresolved: string | undefined;
};

function replaceReferences(text: string, depth: number, pass: Pass): Json | undefined {
  if (!text.includes('#')) return text;
  const texts: string[] = [];
  for (const part of splitReferences(text)) {
    if (typeof part === 'string') {
      texts.push(part);
      continue;
    }
    pass.reference = part;
    const target = findTarget(part, pass.evidence);
    if (!target.ok) {
      pass.unresolved = target.message;
      return undefined;
    }
    const copied = copyJson(target.value, pass.copy, part.exact ? depth : 0, unchanged);
    if (copied === undefined) return undefined;
    if (!part.exact) {
      const inserted = typeof copied === 'string' ? copied : canonicalJson(copied);
      if (!spend(pass.copy, inserted.length)) return undefined;
      texts.push(inserted);
    }
    pass.reference = undefined;
    if (part.exact) return copied;
  }
  return texts.join('');
}

function unchanged(text: string): string {
  return text;
}

function findTarget({ id, path }: Reference, evidence: Evidence): PathTarget {
  const value = evidenceOf(id, evidence);
  if (value !== undefined) return followPath(value, path, id);
  const all = isMap(evidence) ? [...evidence.keys()] : Object.keys(evidence);
  const ids = all.filter((name) => evidenceOf(name, evidence) !== undefined);
  const known = ids.slice(0, 20).join(', ').slice(0, 300);
  const there = known === '' ? 'there is none at all' : `there is evidence of ${known}`;
  return { ok: false, message: `there is no evidence of ${JSON.stringify(id)}; ${there}` };
}

function evidenceOf(id: string, evidence: Evidence): Json | undefined {
  if (isMap(evidence)) return evidence.get(id);
  return Object.hasOwn(evidence, id) ? evidence[id] : undefined;
}

/** By its methods, as `instanceof` knows only the Map of this realm; no JSON value has methods. */
function isMap(evidence: Evidence): evidence is ReadonlyMap<string, Json> {
  return typeof evidence.has === 'function' && typeof evidence.get === 'function';
}
