import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Message, ModelRequest } from '../src/index.ts';
import { runStrategy } from '../src/index.ts';
import { ask, done, eventsOf, recorder, scripted, specOf } from './support.ts';

/** What the events of a run say about its requests. */
async function trailOf(requests: readonly ModelRequest[]) {
  const { events, onEvent } = recorder();
  const model = scripted(requests.map((_, index) => `reply ${index}`));
  const spec = specOf({ model, allowance: { actor: requests.length }, onEvent });
  await runStrategy(spec, async (run) => {
    for (const request of requests) await run.think(request, 'actor');
    return done;
  });
  return eventsOf(events, 'model').map(({ requestDigest, appended }) => ({
    requestDigest,
    appended,
  }));
}

const digests = async (requests: readonly ModelRequest[]) =>
  (await trailOf(requests)).map(({ requestDigest }) => requestDigest);

describe('the events of model calls', () => {
  it('PROV-054: say only what a request adds to the last one', async () => {
    const first = ask('task');
    const second = ask('task', 'observation one');
    const third = ask('task', 'observation one', 'observation two', 'note');
    const trail = await trailOf([first, second, third]);
    expect(trail.map(({ appended }) => appended)).toEqual([
      ['Be short.', '{}', 'task'],
      ['observation one'],
      ['observation two', 'note'],
    ]);
  });

  it('go on from a request that went another way', async () => {
    const trail = await trailOf([
      ask('task', 'a long', 'old', 'way'),
      ask('task', 'another'),
      ask('task', 'another', 'way'),
    ]);
    expect(trail.map(({ appended }) => appended).slice(1)).toEqual([['another'], ['way']]);
  });

  it('say nothing is new when a request is repeated, and give it the same digest', async () => {
    const [one, two] = await trailOf([ask('task'), ask('task')]);
    expect(two?.appended).toEqual([]);
    expect(two?.requestDigest).toBe(one?.requestDigest);
  });

  it('show replies and results of native calls as text, once', async () => {
    const reply: Message = {
      role: 'assistant',
      text: '',
      toolCalls: [{ id: 'c', name: 'echo', args: '{}' }],
    };
    const result: Message = { role: 'tool', id: 'c', text: 'ok' };
    const { system, messages } = ask('task');
    const trail = await trailOf([
      { system, messages },
      { system, messages: [...messages, reply, result] },
    ]);
    expect(trail[1]?.appended).toEqual([JSON.stringify(reply), JSON.stringify(result)]);
  });

  it('show tools and settings, and begin anew where a request differs', async () => {
    const tools = [{ name: 'echo', description: '', parameters: {} }];
    const trail = await trailOf([
      { ...ask('task'), tools, temperature: 0 },
      { ...ask('task'), tools, temperature: 1 },
    ]);
    expect(trail[0]?.appended).toEqual([
      'Be short.',
      '{"temperature":0}',
      JSON.stringify(tools),
      'task',
    ]);
    expect(trail[1]?.appended).toEqual(['{"temperature":1}', JSON.stringify(tools), 'task']);
  });

  it('keep the requests of roles apart', async () => {
    const { events, onEvent } = recorder();
    const spec = specOf({
      model: scripted(['a', 'b', 'c']),
      allowance: { actor: 2, critic: 1 },
      onEvent,
    });
    await runStrategy(spec, async (run) => {
      await run.think(ask('task'), 'actor');
      await run.think(ask('grade this'), 'critic');
      await run.think(ask('task', 'more'), 'actor');
      return done;
    });
    expect(eventsOf(events, 'model').map(({ key, appended }) => [key, appended])).toEqual([
      ['actor:0', ['Be short.', '{}', 'task']],
      ['critic:0', ['Be short.', '{}', 'grade this']],
      ['actor:1', ['more']],
    ]);
  });

  it('PROV-054: a digest depends on the request alone, not on what was asked before', async () => {
    const blocks = fc.array(fc.string({ maxLength: 5 }), { maxLength: 5 });
    await fc.assert(
      fc.asyncProperty(blocks, blocks, async (left, right) => {
        const [alone] = await digests([ask(...right)]);
        const [, after] = await digests([ask(...left), ask(...right)]);
        expect(after).toBe(alone);
        const [ofLeft] = await digests([ask(...left)]);
        expect(ofLeft === alone).toBe(JSON.stringify(left) === JSON.stringify(right));
      }),
      { numRuns: 50 },
    );
  });
});
