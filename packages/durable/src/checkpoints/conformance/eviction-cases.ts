import type { CheckpointPriority } from '@loopwright/planner';
import { demand } from '../../conformance/demands.ts';
import type { Cases, Store } from './checkpoint-cases.ts';
import { demandGone, draftOf, labelsOf, saveAll, saved } from './drafts.ts';

export const evictionCases: Cases = {
  async 'the lowest priority goes first, of these the oldest, and what went is told'({ open }) {
    const { store, other } = await open({ maxCheckpoints: 5 });
    await saveAll(store, ['high', 'low', 'normal', 'low', 'normal']);
    const [, firstLow] = await store.list('s');
    const evicted: unknown[] = [];
    for (const label of ['n1', 'n2', 'n3']) {
      const saving = await other.save(draftOf({ label }));
      evicted.push(saving.saved && saving.evicted.map((one) => one.label));
    }
    demand('What went', evicted, [['low 1'], ['low 3'], ['normal 2']]);
    await demandGone(store, firstLow!);
    demand('What is left', await labelsOf(other), ['high 0', 'normal 4', 'n1', 'n2', 'n3']);
  },

  async 'of several that go at once the lowest priority is told first'({ open }) {
    const { store } = await open({ maxBytes: await measured(open, 3, sizeOf(1_000)) });
    for (const priority of ['normal', 'low', 'high'] as const) {
      await saved(store, { priority, label: priority, plan: sizeOf(1_000) });
    }
    const saving = await store.save(
      draftOf({ plan: sizeOf(1_900), priority: 'high', label: 'new' }),
    );
    const labels = saving.saved && saving.evicted.map(({ label }) => label);
    demand('What went', labels, ['low', 'normal']);
    demand('What is left', await labelsOf(store), ['high', 'new']);
  },

  async 'what went is told with all that is known about it'({ open }) {
    const { store } = await open({ maxCheckpoints: 1 });
    const first = await saved(store, { label: 'first', seq: 3, priority: 'low' });
    const saving = await store.save(draftOf({ sessionId: 'other' }));
    const sorted = (facts: object | undefined) => Object.entries(facts ?? {}).sort();
    demand('What went', saving.saved && saving.evicted.map(sorted), [sorted(first)]);
  },

  async 'nothing of a higher priority makes room'({ open }) {
    const { store } = await open({ maxCheckpoints: 2 });
    await saveAll(store, ['high', 'normal']);
    await demandRefused(store, 'low', 'no_room');
    demand('What is left', await labelsOf(store), ['high 0', 'normal 1']);
    await saveAll(store, ['high']);
    await demandRefused(store, 'normal', 'no_room');
    demand('What is left', await labelsOf(store), ['high 0', 'high 0']);
    await saveAll(store, ['high', 'high']);
    demand('What is left of equals', await labelsOf(store), ['high 0', 'high 1']);
  },

  async 'the limit of checkpoints counts all sessions'({ open }) {
    const { store, other } = await open({ maxCheckpoints: 3 });
    for (const sessionId of ['a', 'b', 'c', 'd', 'e']) await saved(store, { sessionId });
    const counts = await Promise.all(
      ['a', 'b', 'c', 'd', 'e'].map(async (sessionId) => (await other.list(sessionId)).length),
    );
    demand('What is left', counts, [0, 0, 1, 1, 1]);
  },

  async 'bytes are counted, and as many go as are needed'({ open }) {
    const bytes = sizeOf(1_000);
    const { store } = await open({ maxBytes: await measured(open, 3, bytes) });
    for (const priority of ['low', 'normal', 'low'] as const) {
      await saved(store, { priority, label: priority, plan: bytes });
    }
    const large = await store.save(
      draftOf({ plan: sizeOf(1_900), priority: 'high', label: 'large' }),
    );
    demand('What went', large.saved && large.evicted.length, 2);
    demand('What is left', await labelsOf(store), ['normal', 'large']);
  },

  async 'nothing goes for what finds no room all the same'({ open }) {
    const { store } = await open({ maxBytes: await measured(open, 3, sizeOf(1_000)) });
    for (const priority of ['low', 'high', 'high'] as const) {
      await saved(store, { priority, label: priority, plan: sizeOf(1_000) });
    }
    await demandRefused(store, 'normal', 'no_room', 1_900);
    await demandRefused(store, 'high', 'too_large', 9_000);
    demand('What is left', await labelsOf(store), ['low', 'high', 'high']);
  },

  async 'a state as large as the store is kept, and a larger one is not'({ open }) {
    const { store } = await open({ maxBytes: await measured(open, 1, sizeOf(1_000)) });
    await saved(store, { plan: sizeOf(1_000), label: 'as large' });
    await demandRefused(store, 'high', 'too_large', 1_001);
    demand('What is left', await labelsOf(store), ['as large']);
  },

  async 'what is gone gives its room back'({ open }) {
    const maxBytes = await measured(open, 2, sizeOf(1_000));
    const { store } = await open({ maxBytes, ttlMs: 0 });
    for (let round = 0; round < 5; round += 1) {
      for (const priority of ['low', 'low', 'high', 'high'] as const) {
        await saved(store, { priority, plan: sizeOf(1_000) });
      }
      demand('What is kept', (await store.list('s')).length, 2);
      await store.endSession('s');
      const saving = await store.save(draftOf({ priority: 'low', plan: sizeOf(1_000) }));
      demand('What went for the next', saving.saved && saving.evicted, []);
      await store.endSession('s');
    }
  },
};

const sizeOf = (chars: number) => ({ text: 'x'.repeat(chars) });

/** The bytes of so many checkpoints of a state, as the store counts them. */
async function measured(
  open: (limits?: { maxBytes?: number }) => Promise<{ store: Store }>,
  times: number,
  plan: { text: string },
): Promise<number> {
  const { store } = await open();
  const { bytes } = await saved(store, { sessionId: 'measured', plan });
  await store.endSession('measured');
  return times * bytes;
}

async function demandRefused(
  store: Store,
  priority: CheckpointPriority,
  reason: 'too_large' | 'no_room',
  chars?: number,
): Promise<void> {
  const plan = chars === undefined ? {} : { plan: sizeOf(chars) };
  const saving = await store.save(draftOf({ priority, ...plan }));
  const seen = [saving.saved, !saving.saved && saving.reason, !saving.saved && saving.bytes > 0];
  demand(`Saving under ${priority}`, seen, [false, reason, true]);
}
