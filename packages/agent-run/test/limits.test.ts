import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Allowance, Limits } from '../src/index.ts';
import {
  createMemoryJournal,
  defaultLimits,
  isConfigurationError,
  resolveLimits,
  runStrategy,
} from '../src/index.ts';
import { done, rejectionOf, scripted, specOf } from './support.ts';

const wholeLimits = [...Object.keys(defaultLimits), 'maxTokens', 'activeMs'] as (keyof Limits)[];
const atLeastOne: (keyof Limits)[] = [
  'maxSteps',
  'maxCallsPerStep',
  'waveConcurrency',
  'attempts',
  'callMs',
  'idleStreamMs',
];

function refusalOf(given: Record<string, unknown>): Error & { code: string } {
  try {
    resolveLimits(given as Partial<Limits>);
  } catch (error) {
    if (isConfigurationError(error)) return error;
    throw error;
  }
  throw new Error('the limits were taken');
}

describe('resolveLimits', () => {
  it('fills in the defaults and has no limit on tokens, money and time of its own', () => {
    expect(resolveLimits()).toEqual({
      maxSteps: 10,
      maxToolCalls: 50,
      maxCallsPerStep: 16,
      waveConcurrency: 16,
      attempts: 3,
      retryDelayMs: 500,
      callMs: 120_000,
      idleStreamMs: 30_000,
      graceMs: 2_000,
    });
    expect(resolveLimits({ maxSteps: 5, maxTokens: 100 })).toEqual({
      ...defaultLimits,
      maxSteps: 5,
      maxTokens: 100,
    });
  });

  const wrongValues = [Number.NaN, Infinity, -Infinity, -1, 1.5, 2 ** 53, '5', true, null, {}];

  it.each(wholeLimits)('R2: refuses every value of %s that is not a whole number', (name) => {
    for (const value of wrongValues) {
      const refusal = refusalOf({ [name]: value });
      expect(refusal.code).toBe('invalid_limit');
      expect(refusal.message).toContain(name);
      expect(refusal.message).toContain(String(value));
    }
  });

  it.each(atLeastOne)('R2: %s cannot be switched off with 0', (name) => {
    expect(refusalOf({ [name]: 0 }).message).toContain('at least 1');
    expect(resolveLimits({ [name]: 1 })[name]).toBe(1);
  });

  it.each(wholeLimits.filter((name) => !atLeastOne.includes(name)))('%s may be 0', (name) => {
    expect(resolveLimits({ [name]: 0 })[name]).toBe(0);
  });

  it('takes a fraction of a dollar and refuses what is no amount', () => {
    expect(resolveLimits({ maxCostUsd: 0.25 }).maxCostUsd).toBe(0.25);
    for (const value of [Number.NaN, Infinity, -0.01, '1']) {
      expect(refusalOf({ maxCostUsd: value }).message).toMatch(/maxCostUsd must be a number/);
    }
  });

  it.each(['maxStep', 'timeoutMs', 'max_steps', 'toString', 'constructor'])(
    'refuses %s, which is no limit, and names those that are',
    (name) => {
      const refusal = refusalOf({ [name]: 5 });
      expect(refusal.message).toContain(`no limit ${name}`);
      expect(refusal.message).toContain('maxSteps, maxToolCalls');
      expect(refusal.message).toContain('maxTokens, maxCostUsd, activeMs');
    },
  );

  it('R2: an undefined limit is the default, so the step limit cannot be lost that way', () => {
    expect(resolveLimits({ maxSteps: undefined } as unknown as Partial<Limits>)).toEqual(
      defaultLimits,
    );
  });

  it('is a fixed point for limits that it gave', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1 }), fc.nat(), (maxSteps, maxToolCalls) => {
        const limits = resolveLimits({ maxSteps, maxToolCalls });
        expect(resolveLimits(limits)).toEqual(limits);
      }),
    );
  });
});

