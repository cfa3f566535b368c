import type { Price } from './bounds.ts';
import { type Ended, stop } from './ended.ts';
import type { Limits } from './limits.ts';
import type { Usage } from './model.ts';
import type { Counts } from './result.ts';
import type { Role } from './role.ts';

/**
 * Counts what a run uses, from stored facts only (never from the clock), and says when a limit is reached. What a
 * sub-agent uses counts for its parents as well.
 */
export class Meter {
  readonly modelCalls: Partial<Record<Role, number>> = {};
  childModelCalls = 0;
  attempts = 0;
  /** Tool calls that were let in, here and by sub-agents. */
  toolCallsStarted = 0;
  childToolCalls = 0;
  readonly toolCalls: Counts['toolCalls'] = { ok: 0, failed: 0, refused: 0, reused: 0 };
  activeMs = 0;
  /** The limit of tool calls for which a call was refused. */
  toolLimitHit: number | undefined;
  /** The limit of tool calls, or fewer when the strategy itself can make no more. */
  readonly maxToolCalls: number;
  readonly #limits: Limits;
  readonly #parent: Meter | undefined;
  readonly #usage: Usage = {
    inputTokens: null,
    outputTokens: null,
    cachedInputTokens: null,
    costUsd: null,
  };

  constructor(limits: Limits, maxToolCalls: number, parent: Meter | undefined) {
    this.#limits = limits;
    this.maxToolCalls = maxToolCalls;
    this.#parent = parent;
  }

  countModelCall(role: Role): void {
    this.modelCalls[role] = (this.modelCalls[role] ?? 0) + 1;
    for (let meter = this.#parent; meter; meter = meter.#parent) meter.childModelCalls += 1;
  }

  /** Counts a call that was let in, or takes one back that was then not approved. */
  countToolCall(by: 1 | -1 = 1): void {
    this.toolCallsStarted += by;
    for (let meter = this.#parent; meter; meter = meter.#parent) meter.childToolCalls += by;
  }

  /** The limit that leaves no room for another tool call: the run's own, or a parent's over all below it. */
  fullToolLimit(): number | undefined {
    if (this.toolCallsStarted >= this.maxToolCalls) return this.maxToolCalls;
    for (let meter: Meter | undefined = this; meter; meter = meter.#parent) {
      const { maxToolCalls } = meter.#limits;
      if (meter.toolCallsStarted + meter.childToolCalls >= maxToolCalls) return maxToolCalls;
    }
    return undefined;
  }

  spendModelCall(spent: {
    attempts: number;
    ms: number;
    usages: readonly Usage[];
    price: Price | undefined;
  }): void {
    this.attempts += spent.attempts;
    this.activeMs += spent.ms;
    for (const usage of spent.usages) addUsage(this.#usage, usage, spent.price);
    this.#parent?.spendModelCall(spent);
  }

  spendTime(ms: number): void {
    this.activeMs += ms;
    this.#parent?.spendTime(ms);
  }

  get usage(): Usage {
    return { ...this.#usage };
  }

  get tokens(): number {
    return (this.#usage.inputTokens ?? 0) + (this.#usage.outputTokens ?? 0);
  }

  get limitsMoney(): boolean {
    return this.#limits.maxCostUsd !== undefined || (this.#parent?.limitsMoney ?? false);
  }

  /** Milliseconds left of `activeMs`, parents included. Infinity without such a limit. */
  timeLeft(): number {
    const own = (this.#limits.activeMs ?? Infinity) - this.activeMs;
    return Math.min(own, this.#parent?.timeLeft() ?? Infinity);
  }

  /** The limits that are used up, in no order. Empty means that another call may start. */
  reachedLimits(): Ended[] {
    const { toolLimitHit } = this;
    const shared = this.#reachedSharedLimits();
    if (toolLimitHit === undefined) return shared;
    return [stop('budget', `The limit of ${toolLimitHit} tool calls was reached`), ...shared];
  }

  /** Time, tokens and money, which a sub-agent spends for its parents as well. */
  #reachedSharedLimits(): Ended[] {
    const { activeMs, maxTokens, maxCostUsd } = this.#limits;
    const reached: Ended[] = [];
    if (activeMs !== undefined && this.activeMs >= activeMs) {
      reached.push(stop('timeout', `The limit of ${activeMs} ms was reached`));
    }
    if (maxTokens !== undefined && this.tokens >= maxTokens) {
      reached.push(stop('budget', `The limit of ${maxTokens} tokens was reached`));
    }
    if (maxCostUsd !== undefined && (this.#usage.costUsd ?? 0) >= maxCostUsd) {
      reached.push(stop('budget', `The limit of ${maxCostUsd} USD was reached`));
    }
    return [...reached, ...(this.#parent ? this.#parent.#reachedSharedLimits() : [])];
  }
}

function addUsage(total: Usage, usage: Usage, price: Price | undefined): void {
  total.inputTokens = sum(total.inputTokens, usage.inputTokens);
  total.outputTokens = sum(total.outputTokens, usage.outputTokens);
  total.cachedInputTokens = sum(total.cachedInputTokens, usage.cachedInputTokens);
  addKnown(total, usage, 'cacheWriteTokens');
  addKnown(total, usage, 'reasoningTokens');
  total.costUsd = sum(total.costUsd, usage.costUsd ?? costOf(usage, price));
  if (usage.estimated) total.estimated = true;
}

/** A number that few providers report is there only when one did. */
function addKnown(total: Usage, usage: Usage, name: 'cacheWriteTokens' | 'reasoningTokens'): void {
  const added = sum(total[name] ?? null, usage[name] ?? null);
  if (added !== null) total[name] = added;
}

function sum(left: number | null, right: number | null): number | null {
  return left === null && right === null ? null : (left ?? 0) + (right ?? 0);
}

/** What a call cost by the prices given. */
export function costOf(usage: Usage, price: Price | undefined): number | null {
  if (!price) return null;
  const { inputPerMillionUsd, outputPerMillionUsd } = price;
  const input = usage.inputTokens ?? 0;
  const cached = Math.min(usage.cachedInputTokens ?? 0, input);
  const written = Math.min(usage.cacheWriteTokens ?? 0, input - cached);
  return (
    ((input - cached - written) * inputPerMillionUsd +
      cached * (price.cachedInputPerMillionUsd ?? inputPerMillionUsd) +
      written * (price.cacheWritePerMillionUsd ?? inputPerMillionUsd) +
      (usage.outputTokens ?? 0) * outputPerMillionUsd) /
    1_000_000
  );
}
