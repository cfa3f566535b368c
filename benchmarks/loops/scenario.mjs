// The job that every loop is given: N tool calls, one after another, then an answer. It plays the model and the tool, and
// checks that nothing is left out: each call comes in its turn, and each observation reaches the model whole.
import { setTimeout as wait } from 'node:timers/promises';

export const toolName = 'look_up';

const scenarios = new Map();
const observationsBySize = new Map();
let scenarioCount = 0;

/** @param options.steps Tool calls. @param options.bytes Size of one observation. @param options.delayMs Of a model call. */
export function createScenario({ steps, bytes, delayMs = 0 }) {
  const id = scenarioCount++;
  const observations = makeObservations(bytes, steps);
  const counts = { modelCalls: 0, toolCalls: 0 };
  const answer = `Done after ${steps} steps`;
  const scenario = {
    id,
    task: 'Look up the results, one after another, and say when you are done',

    /**
     * The model's next turn: arguments for the tool, or the answer.
     * @param hasSeen Says whether the request ends with an observation.
     */
    async think(hasSeen) {
      if (delayMs > 0) await wait(delayMs);
      const step = counts.modelCalls++;
      expect(
        step === counts.toolCalls,
        `model call ${step} came after ${counts.toolCalls} tool calls`,
      );
      expect(
        step === 0 || hasSeen(observations[step - 1]),
        `observation ${step} reached the model`,
      );
      return step < steps ? { args: { scenario: id, step } } : { answer };
    },

    delayMs,

    act(step) {
      expect(step === counts.toolCalls++, `tool call ${step} came in its turn`);
      return observations[step];
    },

    /** To be called with what the loop made of the last reply. */
    finish(given) {
      expect(given === answer, `the answer is ${JSON.stringify(given)}`);
      expect(counts.modelCalls === steps + 1, `${counts.modelCalls} model calls`);
      expect(counts.toolCalls === steps, `${counts.toolCalls} tool calls`);
      scenarios.delete(id);
    },

    /** To be called with what a run gave over steps that were all stored. */
    finishReplay(given) {
      expect(given === answer, `the answer is ${JSON.stringify(given)}`);
      expect(counts.modelCalls + counts.toolCalls === 0, 'a stored step ran again');
      scenarios.delete(id);
    },
  };
  scenarios.set(id, scenario);
  return scenario;
}

/** The tool. It needs nothing but its arguments, so that a loop defines it once for all runs. */
export function lookUp({ scenario, step }) {
  return scenarios.get(scenario).act(step);
}

/** The same tool, taking as long as the model does. */
export async function lookUpLater({ scenario, step }) {
  await wait(scenarios.get(scenario).delayMs);
  return lookUp({ scenario, step });
}

/** A turn of the model in the text form. */
export function writeTurn({ args, answer }) {
  if (args === undefined) return `Thought: Every result is known.\nFinal Answer: ${answer}`;
  return `Thought: The next result is ${args.step}.\nAction: ${toolName}\nAction Input: ${JSON.stringify(args)}`;
}

export function expect(holds, fact) {
  if (!holds) throw new Error(`The benchmark found a run that is not as it should be: ${fact}`);
}

/** ASCII texts of exactly `bytes` bytes in lines, each one different. */
function makeObservations(bytes, count) {
  const observations = observationsBySize.get(bytes) ?? [];
  observationsBySize.set(bytes, observations);
  for (let step = observations.length; step < count; step++) {
    const line = `Result ${step} holds words, numbers (${step * 7}) and a line break.\n`;
    observations.push(`${line.repeat(Math.ceil(bytes / line.length)).slice(0, bytes - 1)}.`);
  }
  return observations;
}
