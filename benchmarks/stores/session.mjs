// One session over a store: model calls and tool calls in turns, a step each, then the answer.
import { JournalError } from '@loopwright/agent-run';
import { createSession } from '../loops/react.mjs';
import { createScenario } from '../loops/scenario.mjs';

const observationBytes = 200;

/**
 * Runs a session and checks it.
 *
 * @param options.toolCalls There is one model call more: a session has `2 * toolCalls + 1` steps.
 * @param options.delayMs Of a model call and of a tool call, each.
 * @param options.beforeModelCall Is given the number of the call, from 0, and waited for.
 */
export async function runSession(store, sessionId, { toolCalls, delayMs, beforeModelCall }) {
  const scenario = createScenario({ steps: toolCalls, bytes: observationBytes, delayMs });
  const run = createSession(scenario, { steps: toolCalls, delayMs, beforeModelCall });
  scenario.finish(await store.run(sessionId, run));
}

/** Runs a session to its last step and leaves it before its result is stored. */
export async function leaveSession(store, sessionId, { toolCalls }) {
  const scenario = createScenario({ steps: toolCalls, bytes: observationBytes });
  const run = createSession(scenario, { steps: toolCalls });
  const leave = async () => {
    throw new JournalError('not_stored', sessionId, 'The session is left here');
  };
  const left = (runtime) => run({ ...runtime, close: leave });
  await store.run(sessionId, left).then(
    () => Promise.reject(new Error(`The session ${sessionId} was not left`)),
    () => {},
  );
}

/** Runs a session whose steps are all stored: nothing is called. */
export async function replaySession(store, sessionId, { toolCalls }) {
  const scenario = createScenario({ steps: toolCalls, bytes: observationBytes });
  const run = createSession(scenario, { steps: toolCalls });
  scenario.finishReplay(await store.run(sessionId, run));
}
