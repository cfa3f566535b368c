// How much is run over each store.

const toolCalls = 19;
const longToolCalls = 149;
/** Of a model call and of a tool call, each: shorter than those of real models. */
const delayMs = 100;
/** So short that the loops alone keep a processor busy for most of the time. */
const shortDelayMs = 50;
const stepsOf = (calls) => 2 * calls + 1;

export const load = {
  /** Before anything is measured, unless it takes longer: a slow store leaves the rest as it is. */
  warmUpSessions: 200,
  warmUpAtMostMs: 4_000,
  /** Of a session: each tool call is a step, and so is each model call, of which there is one more. */
  toolCalls,
  steps: stepsOf(toolCalls),
  /** One session at a time, for at least this long. */
  measuredMs: 1_000,
  leastSessions: 20,
  longToolCalls,
  longSteps: stepsOf(longToolCalls),
  longWarmUpSessions: 3,
  longSessions: 7,
  replays: 40,
  /** At the same time. */
  sessions: 1_000,
  delayMs,
  idealMs: stepsOf(toolCalls) * delayMs,
  shortDelayMs,
  shortIdealMs: stepsOf(toolCalls) * shortDelayMs,
};
