import { rmSync } from 'node:fs';
import path from 'node:path';
import type { RunResult } from '@loopwright/agent-run';
import { createMemoryStore, journalRuntime } from '@loopwright/durable';
import { runSession, type SessionKind } from './sessions.ts';
import { openWorldFile, readWorldFile, type WorldLine } from './world-file.ts';

/** An undisturbed run of a kind of session: what every other one must come to. */
export type Reference = {
  result: RunResult<unknown>;
  lines: WorldLine[];
  /** Milliseconds that it took. */
  ms: number;
};

export async function undisturbedRun(
  kind: SessionKind,
  { folder, paceMs }: { folder: string; paceMs: number },
): Promise<Reference> {
  const file = path.join(folder, `${kind}-reference.jsonl`);
  rmSync(file, { force: true });
  const startedAt = performance.now();
  const result = await runSession(kind, {
    runtime: journalRuntime({ store: createMemoryStore(), sessionId: 'reference' }),
    world: openWorldFile(file, 'reference'),
    paceMs,
  });
  return { result, lines: readWorldFile(file), ms: performance.now() - startedAt };
}
