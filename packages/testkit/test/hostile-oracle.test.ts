import type { ModelRequest } from '@loopwright/agent-run';
import { runReact } from '@loopwright/react-loop';
import { createToolRegistry } from '@loopwright/tool-registry';
import { describe, expect, it } from 'vitest';
import {
  createFakeClock,
  createHostileOracle,
  createWorld,
  hostileLimits,
  hostileToolNames,
  hostileTools,
  ledgerFaults,
  oracleMoods,
} from '../src/index.ts';
import { tool } from './support.ts';

const seeds = Array.from({ length: 40 }, (_, index) => `seed ${index}`);

function requestOf(text: string): ModelRequest {
  return { system: 'Act.', messages: [{ role: 'user', blocks: [text] }] };
}

describe('the hostile oracle', () => {
  it('is a pure function of its seed and the request', async () => {
    const ask = async (seed: string, text: string) => {
      const oracle = createHostileOracle({
        seed,
        mood: 'chaotic',
        tools: hostileToolNames,
        failureRate: 0,
      });
      const options = { signal: new AbortController().signal, onDelta: () => {} };
      return oracle.generate(requestOf(text), options);
    };
    for (const seed of seeds) expect(await ask(seed, 'a')).toEqual(await ask(seed, 'a'));
    const answers = await Promise.all(seeds.map(async (seed) => (await ask(seed, 'a')).text));
    expect(new Set(answers).size).toBeGreaterThan(10);
  });

  it.each(oracleMoods)('R2, R9: in the mood %s it is survived', async (mood) => {
    for (const seed of seeds) {
      const world = createWorld();
      const result = await runReact<unknown>({
        task: 'Survive.',
        model: createHostileOracle({ seed, mood, tools: hostileToolNames }),
        tools: createToolRegistry({ tools: hostileTools(world) }),
        limits: { ...hostileLimits, maxSteps: 12 },
        now: createFakeClock().now,
      });
      expect(result.counts.modelCalls.actor ?? 0).toBeLessThanOrEqual(12);
      expect(ledgerFaults(result, world)).toEqual([]);
    }
  });
});

describe('a model that doubts a right observation', () => {
  const outcomes = () =>
    Promise.all(
      seeds.map((seed) =>
        runReact<unknown>({
          task: 'How many launches were there?',
          model: createHostileOracle({ seed, mood: 'doubting', tools: ['lookup'], failureRate: 0 }),
          tools: createToolRegistry({ tools: [tool('lookup', 'pure', () => '47 launches')] }),
        }),
      ),
    );

  it('R21: stays bounded: it is ended as a loop, for lack of progress, or for its errors', async () => {
    const reasons = new Set((await outcomes()).map(({ stopReason }) => stopReason));
    expect([...reasons].toSorted()).toEqual(['error_limit', 'loop_detected', 'no_progress']);
  });

  it('R21: stays honest: what was observed is told as it was, and no answer is made of it', async () => {
    for (const result of await outcomes()) {
      expect('answer' in result).toBe(false);
      const seen = result.steps.flatMap(({ observations }) => observations).filter(({ ok }) => ok);
      expect(seen.every(({ text }) => text === '47 launches')).toBe(true);
      expect(result.partial.found).toEqual(seen.length > 0 ? ['47 launches'] : []);
    }
  });
});
