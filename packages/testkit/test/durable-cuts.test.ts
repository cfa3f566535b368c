import { describe, expect, it } from 'vitest';
import { compare, createWorld, live, type Scenario } from '../src/index.ts';
import { cutScenarios } from './cut-scenarios.ts';
import {
  createDurableWorld,
  type Death,
  dyingStore,
  liveDurably,
  ttlMs,
} from './durable-support.ts';

/** Texts in a store that are no JSON. */
const codec = {
  id: 'base64',
  encode: (text: string) => Buffer.from(text).toString('base64'),
  decode: (text: string) => Buffer.from(text, 'base64').toString('utf8'),
};

async function answered(scenario: Scenario) {
  const durable = createDurableWorld();
  for (const [key, answer] of Object.entries(scenario.answers ?? {})) {
    await durable.store.signal('session', key, JSON.stringify(answer));
  }
  return durable;
}

async function cutAt(scenario: Scenario, whole: Awaited<ReturnType<typeof live>>, death: Death) {
  const durable = await answered(scenario);
  const world = createWorld();
  const store = dyingStore(durable.store, death);
  const first = await liveDurably(scenario, durable, world, { store, codec });
  const { records } = (await durable.store.load('session'))!;
  const entries = records.slice(1).map(({ key }) => ({ key, value: '' }));
  durable.pass(ttlMs + 1);
  const second = await liveDurably(scenario, durable, world, { codec });
  return compare(whole, first, second, { entries });
}

describe('a run over a store is cut after every record, and another process goes on', () => {
  it.each(cutScenarios)('$name', async ({ expected, ...scenario }) => {
    const whole = await live(scenario, { sessionId: 'session' }, createWorld());
    const durable = await answered(scenario);
    const undisturbed = await liveDurably(scenario, durable, createWorld(), { codec });
    expect(undisturbed.result).toEqual(whole.result);
    expect(undisturbed.told).toEqual(whole.told);

    const entries = (await durable.store.load('session'))!.records.length - 1;
    const isSuspended = whole.result?.status === 'suspended';
    const unknown = { lost: 0, unheard: 0 };
    for (let cut = 1; cut <= entries + (isSuspended ? 0 : 1); cut++) {
      const lost = await cutAt(scenario, whole, { after: cut, isLastStored: false });
      expect(lost.faults).toEqual([]);
      if (lost.isUnknown) unknown.lost += 1;
      // The record was stored, and the process died before it heard of it.
      if (cut > entries) continue;
      const unheard = await cutAt(scenario, whole, { after: cut, isLastStored: true });
      expect(unheard.faults).toEqual([]);
      if (unheard.isUnknown) unknown.unheard += 1;
    }
    expect(unknown.lost).toBe(expected.unknownCuts ?? 0);
    expect(unknown.unheard > 0).toBe(unknown.lost > 0);
  });
});
