import { describe, expect, it } from 'vitest';
import type { Allowance, Model, Prices } from '../src/index.ts';
import {
  createMemoryJournal,
  evaluateBounds,
  resolveLimits,
  runStrategy,
  startStrategy,
} from '../src/index.ts';
import {
  ask,
  call,
  done,
  oneWave,
  payTool,
  rejectionOf,
  type SpecOptions,
  scripted,
  specOf,
} from './support.ts';

const refusalOf = (options: SpecOptions) =>
  rejectionOf(runStrategy(specOf(options), async () => done));

describe('prices', () => {
  const both = { inputPerMillionUsd: 1, outputPerMillionUsd: 2 };

  it.each([
    ['without an output price', { inputPerMillionUsd: 1 }, 'outputPerMillionUsd'],
    ['without an input price', { outputPerMillionUsd: 1 }, 'inputPerMillionUsd'],
    ['that are nothing', undefined, 'inputPerMillionUsd'],
    ['that are null', null, 'inputPerMillionUsd'],
    ['with NaN', { ...both, outputPerMillionUsd: Number.NaN }, 'outputPerMillionUsd'],
    ['below nothing', { ...both, cachedInputPerMillionUsd: -1 }, 'cachedInputPerMillionUsd'],
    ['as text', { ...both, inputPerMillionUsd: '1' }, 'inputPerMillionUsd'],
  ])('R2: %s are refused', async (_, price, name) => {
    const prices = { scripted: price } as unknown as Prices;
    const error = await refusalOf({ prices, limits: { maxCostUsd: 1 } });
    expect(error).toMatchObject({ code: 'invalid_option' });
    expect(String(error)).toContain(`${name} of scripted`);
  });

  it('R2: a model that is called like a property of every object has no price', async () => {
    const model = scripted([], { id: 'constructor' });
    const limits = { maxCostUsd: 1 };
    expect(await refusalOf({ model, limits, prices: {} })).toMatchObject({
      code: 'missing_prices',
    });
    const usage = {
      inputTokens: 1_000_000,
      outputTokens: 0,
      cachedInputTokens: null,
      costUsd: null,
    };
    for (const [prices, costUsd] of [
      [{}, null],
      [{ constructor: both }, 1],
    ] as const) {
      const asked = scripted([{ text: 'a', usage }], { id: 'constructor' });
      const result = await runStrategy(specOf({ model: asked, prices }), async (run) => {
        await run.think(ask('x'), 'actor');
        return done;
      });
      expect(result.usage.costUsd).toBe(costUsd);
    }
  });
});

describe('names', () => {
  it('R2: an allowance of a role that does not exist is refused with the roles that do', async () => {
    const error = await refusalOf({ allowance: { acter: 3 } as Allowance });
    expect(error).toMatchObject({ code: 'invalid_allowance' });
    expect(String(error)).toContain('There is no role acter; the roles are actor, selector');
  });

  it.each([undefined, '', 7, null])('a model whose id is %j is refused', async (id) => {
    const nameless = { ...scripted([]), id } as unknown as Model;
    const model = scripted([]);
    for (const [role, models] of [
      ['default', { default: nameless }],
      ['critic', { default: model, critic: nameless }],
    ] as const) {
      const error = await refusalOf({ models });
      expect(error).toMatchObject({ code: 'invalid_option' });
      expect(String(error)).toContain(`models.${role} must be a model`);
    }
  });

  it('REFL-014: a model that makes attempts of its own is refused, whatever its role', async () => {
    const retrying = { ...scripted([]), id: 'eager', retries: true };
    for (const [role, models] of [
      ['default', { default: retrying }],
      ['reflector', { default: scripted([]), reflector: retrying }],
    ] as const) {
      const error = await refusalOf({ models });
      expect(error).toMatchObject({ code: 'invalid_option' });
      expect(String(error)).toContain(`models.${role} (eager) makes attempts of its own`);
      expect(String(error)).toContain('limits.attempts');
    }
    expect(retrying.requests).toEqual([]);
  });

  it('a role without a model of its own is no mistake', async () => {
    const models = { default: scripted([]), critic: undefined };
    const result = await runStrategy(specOf({ models }), async () => done);
    expect(result.status).toBe('solved');
  });
});

