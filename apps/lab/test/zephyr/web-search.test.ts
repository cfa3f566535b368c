import { createToolRegistry } from '@loopwright/tool-registry';
import { expect, it } from 'vitest';
import { createWebSearch } from '../../src/zephyr/tools/web-search.ts';
import { pages } from '../../src/zephyr/zephyr-labs.ts';

function search(query: string, outage = false) {
  const registry = createToolRegistry({ tools: [createWebSearch({ pages, outage })] });
  return registry.dispatch({ tool: 'web_search', args: { query } });
}

it('T5: a search gives the pages that hold all words, whatever their case', async () => {
  expect(await search('SHARE price, Zephyr?')).toMatchObject({ ok: true, value: [pages[0]] });
  expect(await search('zephyr')).toMatchObject({ ok: true, value: [pages[0], pages[1]] });
});

it('T5: a search without a hit succeeds with an empty list', async () => {
  expect(await search('submarines')).toMatchObject({ ok: true, value: [], text: '[]' });
});

it('T5: in an outage every search fails with HTTP 503', async () => {
  const observation = await search('share price', true);
  expect(observation).toMatchObject({
    ok: false,
    error: { type: 'SearchBackendError', class: 'transient', code: 'thrown' },
  });
  expect(observation.text).toContain('503');
});

it('T5: the outage belongs to one tool and not to the process', async () => {
  await search('share price', true);
  expect(await search('share price')).toMatchObject({ ok: true });
});
