import { createToolRegistry } from '@loopwright/tool-registry';
import { expect, it } from 'vitest';
import { createKnowledgeLookup, type Facts } from '../../src/zephyr/tools/knowledge-lookup.ts';
import { facts } from '../../src/zephyr/zephyr-labs.ts';

function lookUp(key: string, known: Facts = facts) {
  const registry = createToolRegistry({ tools: [createKnowledgeLookup(known)] });
  return registry.dispatch({ tool: 'knowledge_lookup', args: { key } });
}

it('T5: the facts of Zephyr Labs are found by key', async () => {
  expect(await lookUp('satellites_launched')).toMatchObject({ ok: true, value: 47, text: '47' });
  expect(await lookUp('cost_per_satellite_musd')).toMatchObject({ ok: true, value: 12 });
  expect(await lookUp('headquarters')).toMatchObject({ ok: true, text: 'Tromsø, Norway' });
});

it('T5: the facts are those that were given', async () => {
  expect(await lookUp('satellites_launched', { satellites_launched: 3 })).toMatchObject({
    ok: true,
    value: 3,
  });
});

it('T5: an unknown key is a permanent failure that lists the known ones', async () => {
  const observation = await lookUp('moons', { founded: 2011, ceo: 'Somebody' });
  expect(observation).toMatchObject({
    ok: false,
    error: { type: 'NotFound', class: 'permanent', code: 'failed' },
    text: 'ERROR[knowledge_lookup]: NotFound: the fact moons was not found; known keys: ceo, founded',
  });
});

it.each(['toString', 'constructor', '__proto__', ''])(
  'T5: %j is not taken for a fact',
  async (key) => {
    expect(await lookUp(key)).toMatchObject({ ok: false, error: { type: 'NotFound' } });
  },
);