it('R9: a tool that needs approval, and nobody to ask and nothing stored, is flagged at the start', async () => {
  const asks = [payTool({ approval: true }), payTool({ approval: () => false })];
  const flagsOf = async (options: SpecOptions) =>
    (await runStrategy(specOf(options), oneWave([call('pay')]))).flags;
  for (const { pay } of asks) {
    expect(await flagsOf({ tools: [pay] })).toEqual([
      expect.stringMatching(/^approval: .*pay.* cannot be resumed, because nothing is stored/),
    ]);
    expect(await flagsOf({ tools: [pay], approve: async () => [true] })).toEqual([]);
    expect(await flagsOf({ tools: [pay], runtime: createMemoryJournal() })).toEqual([]);
  }
  expect(await flagsOf({ tools: [payTool().pay] })).toEqual([]);
});

describe('what surrounds a run', () => {
  const parts = { sessionId: 's', open: 1, step: 1, all: 1, waitAll: 1, isControl: 1, close: 1 };

  it.each<[object, RegExp]>([
    [{ cancel: {} }, /^cancel must be an AbortSignal/],
    [{ cancel: null }, /^cancel must be an AbortSignal/],
    [{ detach: null }, /^detach must be an AbortSignal/],
    [{ detach: new AbortController() }, /^detach must be an AbortSignal/],
    [{ runtime: {} }, /^runtime must be a step runtime, .+ open, step, all, waitAll, isControl/],
    [{ runtime: parts }, /^runtime must be a step runtime/],
    [{ runtime: null }, /^runtime must be a step runtime/],
    [{ runtime: { ...createMemoryJournal(), sessionId: '' } }, /^runtime must be a step runtime/],
    [{ runtime: { ...createMemoryJournal(), release: true } }, /^runtime must be a step runtime/],
    [{ now: 5 }, /^now must be a function/],
    [{ now: () => undefined }, /^now must give the time in milliseconds, not undefined/],
    [{ now: () => 1e20 }, /^now must give the time in milliseconds, not 100000000000000000000/],
    [{ prices: null }, /^prices must be an object/],
    [{ prices: 5 }, /^prices must be an object/],
    [{ tools: { admit: () => undefined } }, /^tools must be a tool registry/],
  ])('R9: %j: is refused by name before anything runs', async (more, message) => {
    let ran = false;
    const spec = { ...specOf(), ...more } as never;
    const error = await rejectionOf(
      runStrategy(spec, async () => {
        ran = true;
        return done;
      }),
    );
    expect(error).toMatchObject({
      code: 'invalid_option',
      message: expect.stringMatching(message),
    });
    expect(ran).toBe(false);
  });

  it('R9: a handle refuses a signal that is none at once', () => {
    for (const more of [{ cancel: {} }, { detach: null }]) {
      const spec = { ...specOf(), ...more } as never;
      expect(() => startStrategy(spec, async () => done)).toThrow(
        expect.objectContaining({ code: 'invalid_option' }),
      );
    }
  });

  it.each([null, 5, 'maxSteps'])('limits that are %j are refused', async (limits) => {
    const error = { code: 'invalid_limit', message: expect.stringMatching(/must be an object/) };
    const spec = { ...specOf(), limits } as never;
    expect(await rejectionOf(runStrategy(spec, async () => done))).toMatchObject(error);
    expect(() => resolveLimits(limits as never)).toThrow(expect.objectContaining(error));
  });

  it('bounds of tools that are none are refused', () => {
    for (const tools of [undefined, null, {}]) {
      const configuration = { allowance: {}, limits: resolveLimits(), tools } as never;
      expect(() => evaluateBounds(configuration)).toThrow(
        expect.objectContaining({ code: 'invalid_option' }),
      );
    }
  });
});

it.each<[string, unknown]>([
  ['nothing', undefined],
  ['null', null],
  ['a guard without a name', { judge: () => undefined }],
  ['a guard with an empty name', { name: '', judge: () => undefined }],
  ['a guard without judge', { name: 'mine' }],
])('R9: a factory that makes %s is refused before anything runs', async (_, made) => {
  const fine = { name: 'fine', judge: () => undefined };
  const error = await refusalOf({ guards: [() => fine, (() => made) as never] });
  expect(error).toMatchObject({
    code: 'invalid_option',
    message: expect.stringMatching(/^guards\[1\] must make a guard: an object with a name/),
  });
});
