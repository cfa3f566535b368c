import type { Model, ModelReply, Prices, Usage } from '@loopwright/agent-run';
import { checkFunctions } from '@loopwright/agent-run/option-checks';
import { checkOptionNames } from '../shared/option-checks.ts';
import { amountOf, knownCost, traitsOf } from './wrapped-model.ts';
import { checkModel, checkPrices } from './wrapper-checks.ts';

const amounts = ['inputTokens', 'outputTokens', 'cachedInputTokens', 'costUsd'] as const;

type Amount = (typeof amounts)[number];

/** What was used, as far as it is known: a sum is `null` as long as no call said anything. */
export type UsageTotals = { readonly [Name in Amount]: number | null } & {
  /** Calls that were answered. */
  readonly calls: number;
  /** Calls that failed. What they cost nobody says. */
  readonly failedCalls: number;
  /** Of the answered calls, those that are missing in each sum. */
  readonly unknown: { readonly [Name in Amount]: number };
};

/** One answered call. */
export type MeteredCall = { readonly modelId: string; readonly usage: Readonly<Usage> };

/** Counts what models use. */
export type UsageMeter = {
  /** The model, counted. */
  measure(model: Model): Model;
  /** What was used until now. */
  readonly totals: UsageTotals;
};

/**
 * Counts the usage and the cost of model calls outside a run; a run counts its own. An unknown number is never
 * counted as 0: `totals.unknown` says of how many calls it is missing.
 *
 * @param options.prices USD for a million tokens by model id.
 * @param options.onCall Told of every answered call. What it throws fails the call.
 * @throws ConfigurationError `invalid_option`
 */
export function createUsageMeter(
  options: { prices?: Prices | undefined; onCall?: ((call: MeteredCall) => void) | undefined } = {},
): UsageMeter {
  checkOptionNames(options, ['prices', 'onCall']);
  checkFunctions(options, ['onCall']);
  checkPrices(options.prices);
  const { prices, onCall } = options;
  const sums: Record<Amount, number | null> = perAmount(null);
  const unknown: Record<Amount, number> = perAmount(0);
  let calls = 0;
  let failedCalls = 0;
  const count = (usage: Usage) => {
    calls += 1;
    for (const name of amounts) {
      const amount = usage[name];
      if (amount === null) unknown[name] += 1;
      else sums[name] = (sums[name] ?? 0) + amount;
    }
  };
  return {
    get totals() {
      return { calls, failedCalls, ...sums, unknown: { ...unknown } };
    },
    measure(model) {
      checkModel('model', model);
      return {
        id: model.id,
        ...traitsOf([model]),
        async generate(request, callOptions) {
          let reply: Awaited<ReturnType<Model['generate']>>;
          try {
            reply = await model.generate(request, callOptions);
          } catch (thrown) {
            failedCalls += 1;
            throw thrown;
          }
          const usage = usageOf(reply, model.id, prices);
          count(usage);
          onCall?.({ modelId: model.id, usage });
          return reply;
        },
      };
    },
  };
}

function usageOf(reply: Partial<ModelReply>, modelId: string, prices: Prices | undefined): Usage {
  const given: Partial<Usage> = Object(Object(reply).usage);
  return {
    ...given,
    inputTokens: amountOf(given.inputTokens),
    outputTokens: amountOf(given.outputTokens),
    cachedInputTokens: amountOf(given.cachedInputTokens),
    costUsd: knownCost(given, modelId, prices),
  };
}

function perAmount<Value>(value: Value): Record<Amount, Value> {
  return { inputTokens: value, outputTokens: value, cachedInputTokens: value, costUsd: value };
}
