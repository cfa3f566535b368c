import type { RunResult } from '@loopwright/agent-run';
import type { SessionKind } from './sessions.ts';
import type { WorldLine } from './world-file.ts';

/** What a worker process is told, as JSON in its first argument. */
export type WorkerTask = {
  /** See `openStore`. */
  store: string;
  /** The world file. */
  world: string;
  sessionId: string;
  kind: SessionKind;
  /** Names the process in the world file. */
  life: string;
  ttlMs: number;
  paceMs: number;
  /** Asks again for as long as another process holds the session. */
  waitsForLease?: boolean;
  /** Sends itself a signal at the first line of the world that fits, once it has told so. */
  halt?: HaltPoint & { signal: 'SIGSTOP' | 'SIGKILL' };
};

/** What a worker under Restate is told, as JSON in its first argument. */
export type RestateWorkerTask = Pick<WorkerTask, 'life' | 'halt'>;

/** What a session under Restate is started with. */
export type RestateSession = Pick<WorkerTask, 'kind' | 'world' | 'paceMs'>;

/** A line of the world: of this kind, and with a label, or else a key of its step, that starts so. */
export type HaltPoint = { what: WorldLine['what']; starts: string };

/** What a worker says on its stdout, a line of JSON each. */
export type WorkerWord =
  | { says: 'claimed' | 'halting' }
  /** Under Restate: where it listens; a step has run to its end; an attempt is over. */
  | { says: 'listening'; port: number }
  | { says: 'performed' | 'released' }
  | { says: 'result'; result: RunResult<unknown> }
  | { says: 'error'; code: string; message: string };