describe('a run with a configuration that cannot be right', () => {
  async function refused(options: Record<string, unknown>): Promise<string> {
    const model = scripted(['never']);
    const spec = { ...specOf({ model }), ...options } as ReturnType<typeof specOf>;
    let started = false;
    const error = await rejectionOf(
      runStrategy(spec, async () => {
        started = true;
        return done;
      }),
    );
    if (!isConfigurationError(error)) throw error;
    expect(started).toBe(false);
    expect(model.requests).toEqual([]);
    return `${error.code}: ${error.message}`;
  }

  it.each([Number.NaN, -1, 1.5, Infinity, '3'])(
    'refuses an allowance of %s calls',
    async (calls) => {
      const message = await refused({ allowance: { actor: 2, critic: calls } as Allowance });
      expect(message).toContain('invalid_allowance: The allowance of critic');
      expect(message).toContain(String(calls));
    },
  );

  it('refuses a limit', async () => {
    expect(await refused({ limits: { maxSteps: 0 } })).toMatch(/^invalid_limit: .*maxSteps/);
  });

  it('refuses a task without words', async () => {
    for (const task of ['', ' \n', 7]) expect(await refused({ task })).toMatch(/^invalid_task/);
  });

  it('refuses what is no model and what is no registry', async () => {
    expect(await refused({ models: {} })).toMatch(/^invalid_option: models\.default/);
    expect(await refused({ models: { default: {} } })).toMatch(/^invalid_option: models\.default/);
    expect(await refused({ tools: [] })).toMatch(/^invalid_option: tools/);
  });

  it('refuses a money limit without the price of every model, and names those without', async () => {
    const limits = { maxCostUsd: 1 };
    expect(await refused({ limits })).toMatch(/^missing_prices: .*scripted/);
    const price = { inputPerMillionUsd: 1, outputPerMillionUsd: 2 };
    const models = { default: scripted([]), critic: scripted([], { id: 'small' }) };
    expect(await refused({ limits, models, prices: { scripted: price } })).toMatch(/for small$/);
  });

  it.each(['inputPerMillionUsd', 'outputPerMillionUsd', 'cachedInputPerMillionUsd'])(
    'refuses a price that is no amount, which would switch the money limit off: %s',
    async (field) => {
      for (const value of [Number.NaN, -1, Infinity, '1']) {
        const price = { inputPerMillionUsd: 1, outputPerMillionUsd: 2, [field]: value };
        const message = await refused({ limits: { maxCostUsd: 1 }, prices: { scripted: price } });
        expect(message).toContain(`invalid_option: The price ${field} of scripted`);
      }
    },
  );

  it('refuses a guard that cannot be made: without its guard a run must not start', async () => {
    const runtime = createMemoryJournal();
    const guards = [
      () => {
        throw new RangeError('the window must be at least 2');
      },
    ];
    expect(await refused({ guards, runtime })).toBe(
      'invalid_option: A guard factory threw RangeError: the window must be at least 2',
    );
    expect(runtime.record()).toMatchObject({ entries: [] });
    expect(runtime.record().stamp).toBeUndefined();
  });

  it('refuses a parent that no sub-agent tool was given', async () => {
    expect(await refused({ parent: { key: 'act:0:0' } })).toMatch(/^invalid_option: parent/);
  });

  it('is recognised by its brand, not by its class', () => {
    const brand = Symbol.for('@loopwright/agent-run/configuration-error');
    expect(isConfigurationError({ [brand]: true })).toBe(true);
    for (const other of [new Error('x'), null, undefined, 'x', {}]) {
      expect(isConfigurationError(other)).toBe(false);
    }
  });
});

it('CKPT-016: the options of a run are not changed by it', async () => {
  const spec = specOf({ model: scripted(['a']), limits: { maxSteps: 3 }, allowance: { actor: 1 } });
  const before = structuredClone({ limits: spec.limits, allowance: spec.allowance });
  Object.freeze(spec);
  await runStrategy(spec, async (run) => {
    await run.think({ system: '', messages: [] }, 'actor');
    return done;
  });
  expect({ limits: spec.limits, allowance: spec.allowance }).toEqual(before);
});
