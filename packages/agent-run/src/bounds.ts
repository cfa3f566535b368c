import type { Allowance } from './role.ts';

/** The most a run can use, known before it starts and enforced while it runs (R3, DESIGN "bounds are data"). */
export type Bounds = {
  /** Model calls of the run's own roles together. */
  modelCalls: number;
  perRole: Allowance;
  /** Tool calls that start. */
  toolCalls: number;
  /** Model calls of sub-agents: tool calls times the largest bound of a sub-agent tool. */
  children: number;
  /** Requests sent: attempts times all model calls. */
  attempts: number;
  /** The token limit, or null without one. One call in flight may pass it. */
  tokens: number | null;
  /** The money limit, or what the token limit costs at most; null when neither is known. */
  costUsd: number | null;
};

/** The price of a model in USD for a million tokens. */
export type Price = {
  inputPerMillionUsd: number;
  outputPerMillionUsd: number;
  /** Default: the input price. */
  cachedInputPerMillionUsd?: number;
  /** What is written to the provider's cache. Default: the input price. */
  cacheWritePerMillionUsd?: number;
};

/** Prices by model id. */
export type Prices = Readonly<Record<string, Price>>;
