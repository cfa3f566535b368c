import { digest, type Json } from '@loopwright/core-parser';
import type { Observation } from '@loopwright/tool-registry';
import type { Effect, ForkOrigin } from './effect.ts';

/** What the ledger knows about a call's content before it starts. */
export type Identity = {
  /** The id under which the call would be booked. */
  id: string;
  /** Everything of the id but its last part: the same for all identical calls. */
  content: string;
  committed: number;
  unknown: boolean;
  /** The run that this one was forked from had this effect after the fork. */
  happenedInOriginal: boolean;
};

/**
 * The effects of a session, sub-agents included. An effect is identified by its content and not by its step, because
 * a model that got no answer asks again in the next step: under another id that would be a second payment.
 */
export class Ledger {
  readonly #sessionId: string;
  readonly #lines = new Map<string, Effect>();
  readonly #committed = new Map<string, { count: number; observation: Observation }>();
  readonly #unknown = new Set<string>();
  /** What originals did after their forks left, and from which event on it is not to be done again. */
  #inOriginal: ReadonlyMap<string, number> | undefined;
  readonly #origin: { readonly forkOf?: ForkOrigin | undefined };

  /** A runtime knows what it was forked from once it is open, so that is read when the first call is made. */
  constructor(origin: { readonly sessionId: string; readonly forkOf?: ForkOrigin | undefined }) {
    this.#sessionId = origin.sessionId;
    this.#origin = origin;
  }

  get effects(): Effect[] {
    return [...this.#lines.values()];
  }

  /** `seq` is the number of the next event: what stands before the fork is taken over, not made again. */
  identify(tool: string, content: Json, seq: number): Identity {
    const contentKey = `${this.#sessionId}/${tool}/${digest(content)}`;
    const committed = this.#committed.get(contentKey)?.count ?? 0;
    this.#inOriginal ??= effectsOfOriginals(this.#origin.forkOf);
    const forkedAt = Math.min(
      this.#inOriginal.get(withoutSession(`${contentKey}/`)) ?? Infinity,
      this.#inOriginal.get(anyCallOf(tool)) ?? Infinity,
    );
    return {
      id: `${contentKey}/${committed}`,
      content: contentKey,
      committed,
      unknown: this.#unknown.has(contentKey),
      happenedInOriginal: seq >= forkedAt,
    };
  }

  /** The recorded observation of the last committed identical call. */
  recorded(identity: Identity): Observation | undefined {
    return this.#committed.get(identity.content)?.observation;
  }

  book(entry: {
    identity: Identity;
    tool: string;
    args: Json;
    key: string;
    status: Effect['status'];
    observation: Observation;
  }): Effect {
    const { identity, tool, args, key, status, observation } = entry;
    const line = this.#lines.get(identity.id) ?? {
      id: identity.id,
      tool,
      args,
      status,
      stepKeys: [],
    };
    // Nothing is taken back: what was done stays done, and what may have been done does not become `not_started`.
    if (status === 'committed' || line.status === 'not_started') line.status = status;
    line.stepKeys.push(key);
    this.#lines.set(identity.id, line);
    if (status === 'committed') {
      const count = (this.#committed.get(identity.content)?.count ?? 0) + 1;
      this.#committed.set(identity.content, { count, observation });
      this.#unknown.delete(identity.content);
    } else if (line.status === 'unknown') {
      this.#unknown.add(identity.content);
    }
    return { ...line, stepKeys: [...line.stepKeys] };
  }
}

function effectsOfOriginals(forkOf: ForkOrigin | undefined): Map<string, number> {
  const found = new Map<string, number>();
  for (let origin = forkOf; origin; origin = origin.forkOf) {
    for (const { id, tool, status } of origin.effects) {
      if (status === 'not_started') continue;
      const content = endsInDigest.test(id) ? withoutSession(id) : anyCallOf(tool);
      found.set(content, Math.min(origin.seq, found.get(content) ?? Infinity));
    }
  }
  return found;
}

const endsInDigest = /\/[0-9a-f]{32}\/\d+$/;

/** Stands for all calls of a tool: what a redactor has taken the digest out of may have been any of them. */
function anyCallOf(tool: string): string {
  return `${tool}/`;
}

/** `session/tool/digest/n` without its first and last part. Session ids may hold slashes, tools and digests not. */
function withoutSession(id: string): string {
  return id.split('/').slice(-3, -1).join('/');
}
