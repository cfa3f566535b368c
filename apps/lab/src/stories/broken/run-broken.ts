import { type Json, substitute } from '@loopwright/core-parser';
import { fromPolicy } from '@loopwright/providers';
import { runReact } from '@loopwright/react-loop';
import { createToolRegistry, defineTool } from '@loopwright/tool-registry';
import { z } from 'zod';

/** A machine with one simplification beside the sound one, and what each did with the same job (E5). */
export type BrokenMachine = {
  simplification: string;
  broken: string;
  sound: string;
  /** The simplified machine broke its promise. */
  isBroken: boolean;
  /** The other one kept it. */
  isSound: boolean;
};

/** The three simplifications that each break a promise: to end, to outlive a tool, to keep types. */
export async function runBroken(): Promise<BrokenMachine[]> {
  return [await withoutLimit(), await withRaisingTools(), withTextOnlySubstitution()];
}

const look = defineTool({
  name: 'look',
  description: 'Looks at a place.',
  effect: 'pure',
  input: z.object({ at: z.number() }),
  execute: ({ at }) => at,
});

/** A model that acts for ever. Without a limit only the patience of this experiment ends the run. */
async function withoutLimit(): Promise<BrokenMachine> {
  const patience = 10_000;
  let calls = 0;
  const act = () => {
    calls += 1;
    return `Thought: again\nAction: look\nAction Input: {"at": ${calls}}`;
  };
  while (act().includes('Action: ') && calls < patience);
  const callsWithoutLimit = calls;
  calls = 0;
  const result = await runReact({
    task: 'Look.',
    model: fromPolicy(act),
    tools: createToolRegistry({ tools: [look] }),
  });
  return {
    simplification: 'no limit of steps',
    broken: `still running after ${callsWithoutLimit} model calls`,
    sound: `ended after ${result.counts.modelCalls.actor} model calls: ${result.stopReason}`,
    isBroken: callsWithoutLimit === patience,
    isSound: result.stopReason === 'max_steps',
  };
}

/** Ten tools that each work nine times out of ten; the agent asks a tool that failed once more. */
async function withRaisingTools(): Promise<BrokenMachine> {
  const runs = 400;
  const brokenRuns = 10_000;
  const random = numbersFrom(7);
  let finished = 0;
  for (let run = 0; run < brokenRuns; run += 1) {
    finished += Array.from({ length: 10 }, random).every((number) => number < 0.9) ? 1 : 0;
  }
  let solved = 0;
  for (let run = 0; run < runs; run += 1) solved += (await askTenTools(random)) ? 1 : 0;
  return {
    simplification: 'an error of a tool ends the run',
    broken: `${percent(finished / brokenRuns)} of ${brokenRuns} runs finished (0.9 to the power of 10 is 35 %)`,
    sound: `${percent(solved / runs)} of ${runs} runs finished: an error is an observation`,
    isBroken: finished / brokenRuns < 0.4,
    isSound: solved === runs,
  };
}

async function askTenTools(random: () => number): Promise<boolean> {
  const tools = Array.from({ length: 10 }, (_, index) =>
    defineTool({
      name: `tool_${index}`,
      description: 'Works nine times out of ten.',
      effect: 'pure',
      input: z.object({}),
      execute() {
        if (random() < 0.9) return 'done';
        throw new Error('it failed');
      },
    }),
  );
  const result = await runReact({
    task: 'Use all ten tools.',
    model: fromPolicy((scratchpad) => {
      const done = scratchpad.match(/^Observation: done$/gm)?.length ?? 0;
      return done === 10 ? 'Final Answer: all' : `Action: tool_${done}\nAction Input: {}`;
    }),
    tools: createToolRegistry({ tools }),
    limits: { maxSteps: 30 },
    errorLimit: false,
  });
  return result.status === 'solved';
}

/** `add(x, x)` with the evidence 8: as text it is "88", and nothing says that it is wrong. */
function withTextOnlySubstitution(): BrokenMachine {
  const evidence = { E1: 8 };
  const args = { x: '#E1', y: '#E1' };
  const asText = {
    x: args.x.replace('#E1', String(evidence.E1)),
    y: args.y.replace('#E1', String(evidence.E1)),
  };
  const filled = substitute(args, evidence);
  const wrong = add(asText.x, asText.y);
  const right = filled.ok ? add(filled.value.x, filled.value.y) : filled.message;
  return {
    simplification: 'references are replaced as text',
    broken: `add(8, 8) gives ${JSON.stringify(wrong)}`,
    sound: `add(8, 8) gives ${JSON.stringify(right)}`,
    isBroken: wrong === '88',
    isSound: right === 16,
  };
}

// In JavaScript a product would hide the difference: "8" * "8" is 64.
function add(x: Json | undefined, y: Json | undefined): unknown {
  return (x as never) + (y as never);
}

/** The same numbers each time, so that the experiment says the same on every machine. */
function numbersFrom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state * 1_103_515_245 + 12_345) % 2 ** 31;
    return state / 2 ** 31;
  };
}

function percent(share: number): string {
  return `${Math.round(share * 100)} %`;
}
