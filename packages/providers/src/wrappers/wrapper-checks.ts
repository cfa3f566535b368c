import type { Model, Price, Prices } from '@loopwright/agent-run';
import { aModel, isModel, isObject, mustBe, refuse } from '@loopwright/agent-run/option-checks';

/** Refuses what is no model. @throws ConfigurationError `invalid_option` */
export function checkModel(name: string, model: unknown): asserts model is Model {
  mustBe(isModel(model) && (model as Model).id !== '', name, aModel, model);
}

/** Refuses a model that tries again by itself: attempts would multiply. @throws ConfigurationError `invalid_option` */
export function checkNoRetries({ id, retries }: Model): void {
  if (retries) refuse(`${id} tries again by itself already: the attempts of both would multiply`);
}

/** Refuses prices that would make a cost NaN. @throws ConfigurationError `invalid_option` */
export function checkPrices(prices: Prices | undefined): void {
  mustBe(
    prices === undefined || isObject(prices),
    'prices',
    'an object with a price for each model id',
    prices,
  );
  for (const [model, price] of Object.entries(prices ?? {})) {
    const { inputPerMillionUsd, outputPerMillionUsd, ...others } = Object(price) as Partial<Price>;
    const optional = Object.entries(others).filter(([, value]) => value !== undefined);
    const amounts = { inputPerMillionUsd, outputPerMillionUsd, ...Object.fromEntries(optional) };
    for (const [name, value] of Object.entries(amounts)) {
      const isAmount = Number.isFinite(value) && Number(value) >= 0;
      mustBe(isAmount, `The price ${name} of ${model}`, 'a number of USD, 0 or more', value);
    }
  }
}
