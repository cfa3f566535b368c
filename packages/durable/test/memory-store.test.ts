import { describe, expect, it } from 'vitest';
import { conformanceCases } from '../src/conformance.ts';
import { createMemoryStore } from '../src/index.ts';
import { memoryUnderTest } from './conformance-support.ts';

describe('the memory store', () => {
  for (const { name, run } of conformanceCases(memoryUnderTest())) it(name, run);

  it('goes by the clock of the process when it is given none', async () => {
    const store = createMemoryStore();
    await store.claim('s', { ttlMs: 3_600_000 });
    const claim = await store.claim('s', { ttlMs: 1 });
    expect(claim.kind).toBe('held');
  });

  it('gives copies, which nobody can change what is stored with', async () => {
    const store = createMemoryStore();
    const claim = await store.claim('s', { ttlMs: 60_000 });
    if (claim.kind !== 'claimed') throw new Error('held');
    const record = { ord: 0, key: 'k', text: 'kept', checksum: 'c' };
    await store.append('s', claim.epoch, record);
    record.text = 'changed by its giver';
    const loaded = await store.load('s');
    Object.assign(loaded!.records[0]!, { text: 'changed by its reader' });
    expect((await store.load('s'))?.records[0]?.text).toBe('kept');
  });
});
