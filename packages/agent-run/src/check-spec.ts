import type { Bounds, Price, Prices } from './bounds.ts';
import { checkSurroundings } from './check-surroundings.ts';
import { checkTools } from './check-tools.ts';
import { ConfigurationError } from './configuration-error.ts';
import { evaluateBounds } from './evaluate-bounds.ts';
import { checkAllowance, type Limits, resolveLimits } from './limits.ts';
import type { Model } from './model.ts';
import { takePlace } from './parent-handle.ts';
import type { RunSpec } from './run-spec.ts';

/** The place of a sub-agent in its parent. */
export type Place = ReturnType<typeof takePlace>;

/**
 * Refuses a configuration that cannot be right, before anything runs.
 *
 * @throws ConfigurationError
 */
export function checkSpec<Answer>(spec: RunSpec<Answer>): {
  limits: Limits;
  bounds: Bounds;
  place: Place | undefined;
} {
  if (typeof spec.task !== 'string' || spec.task.trim() === '') {
    throw new ConfigurationError('invalid_task', 'The task must be a text that is not empty');
  }
  checkModels(spec.models);
  checkTools(spec.tools);
  checkSurroundings(spec);
  const place = spec.parent ? takePlace(spec.parent) : undefined;
  const limits = carveLimits(resolveLimits(spec.limits), place);
  checkAllowance(spec.allowance);
  checkAmounts(spec.prices);
  const { allowance, tools, prices, strategyToolCalls } = spec;
  const bounds = evaluateBounds({ allowance, limits, tools, prices, strategyToolCalls });
  if (place) checkPlace(place, bounds);
  checkPrices(spec, limits, place);
  return { limits, bounds, place };
}

function checkModels(models: RunSpec<unknown>['models'] | undefined): void {
  for (const [role, model] of Object.entries({ default: undefined, ...models })) {
    if (model === undefined && role !== 'default') continue;
    if (typeof model?.generate === 'function' && typeof model.id === 'string' && model.id !== '') {
      checkRetries(role, model);
      continue;
    }
    throw new ConfigurationError(
      'invalid_option',
      `models.${role} must be a model: an object with an id, a text that is not empty, and a generate function`,
    );
  }
}

/** Attempts of a model multiply with those of the run, and no bound would hold. */
function checkRetries(role: string, { id, retries }: Model): void {
  if (!retries) return;
  throw new ConfigurationError(
    'invalid_option',
    `models.${role} (${id}) makes attempts of its own, and a run makes limits.attempts of each call: pass the model without withRetry and set limits.attempts`,
  );
}

/** A price that is missing or NaN would make every cost NaN, and no limit is ever reached by that. */
function checkAmounts(prices: Prices = {}): void {
  if (typeof prices !== 'object' || prices === null) {
    throw new ConfigurationError(
      'invalid_option',
      `prices must be an object with a price for each model id, not ${String(prices)}`,
    );
  }
  for (const [model, price] of Object.entries(prices)) {
    const { inputPerMillionUsd, outputPerMillionUsd, ...others } = Object(price) as Partial<Price>;
    for (const [name, value] of Object.entries({ inputPerMillionUsd, outputPerMillionUsd })) {
      checkAmount(model, name, value);
    }
    for (const [name, value] of Object.entries(others)) {
      if (value !== undefined) checkAmount(model, name, value);
    }
  }
}

function checkAmount(model: string, name: string, value: unknown): void {
  if (typeof value === 'number' && Number.isFinite(value) && value >= 0) return;
  throw new ConfigurationError(
    'invalid_option',
    `The price ${name} of ${model} must be a number of USD, 0 or more, not ${String(value)}`,
  );
}

/** Where money is limited, here or in a parent, every model needs a price: an unknown cost would count as none. */
function checkPrices<Answer>(
  spec: RunSpec<Answer>,
  limits: Limits,
  place: Place | undefined,
): void {
  if (limits.maxCostUsd === undefined && !limitsMoney(place)) return;
  const prices = { ...place?.state.prices, ...spec.prices };
  const unpriced = Object.values(spec.models).filter(
    (model) => model && !Object.hasOwn(prices, model.id),
  );
  if (unpriced.length > 0) {
    throw new ConfigurationError(
      'missing_prices',
      `maxCostUsd needs the price of every model; there is none for ${unpriced.map((model) => model?.id).join(', ')}`,
    );
  }
}

function limitsMoney(place: Place | undefined): boolean {
  return place?.state.meter.limitsMoney ?? false;
}

/** A sub-agent tries no call more often than its parent may: the parent's bound on attempts counts on it. */
function carveLimits(limits: Limits, place: Place | undefined): Limits {
  const attempts = Math.min(limits.attempts, place?.state.limits.attempts ?? Infinity);
  return { ...limits, attempts };
}

function checkPlace(place: Place, bounds: Bounds): void {
  const most = bounds.modelCalls + bounds.children;
  if (most <= place.maxModelCalls) return;
  throw new ConfigurationError(
    'bounds_exceeded',
    `The sub-agent may make ${most} model calls, its tool declares at most ${place.maxModelCalls}`,
  );
}
