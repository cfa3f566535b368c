import { digest, type Json } from '@loopwright/core-parser';
import type { Observation } from '@loopwright/tool-registry';
import type { Effect } from './effect.ts';
import type { ForkOrigin } from './events.ts';

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
  readonly #inOriginal: ReadonlySet<string>;

  constructor(sessionId: string, forkOf: ForkOrigin | undefined) {
    this.#sessionId = sessionId;
    const happened = forkOf?.effects.filter((effect) => effect.status !== 'not_started') ?? [];
    this.#inOriginal = new Set(happened.map((effect) => withoutSession(effect.id)));
  }

  get effects(): Effect[] {
    return [...this.#lines.values()];
  }

  identify(tool: string, content: Json): Identity {
    const contentKey = `${this.#sessionId}/${tool}/${digest(content)}`;
    const committed = this.#committed.get(contentKey)?.count ?? 0;
    return {
      id: `${contentKey}/${committed}`,
      content: contentKey,
      committed,
      unknown: this.#unknown.has(contentKey),
      happenedInOriginal: this.#inOriginal.has(withoutSession(`${contentKey}/`)),
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
    // A later attempt that did not start takes nothing back: what was unknown or done stays so.
    if (status !== 'not_started' || line.status === 'not_started') line.status = status;
    line.stepKeys.push(key);
    this.#lines.set(identity.id, line);
    if (status === 'committed') {
      const count = (this.#committed.get(identity.content)?.count ?? 0) + 1;
      this.#committed.set(identity.content, { count, observation });
      this.#unknown.delete(identity.content);
    } else if (status === 'unknown') {
      this.#unknown.add(identity.content);
    }
    return { ...line, stepKeys: [...line.stepKeys] };
  }
}

/** `session/tool/digest/n` without its first and last part. Session ids may hold slashes, tools and digests not. */
function withoutSession(id: string): string {
  return id.split('/').slice(-3, -1).join('/');
}
