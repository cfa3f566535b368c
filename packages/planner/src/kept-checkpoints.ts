import type { Checkpoint, CheckpointPriority } from './checkpoint.ts';
import { checkpointPriorities } from './checkpoint.ts';

/** A checkpoint with what it keeps. */
export type KeptCheckpoint<State> = { readonly checkpoint: Checkpoint; readonly state: State };

/** Room that must not be exceeded. */
export type CheckpointRoom = { readonly maxCheckpoints: number; readonly maxBytes: number };

/** The checkpoints of a store, kept so that what has to go next is found at once. */
export class KeptCheckpoints<State> {
  /** By priority, the oldest first. */
  readonly #byPriority: Record<CheckpointPriority, Map<string, KeptCheckpoint<State>>> = {
    low: new Map(),
    normal: new Map(),
    high: new Map(),
  };
  readonly #byId = new Map<string, KeptCheckpoint<State>>();
  readonly #bySession = new Map<string, Map<string, Checkpoint>>();
  /** Times by id, of the checkpoints of ended sessions; the earliest end first. */
  readonly #expiresAt = new Map<string, number>();
  #bytes = 0;

  get(id: string): KeptCheckpoint<State> | undefined {
    return this.#byId.get(id);
  }

  ofSession(sessionId: string): Checkpoint[] {
    return [...(this.#bySession.get(sessionId)?.values() ?? [])];
  }

  add(kept: KeptCheckpoint<State>): void {
    const { id, sessionId, priority, bytes } = kept.checkpoint;
    this.#byId.set(id, kept);
    this.#byPriority[priority].set(id, kept);
    const ofSession = this.#bySession.get(sessionId) ?? new Map<string, Checkpoint>();
    this.#bySession.set(sessionId, ofSession.set(id, kept.checkpoint));
    this.#bytes += bytes;
  }

  remove(id: string): void {
    const kept = this.#byId.get(id);
    if (kept === undefined) return;
    const { sessionId, priority, bytes } = kept.checkpoint;
    this.#byId.delete(id);
    this.#byPriority[priority].delete(id);
    this.#expiresAt.delete(id);
    this.#bytes -= bytes;
    const ofSession = this.#bySession.get(sessionId)!;
    ofSession.delete(id);
    if (ofSession.size === 0) this.#bySession.delete(sessionId);
  }

  /** Lets the checkpoints of a session expire at a time, unless they already do. */
  expireSession(sessionId: string, at: number): void {
    for (const { id } of this.ofSession(sessionId)) {
      if (!this.#expiresAt.has(id)) this.#expiresAt.set(id, at);
    }
  }

  /** Removes what has expired. */
  sweep(now: number): void {
    for (const [id, at] of this.#expiresAt) {
      if (at > now) return;
      this.remove(id);
    }
  }

  /**
   * The checkpoints that have to go for a new one: lowest priority first, then the oldest, none of a higher priority than the
   * new one. Undefined when that is not enough.
   */
  findVictims(
    { bytes, priority }: Pick<Checkpoint, 'bytes' | 'priority'>,
    { maxCheckpoints, maxBytes }: CheckpointRoom,
  ): Checkpoint[] | undefined {
    let tooMany = this.#byId.size + 1 - maxCheckpoints;
    let tooManyBytes = this.#bytes + bytes - maxBytes;
    const victims: Checkpoint[] = [];
    const upTo = checkpointPriorities.indexOf(priority);
    for (const lower of checkpointPriorities.slice(0, upTo + 1)) {
      for (const { checkpoint } of this.#byPriority[lower].values()) {
        if (tooMany <= 0 && tooManyBytes <= 0) return victims;
        victims.push(checkpoint);
        tooMany -= 1;
        tooManyBytes -= checkpoint.bytes;
      }
    }
    return tooMany <= 0 && tooManyBytes <= 0 ? victims : undefined;
  }
}
