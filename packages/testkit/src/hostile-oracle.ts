import type { Model, ModelReply, ModelRequest } from '@loopwright/agent-run';
import { nativeCalls } from './hostile-native-calls.ts';
import * as texts from './hostile-texts.ts';
import { pairingFaults } from './pairing-faults.ts';
import { conversationOf } from './read-request.ts';
import { type Random, seededRandom } from './seeded-random.ts';

/**
 * What an oracle is like. `chaotic`: everything at once. `busy`: works, with few faults. `stubborn`: says the same
 * whatever it is shown. `doubting`: does not believe a right observation and asks again for ever (R21).
 */
export const oracleMoods = ['chaotic', 'busy', 'stubborn', 'doubting'] as const;

export type OracleMood = (typeof oracleMoods)[number];

export type HostileOracleOptions = {
  seed: string;
  /** Names of the tools that it may ask for. */
  tools: readonly string[];
  mood: OracleMood;
  /** The share of calls that fail: thrown, stalled, refused, malformed. Default: 0.03. */
  failureRate?: number;
  /** Announces that it streams, and then sends deltas. Default: false. */
  streams?: boolean;
};

/** A model to be afraid of, and what it was asked. */
export type HostileOracle = Model & {
  /** Requests that reached it. */
  readonly calls: number;
  /** Those that it never answered. */
  readonly stalls: number;
  /** What was wrong with the conversations that it was shown; see `pairingFaults`. */
  readonly requestFaults: readonly string[];
};

/**
 * Makes a model whose answers are a pure function of the seed and the request: hostile, and the same when it is asked
 * again in another life of the run.
 */
export function createHostileOracle(options: HostileOracleOptions): HostileOracle {
  const { seed, mood, streams = false, failureRate = 0.03 } = options;
  let calls = 0;
  let stalls = 0;
  const requestFaults: string[] = [];
  const stall = () => {
    stalls += 1;
    return new Promise<never>(() => {});
  };
  return {
    id: 'hostile',
    streams,
    get calls() {
      return calls;
    },
    get stalls() {
      return stalls;
    },
    requestFaults,
    async generate(request, { onDelta }) {
      calls += 1;
      requestFaults.push(...pairingFaults(request.messages));
      const asked = mood === 'stubborn' ? '' : JSON.stringify(request);
      const random = seededRandom(`${seed} ${asked}`);
      if (streams) onDelta('Thou');
      if (random.chance(failureRate)) return failedCall(random, stall);
      const text = textFor(request, random, options);
      const toolCalls = nativeCalls(random, options.tools);
      return { text, toolCalls, ...ending(random), ...usage(random) };
    },
  };
}

/** A call that does not go well. May throw, may stall for ever. */
function failedCall(random: Random, stall: () => Promise<never>): Promise<ModelReply> | ModelReply {
  const fail = random.pick<() => unknown>([
    () => {
      throw Object.assign(new Error('flaky'), { kind: 'transient', retryable: true });
    },
    () => {
      throw Object.assign(new Error('slow down'), { status: 429, retryAfterMs: 1 });
    },
    () => {
      throw Object.assign(new Error('bad key'), { kind: 'auth', status: 401 });
    },
    () => {
      throw new DOMException('stopped on its own', 'AbortError');
    },
    () => {
      throw undefined;
    },
    () => Promise.reject('a text'),
    stall,
    () => null,
    () => ({ toolCalls: [] }),
    () => ({ text: 7 }),
    () => ({ text: 'I will not', finish: 'refusal' }),
    () => ({ text: '', finish: 'context_window' }),
  ]);
  return fail() as Promise<ModelReply>;
}

function ending(random: Random): Partial<ModelReply> {
  return random.chance(0.06) ? { finish: random.pick(['length', 'tool_calls', 'unknown']) } : {};
}

function usage(random: Random): Partial<ModelReply> {
  const costUsd = null;
  const cachedInputTokens = null;
  if (random.chance(0.4)) return {};
  if (random.chance(0.2)) {
    return { usage: { inputTokens: Number.NaN, outputTokens: -1, cachedInputTokens, costUsd } };
  }
  const inputTokens = random.whole(50);
  const outputTokens = random.chance(0.2) ? null : random.whole(50);
  return { usage: { inputTokens, outputTokens, cachedInputTokens, costUsd } };
}

function textFor(request: ModelRequest, random: Random, options: HostileOracleOptions): string {
  if (options.mood === 'doubting') return doubt(request, random, options);
  const asksForCritique = request.system.startsWith('You review');
  if (asksForCritique && random.chance(0.6)) return texts.critiqueText(random);
  if (request.system.startsWith('Plan') && random.chance(0.7)) return planText(random, options);
  const share = random.next();
  const [junk, end] = options.mood === 'busy' ? [0.05, 0.1] : [0.3, 0.45];
  if (share < junk) return texts.junkText(random);
  if (share < end) return texts.endText(random);
  return stepText(random, options);
}

function stepText(random: Random, { tools }: HostileOracleOptions): string {
  const tool = texts.hostileName(random, tools);
  const args = texts.hostileArguments(random);
  const thought = random.pick(['t', '', 'Final Answer: not yet', `number ${random.whole(100)}`]);
  return random.pick([texts.textStep, texts.textStep, texts.jsonStep])(tool, args, thought);
}

/** Asks the same again, or asks whether the observation can be true, and never answers. */
function doubt(request: ModelRequest, random: Random, options: HostileOracleOptions): string {
  const [tool = 'ok'] = options.tools;
  const shown = conversationOf(request).length;
  const question = `Is it really so after ${shown} characters?`;
  const again = texts.textStep(tool, { a: 1 }, question);
  const isPatient = seededRandom(options.seed).chance(0.5);
  if (isPatient) return random.pick([again, texts.textStep(tool, { a: 1, at: shown }, question)]);
  return random.pick([
    again,
    texts.jsonStep(tool, { a: 1 }, question),
    `Thought: I do not believe that. ${question}`,
  ]);
}

function planText(random: Random, { tools }: HostileOracleOptions): string {
  const waves = Array.from({ length: 1 + random.whole(3) }, () =>
    Array.from({ length: 1 + random.whole(4) }, () => ({
      tool: texts.hostileName(random, tools),
      args: texts.hostileArguments(random),
    })),
  );
  return JSON.stringify({ waves });
}
