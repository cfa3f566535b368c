import { createToolRegistry } from '@loopwright/tool-registry';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { defineAgentTool, evaluateBounds, resolveLimits, runStrategy } from '../src/index.ts';
import { done, echo, specOf } from './support.ts';

function agentTool(name: string, modelCalls: number) {
  return defineAgentTool({
    name,
    description: 'A sub-agent.',
    input: z.object({}),
    bounds: { modelCalls },
    agent: () => Promise.reject(new Error('not run here')),
  });
}

function bounds(
  options: Partial<Omit<Parameters<typeof evaluateBounds>[0], 'limits'>> & {
    limits?: Parameters<typeof resolveLimits>[0];
  },
) {
  return evaluateBounds({
    allowance: {},
    tools: createToolRegistry({ tools: [echo] }),
    ...options,
    limits: resolveLimits(options.limits),
  });
}

describe('evaluateBounds', () => {
  it('R3: adds up the calls of all roles and multiplies them with the attempts', () => {
    const allowance = { actor: 10, critic: 9, synthesiser: 1 };
    expect(bounds({ allowance })).toEqual({
      modelCalls: 20,
      perRole: allowance,
      toolCalls: 50,
      children: 0,
      attempts: 60,
      tokens: null,
      costUsd: null,
    });
  });

  it('takes the smaller of the limit of tool calls and what the strategy can make', () => {
    expect(bounds({ strategyToolCalls: 7 }).toolCalls).toBe(7);
    expect(bounds({ strategyToolCalls: 700 }).toolCalls).toBe(50);
  });

  it('counts for sub-agents every tool call as one of the largest', () => {
    const tools = createToolRegistry({ tools: [echo, agentTool('a', 4), agentTool('b', 6)] });
    const evaluated = bounds({ allowance: { actor: 2 }, tools, limits: { maxToolCalls: 3 } });
    expect(evaluated.children).toBe(18);
    expect(evaluated.attempts).toBe(3 * (2 + 18));
  });

  it('says the limits on tokens and money', () => {
    expect(bounds({ limits: { maxTokens: 1_000, maxCostUsd: 0.5 } })).toMatchObject({
      tokens: 1_000,
      costUsd: 0.5,
    });
  });

  it('values the token limit at the dearest price when there is no money limit', () => {
    const prices = {
      cheap: { inputPerMillionUsd: 1, outputPerMillionUsd: 4 },
      dear: { inputPerMillionUsd: 3, outputPerMillionUsd: 15 },
    };
    expect(bounds({ limits: { maxTokens: 200_000 }, prices }).costUsd).toBeCloseTo(3);
    expect(bounds({ prices }).costUsd).toBeNull();
    expect(bounds({ limits: { maxTokens: 200_000 }, prices: {} }).costUsd).toBeNull();
  });

  it('stands in the result of the run that it bounds', async () => {
    const { bounds: ofRun } = await runStrategy(
      specOf({ allowance: { actor: 3 }, limits: { maxTokens: 10 }, strategyToolCalls: 6 }),
      async () => done,
    );
    expect(ofRun).toEqual(
      bounds({ allowance: { actor: 3 }, limits: { maxTokens: 10 }, strategyToolCalls: 6 }),
    );
  });
});
