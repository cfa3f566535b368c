import { demand } from '../../conformance/demands.ts';
import type { Cases } from './checkpoint-cases.ts';
import { draftOf, labelsOf, saved } from './drafts.ts';

export const sharingCases: Cases = {
  async 'two writers at once keep the limit of checkpoints'({ open }) {
    const { store, other } = await open({ maxCheckpoints: 7 });
    const savings = await Promise.all(
      Array.from({ length: 40 }, (_, at) =>
        (at % 2 ? store : other).save(draftOf({ label: `${at}` })),
      ),
    );
    const all = savings.map((saving) => saving.saved && saving.checkpoint.id);
    const evicted = savings.flatMap((saving) => (saving.saved ? saving.evicted : []));
    demand('How many were saved', all.filter(Boolean).length, 40);
    demand('How many went', new Set(evicted.map(({ id }) => id)).size, 33);
    demand('How often one went', evicted.length, 33);
    const kept = (await store.list('s')).map(({ id }) => id).sort();
    const gone = new Set(evicted.map(({ id }) => id));
    demand('What is left', kept, all.filter((id) => !gone.has(String(id))).sort());
  },

  async 'two writers at once keep the limit of bytes'({ open }) {
    const plan = { text: 'x'.repeat(1_000) };
    const measuring = await open();
    const { bytes } = await saved(measuring.store, { plan });
    const { store, other } = await open({ maxBytes: 5 * bytes });
    await Promise.all(
      Array.from({ length: 24 }, (_, at) => (at % 2 ? store : other).save(draftOf({ plan }))),
    );
    const total = (await other.list('s')).reduce((sum, one) => sum + one.bytes, 0);
    demand('The bytes that are kept', total, 5 * bytes);
  },

  async 'two writers see and end what the other one saved'({ open }) {
    const { store, other } = await open({ ttlMs: 0 });
    await saved(store, { label: 'one' });
    await saved(other, { label: 'two' });
    demand('What one sees', await labelsOf(store), ['one', 'two']);
    demand('What the other sees', await labelsOf(other), ['one', 'two']);
    await other.endSession('s');
    demand('What is left', await labelsOf(store), []);
  },
};
