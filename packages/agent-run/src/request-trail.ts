import { canonicalJson, digestText, type Json } from '@loopwright/core-parser';
import type { Message, ModelRequest } from './model.ts';

/** What one request adds to the last one. */
export type TrailEntry = { requestDigest: string; appended: string[]; chars: number };

type Link = { part: string; digest: string; chars: number };

/**
 * Digests the growing requests of one role at the cost of what is new: a request is a list of parts, and the digest
 * of a list is a chain over its parts, of which the old ones are known.
 */
export class RequestTrail {
  #links: Link[] = [];
  readonly #withDigests: boolean;
  readonly #encoded = new WeakMap<object, string>();

  /** @param withDigests False leaves the digests empty, when nobody will read them. */
  constructor(withDigests: boolean) {
    this.#withDigests = withDigests;
  }

  add(request: ModelRequest): TrailEntry {
    const parts = this.#parts(request);
    let kept = 0;
    while (kept < parts.length && this.#links[kept]?.part === parts[kept]) kept++;
    this.#links.length = kept;
    let last: Link = this.#links[kept - 1] ?? { part: '', digest: '', chars: 0 };
    for (const part of parts.slice(kept)) {
      const digest = this.#withDigests ? digestText(last.digest + part) : '';
      last = { part, digest, chars: last.chars + part.length };
      this.#links.push(last);
    }
    return { requestDigest: last.digest, appended: parts.slice(kept), chars: last.chars };
  }

  #parts(request: ModelRequest): string[] {
    const { system, messages, tools, ...settings } = request;
    const parts = [system, canonicalJson(settings as unknown as Json)];
    if (tools) parts.push(this.#encode(tools));
    for (const message of messages) {
      if (message.role === 'user') parts.push(...message.blocks);
      else parts.push(this.#encode(message));
    }
    return parts;
  }

  #encode(value: Message | readonly Json[]): string {
    const known = this.#encoded.get(value);
    if (known !== undefined) return known;
    const text = JSON.stringify(value);
    this.#encoded.set(value, text);
    return text;
  }
}
