import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { openStore } from '@loopwright/durable/open-store';
import { afterAll, beforeAll } from 'vitest';
import type { CrashSite } from '../src/crash/crash-session.ts';

/** A SQLite store in a folder of its own, for the tests of one file. */
export function makeCrashSite(): () => CrashSite {
  let site: CrashSite;
  beforeAll(async () => {
    const folder = mkdtempSync(path.join(tmpdir(), 'loopwright-crash-'));
    const address = `sqlite:${path.join(folder, 'sessions.db')}`;
    site = { store: await openStore(address), address, folder, ttlMs: 1_000, paceMs: 5 };
  });
  afterAll(async () => {
    await site.store.close();
    rmSync(site.folder, { recursive: true });
  });
  return () => site;
}
