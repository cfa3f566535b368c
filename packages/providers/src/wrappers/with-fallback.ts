import {
  type Model,
  type ModelErrorKind,
  modelErrorKinds,
  type Prices,
} from '@loopwright/agent-run';
import { checkList, mustBe } from '@loopwright/agent-run/option-checks';
import { type ModelCallError, modelCallError } from '../shared/model-call-error.ts';
import { checkAmount, checkOptionNames } from '../shared/option-checks.ts';
import { askModel, type GivenReply } from './ask-model.ts';
import { knownCost, traitsOf } from './wrapped-model.ts';
import { checkModel, checkPrices } from './wrapper-checks.ts';

/** What applies when the caller sets nothing, in milliseconds. */
export const fallbackDefaults = {
  /**
   * The longest that all models but the last may take together, in equal parts: less than one attempt of a run, or the
   * last is never asked.
   */
  timeoutMs: 90_000,
} as const;

/** Failures that another model may not share: all but a cancelled call, a refusal and a request that cannot be right. */
export const handOverKinds: readonly ModelErrorKind[] = modelErrorKinds.filter(
  (kind) => kind !== 'aborted' && kind !== 'refused' && kind !== 'bad_request',
);

/** Options of {@link withFallback}. */
export type FallbackOptions = {
  /** By which prices and stamps name it. Default: the ids of the models with ` or ` between them. */
  id?: string | undefined;
  /** Milliseconds that each model but the last may take. Default: 90,000 for all of them together, in equal parts. */
  timeoutMs?: number | undefined;
  /** Kinds of failure after which the next model is asked. Default: {@link handOverKinds}. */
  handOverOn?: readonly ModelErrorKind[] | undefined;
  /** Prices by the ids of the models: what a reply cost depends on who gave it. */
  prices?: Prices | undefined;
};

type Failure = { id: string; error: ModelCallError };

/**
 * Makes one model of several: the first is asked, and where it fails in a way that another may not, the next. Whoever
 * stood in is named in the `warnings` of the reply. In a run this is one attempt, whose requests are at most as many as
 * there are models; the run may then try again, from the first model on. A text that was shown cannot be taken back: once
 * a model has told deltas, its failure is the failure of the call.
 *
 * @throws ConfigurationError `invalid_option`
 */
export function withFallback(models: readonly Model[], options: FallbackOptions = {}): Model {
  checkOptions(models, options);
  const { handOverOn = handOverKinds } = options;
  const share = Math.floor(fallbackDefaults.timeoutMs / Math.max(1, models.length - 1));
  const { timeoutMs = share } = options;
  const traits = traitsOf(models);
  return {
    id: options.id ?? models.map(({ id }) => id).join(' or '),
    ...traits,
    async generate(request, { signal, onDelta }) {
      const failures: Failure[] = [];
      for (const [index, model] of models.entries()) {
        const isLast = index === models.length - 1;
        const asked = await askModel(model, request, {
          signal,
          onDelta: traits.streams ? onDelta : undefined,
          // The next model begins with silence of its own.
          beginsAnew: index > 0,
          ...(isLast ? {} : { timeoutMs }),
        });
        const error = asked.error ?? failureIn(asked.reply, model.id);
        const isFinal = isLast || asked.isShown || !error || !handOverOn.includes(error.kind);
        if (asked.reply && isFinal) return answered(asked.reply, model, failures, options.prices);
        failures.push({ id: model.id, error: error! });
        if (isFinal) break;
      }
      throw together(failures, models.length);
    },
  };
}

function answered(
  reply: GivenReply,
  model: Model,
  failures: readonly Failure[],
  prices: Prices | undefined,
): GivenReply {
  const costUsd = knownCost(reply.usage, model.id, prices);
  const usage = reply.usage && costUsd !== null ? { usage: { ...reply.usage, costUsd } } : {};
  if (failures.length === 0) return { ...reply, ...usage };
  const failed = failures.map(({ id, error }) => `${id} failed (${error.kind})`).join(', ');
  const warnings = [`${model.id} was asked: ${failed}`, ...(reply.warnings ?? [])];
  return { ...reply, ...usage, warnings };
}

/** A reply that says that there is none. */
function failureIn({ finish }: GivenReply, id: string): ModelCallError | undefined {
  if (finish !== 'refusal' && finish !== 'context_window') return undefined;
  const kind = finish === 'refusal' ? 'refused' : 'context_overflow';
  return modelCallError({ kind, message: `${id} gave no answer`, retryable: false, provider: id });
}

/** The failure of all: another attempt may help when it may help with one of them. */
function together(failures: readonly Failure[], models: number): ModelCallError {
  const last = failures.at(-1)!.error;
  if (failures.length === 1) return last;
  const retryable = failures.map(({ error }) => error).filter((error) => error.retryable);
  const isStopped = failures.length < models;
  const { kind, status, requestId } = isStopped ? last : (retryable[0] ?? failures[0]!.error);
  const waits = retryable.map(({ retryAfterMs }) => retryAfterMs);
  const known = waits.filter((wait) => wait !== undefined);
  return modelCallError({
    kind,
    message: failures.map(({ id, error }) => `${id} (${error.kind}): ${error.message}`).join('; '),
    retryable: isStopped ? last.retryable : retryable.length > 0,
    // One that names no time can be asked as soon as ever.
    retryAfterMs:
      known.length === waits.length && known.length > 0 ? Math.min(...known) : undefined,
    status,
    requestId,
    provider: failures.map(({ id }) => id).join(', '),
  });
}

function checkOptions(models: readonly Model[], options: FallbackOptions): void {
  mustBe(Array.isArray(models) && models.length > 0, 'models', 'a list of models', models);
  for (const [index, model] of models.entries()) checkModel(`models[${index}]`, model);
  checkOptionNames(options, ['id', 'timeoutMs', 'handOverOn', 'prices']);
  checkList({ ...options }, 'handOverOn', isErrorKind, `kinds: ${modelErrorKinds.join(', ')}`);
  checkAmount('timeoutMs', options.timeoutMs, 1);
  checkPrices(options.prices);
}

function isErrorKind(kind: unknown): boolean {
  return modelErrorKinds.some((each) => each === kind);
}
