import { describe, expect, it } from 'vitest';
import type { Role, RunResult, Usage } from '../src/index.ts';
import { runStrategy } from '../src/index.ts';
import { ask, clock, done, type SpecOptions, scripted, specOf } from './support.ts';

function reply(usage: Partial<Usage>, text = 'reply') {
  const unknown = { inputTokens: null, outputTokens: null, cachedInputTokens: null, costUsd: null };
  return { text, usage: { ...unknown, ...usage } };
}

/** Asks the actor for as many replies as the script has. */
function askFor(
  script: readonly ReturnType<typeof reply>[],
  options: SpecOptions = {},
  roles: readonly Role[] = script.map(() => 'actor'),
): Promise<RunResult<unknown>> {
  const allowance = { actor: 10, critic: 10 };
  return runStrategy(specOf({ model: scripted(script), allowance, ...options }), async (run) => {
    for (const role of roles) await run.think(ask('x'), role);
    return done;
  });
}

const price = { inputPerMillionUsd: 2, outputPerMillionUsd: 10, cachedInputPerMillionUsd: 0.5 };

describe('usage', () => {
  it('adds up the tokens of all roles', async () => {
    const { usage } = await askFor(
      [
        reply({ inputTokens: 100, outputTokens: 10, cachedInputTokens: 60 }),
        reply({ inputTokens: 30, outputTokens: 5 }),
      ],
      {},
      ['actor', 'critic'],
    );
    expect(usage).toEqual({
      inputTokens: 130,
      outputTokens: 15,
      cachedInputTokens: 60,
      costUsd: null,
    });
  });

  it('is unknown, not zero, when nothing was asked', async () => {
    const { usage } = await askFor([]);
    expect(usage).toEqual({
      inputTokens: null,
      outputTokens: null,
      cachedInputTokens: null,
      costUsd: null,
    });
  });

  it('is estimated from the length of the texts and marked when a provider does not say', async () => {
    const result = await runStrategy(
      specOf({ model: scripted([{ text: 'y'.repeat(41) }]), allowance: { actor: 1 } }),
      async (run) => {
        await run.think(
          { system: 's'.repeat(398), messages: [{ role: 'user', blocks: ['u'.repeat(400)] }] },
          'actor',
        );
        return done;
      },
    );
    // 398 and 400 characters, two for the settings; four characters a token, rounded up.
    expect(result.usage).toEqual({
      inputTokens: 200,
      outputTokens: 11,
      cachedInputTokens: null,
      costUsd: null,
      estimated: true,
    });
  });

  it('counts the arguments of calls in an estimate, and marks the sum when one part was estimated', async () => {
    const call = { id: '', name: 'echo', args: 'z'.repeat(400) };
    const { usage } = await askFor([
      { ...reply({ inputTokens: 1 }, ''), toolCalls: [call] } as ReturnType<typeof reply>,
      reply({ inputTokens: 1, outputTokens: 1 }),
    ]);
    expect(usage).toMatchObject({ inputTokens: 2, outputTokens: 101, estimated: true });
  });
});

describe('cost', () => {
  it('is computed from the prices, cached input at its own', async () => {
    const usage = { inputTokens: 1_000_000, outputTokens: 100_000, cachedInputTokens: 400_000 };
    const result = await askFor([reply(usage)], { prices: { scripted: price } });
    expect(result.usage.costUsd).toBeCloseTo(0.6 * 2 + 0.4 * 0.5 + 0.1 * 10);
  });

  it('takes the input price for cached input that has none of its own', async () => {
    const { cachedInputPerMillionUsd: _, ...plain } = price;
    const usage = { inputTokens: 1_000_000, outputTokens: 0, cachedInputTokens: 400_000 };
    const result = await askFor([reply(usage)], { prices: { scripted: plain } });
    expect(result.usage.costUsd).toBeCloseTo(2);
  });

  it('is what the provider says, where it says so', async () => {
    const usage = { inputTokens: 1_000_000, outputTokens: 0, costUsd: 0.07 };
    const result = await askFor([reply(usage)], { prices: { scripted: price } });
    expect(result.usage.costUsd).toBe(0.07);
  });

  it('is unknown without prices', async () => {
    const result = await askFor([reply({ inputTokens: 10, outputTokens: 1 })]);
    expect(result.usage.costUsd).toBeNull();
  });
});

describe('budgets', () => {
  const hundred = reply({ inputTokens: 90, outputTokens: 10 });

  it('R9: no call starts once the tokens are used up; the one in flight is kept', async () => {
    const result = await askFor([hundred, hundred, hundred], { limits: { maxTokens: 150 } });
    expect(result).toMatchObject({
      status: 'stopped',
      stopReason: 'budget',
      reason: 'The limit of 150 tokens was reached',
      counts: { modelCalls: { actor: 2 } },
    });
    expect(result.usage.inputTokens).toBe(180);
  });

  it('R9: a limit is reached when it is used up to the last token', async () => {
    const result = await askFor([hundred, hundred], { limits: { maxTokens: 100 } });
    expect(result.counts.modelCalls).toEqual({ actor: 1 });
    expect((await askFor([hundred], { limits: { maxTokens: 0 } })).counts.modelCalls).toEqual({});
  });

  it('R9: estimated tokens use the budget up like reported ones', async () => {
    const silent = reply({}, 'y'.repeat(400));
    const result = await askFor([silent, silent, silent], { limits: { maxTokens: 150 } });
    expect(result.stopReason).toBe('budget');
    expect(result.counts.modelCalls).toEqual({ actor: 2 });
  });

  it('R9: money is limited with the prices given', async () => {
    const large = reply({ inputTokens: 0, outputTokens: 10_000 });
    const result = await askFor([large, large, large], {
      limits: { maxCostUsd: 0.15 },
      prices: { scripted: price },
    });
    expect(result).toMatchObject({
      stopReason: 'budget',
      reason: 'The limit of 0.15 USD was reached',
      counts: { modelCalls: { actor: 2 } },
    });
  });

  it('R9: of several limits that are used up, the first in the order is the reason', async () => {
    const { now, move } = clock();
    const slow = () => {
      move(1_000);
      return hundred;
    };
    const limits = { maxTokens: 1, activeMs: 1_000 };
    const result = await askFor([hundred], { model: scripted([slow]), now, limits }, [
      'actor',
      'actor',
    ]);
    expect(result.stopReason).toBe('budget');
    expect(result.flags).toEqual(['timeout: The limit of 1000 ms was reached']);
  });
});
