import { isConfigurationError, type Prices, type Usage } from '@loopwright/agent-run';
import { describe, expect, it } from 'vitest';
import { createUsageMeter, type MeteredCall } from '../src/index.ts';
import { scriptedModel } from '../src/scripted.ts';
import { ask, failureOf } from './support.ts';

const usage = (fields: Partial<Usage>): Usage => ({
  inputTokens: null,
  outputTokens: null,
  cachedInputTokens: null,
  costUsd: null,
  ...fields,
});
const prices: Prices = {
  m: { inputPerMillionUsd: 2, outputPerMillionUsd: 10, cachedInputPerMillionUsd: 1 },
};
const known = usage({ inputTokens: 1_000_000, outputTokens: 100_000, cachedInputTokens: 500_000 });

describe('createUsageMeter', () => {
  it('sums usage and cost over all models that it measures', async () => {
    const seen: MeteredCall[] = [];
    const meter = createUsageMeter({ prices, onCall: (call) => seen.push(call) });
    const model = meter.measure(scriptedModel([{ text: 'a', usage: known }], { id: 'm' }));
    const costly = usage({ inputTokens: 1, outputTokens: 1, costUsd: 0.5 });
    const other = meter.measure(scriptedModel([{ text: 'b', usage: costly }], { id: 'other' }));
    expect((await ask(model)).reply.text).toBe('a');
    await ask(other);
    expect(meter.totals).toEqual({
      calls: 2,
      failedCalls: 0,
      inputTokens: 1_000_001,
      outputTokens: 100_001,
      cachedInputTokens: 500_000,
      costUsd: 3,
      unknown: { inputTokens: 0, outputTokens: 0, cachedInputTokens: 1, costUsd: 0 },
    });
    expect(seen).toEqual([
      { modelId: 'm', usage: { ...known, costUsd: 2.5 } },
      { modelId: 'other', usage: costly },
    ]);
  });

  it('PROV-016: what is unknown is counted apart, and never as 0', async () => {
    const meter = createUsageMeter({ prices });
    const replies = [
      'no usage',
      { text: 'half', usage: usage({ inputTokens: 7 }) },
      { text: 'x', usage: usage({ outputTokens: Number.NaN, costUsd: Number.NaN }) },
      { text: 'x', usage: usage({ inputTokens: -5, outputTokens: 1, costUsd: -5 }) },
    ];
    const model = meter.measure(scriptedModel(replies, { id: 'm' }));
    for (const _ of replies) await ask(model);
    expect(meter.totals).toEqual({
      calls: 4,
      failedCalls: 0,
      inputTokens: 7,
      outputTokens: 1,
      cachedInputTokens: null,
      costUsd: null,
      unknown: { inputTokens: 3, outputTokens: 3, cachedInputTokens: 4, costUsd: 4 },
    });
  });

  it('a model without a price costs an unknown amount, whatever it is called', async () => {
    const meter = createUsageMeter({ prices });
    await ask(meter.measure(scriptedModel([{ text: 'a', usage: known }], { id: 'constructor' })));
    expect(meter.totals).toMatchObject({ costUsd: null, unknown: { costUsd: 1 } });
  });

  it('counts failed calls apart, and lets their errors through', async () => {
    const meter = createUsageMeter();
    const error = new Error('no');
    expect(await failureOf(meter.measure(scriptedModel([error])))).toBe(error);
    const throwing = {
      id: 'm',
      generate: () => {
        throw error;
      },
    };
    expect(await failureOf(meter.measure(throwing))).toBe(error);
    expect(meter.totals).toMatchObject({ calls: 0, failedCalls: 2, inputTokens: null });
  });

  it('refuses prices that would make every cost NaN', () => {
    for (const price of [
      undefined,
      { inputPerMillionUsd: 1 },
      { ...prices.m, cachedInputPerMillionUsd: -1 },
    ]) {
      let error: unknown;
      try {
        createUsageMeter({ prices: { m: price } as unknown as Prices });
      } catch (thrown) {
        error = thrown;
      }
      expect(isConfigurationError(error)).toBe(true);
    }
  });
});
