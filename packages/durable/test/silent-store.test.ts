import { isJournalError, type JournalError, runStrategy } from '@loopwright/agent-run';
import { createToolRegistry } from '@loopwright/tool-registry';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createMemoryStore, type JournalStore, journalRuntime } from '../src/index.ts';

beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

const never = () => new Promise<never>(() => {});

/** Runs one step over a store whose method falls silent. */
async function runOver(method: keyof JournalStore) {
  const store = { ...createMemoryStore(), [method]: never };
  const spec = {
    strategy: { name: 'one', version: 1 },
    task: 'go',
    tools: createToolRegistry({ tools: [] }),
    models: { default: { id: 'm', generate: async () => ({ text: 'hi' }) } },
    allowance: { solver: 1 },
    runtime: journalRuntime({ store, sessionId: 's', ttlMs: 1_000 }),
  };
  const ended = runStrategy<unknown>(spec, async (run) => {
    const request = { system: '', messages: [{ role: 'user', blocks: ['go'] }] } as const;
    const { text } = await run.think(request, 'solver');
    return { stopReason: 'final', answer: text };
  }).catch((error: unknown) => error as JournalError);
  await vi.advanceTimersByTimeAsync(10_000);
  return ended;
}

describe('a store that does not answer', () => {
  it.each(['claim', 'append', 'finish'] as const)(
    '%s: ends the run as not stored',
    async (method) => {
      const error = await runOver(method);
      expect(isJournalError(error) && error.code).toBe('not_stored');
    },
  );

  it.each(['renew', 'release'] as const)(
    'J8: %s: does not keep the result back',
    async (method) => {
      expect(await runOver(method)).toMatchObject({ status: 'solved', answer: 'hi' });
    },
  );
});

describe('a codec that does not answer', () => {
  it('J8: lets no run hang', async () => {
    const codec = { id: 'silent', encode: never, decode: (text: string) => text };
    const runtime = journalRuntime({
      ...{ store: createMemoryStore(), sessionId: 's', ttlMs: 1_000 },
      codec,
    });
    const opening = runtime
      .open({ strategy: 's', version: 1, config: 'c' })
      .catch((error) => error);
    await vi.advanceTimersByTimeAsync(1_000);
    expect(await opening).toMatchObject({ code: 'not_stored' });
  });
});

describe('an answer that comes late', () => {
  it('J1, J8: is no lease: a step that another process stored meanwhile does not run again', async () => {
    const shared = createMemoryStore({ now: Date.now });
    let isSlow = true;
    const slow: JournalStore = {
      ...shared,
      async claim(...args) {
        const claim = await shared.claim(...args);
        if (isSlow) await new Promise((resolve) => setTimeout(resolve, 900));
        return claim;
      },
    };
    const runs: string[] = [];
    const open = async (store: JournalStore) => {
      const runtime = journalRuntime({ store, sessionId: 's', ttlMs: 1_000 });
      await runtime.open({ strategy: 's', version: 1, config: 'c' });
      return runtime;
    };
    const opening = open(slow);
    await vi.advanceTimersByTimeAsync(900);
    const first = await opening;
    isSlow = false;
    await vi.advanceTimersByTimeAsync(200);
    const second = await open(shared).catch(() => undefined);
    const heir = second ?? first;
    await heir.step({ key: 'a', run: async () => runs.push('heir') });
    if (second) {
      const again = first.step({ key: 'a', run: async () => runs.push('first') });
      await expect(again).rejects.toMatchObject({ code: 'fenced' });
    }
    expect(runs).toEqual(['heir']);
  });
});
