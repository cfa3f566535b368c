import type { RunResult } from '@loopwright/agent-run';
import { fromPolicy, type Policy } from '@loopwright/providers';
import { type ReactOptions, runReact } from '@loopwright/react-loop';
import { createToolRegistry, defineTool } from '@loopwright/tool-registry';
import { z } from 'zod';

/** An open question, which has no answer that is ever complete (E10). */
export const feesQuestion = "What's the best way to save money on fees?";

/** An agent that was left alone for 47 minutes had made so many calls. */
const callsBeforeSomebodyNoticed = 2_400;

const page = 'Accounts with a minimum balance of 500 EUR have no monthly fee.';

/** The agent finds the same page with every search, and never thinks that it has found enough. */
const words = ['save on fees', 'fee details', 'more about fees'];
const neverSatisfied: Policy = (scratchpad) => {
  const searches = scratchpad.match(/^Observation: /gm)?.length ?? 0;
  const q = words[searches % words.length]!;
  return `Thought: I should find more details about fees.\nAction: search\nAction Input: {"q": "${q}"}`;
};

const tools = createToolRegistry({
  tools: [
    defineTool({
      name: 'search',
      description: 'Searches the pages of the bank.',
      effect: 'pure',
      input: z.object({ q: z.string() }),
      execute: () => page,
    }),
  ],
});

/** What one way of running the agent came to. */
export type FeesRun = { guard: string; searches: number; end: string; answer: string | null };

/**
 * The same agent alone, with the default guards, and with a criterion for what an answer is. Nothing would end the first run;
 * it is simulated up to the number of calls at which somebody noticed.
 */
export async function runFees(): Promise<FeesRun[]> {
  const unguarded: FeesRun = {
    guard: 'none',
    searches: simulateUnguarded(),
    end: 'no end: somebody noticed the costs after 47 minutes',
    answer: null,
  };
  const guarded = await run({});
  const withCriterion = await run({
    goal: ({ observations }) => observations.some(({ text }) => text.includes('no monthly fee')),
  });
  return [
    unguarded,
    { guard: 'the default guards', ...outcomeOf(guarded) },
    { guard: 'a goal check', ...outcomeOf(withCriterion) },
  ];
}

function run(options: Pick<ReactOptions, 'goal'>): Promise<RunResult<string>> {
  return runReact({
    ...options,
    task: feesQuestion,
    model: fromPolicy(neverSatisfied),
    tools,
    limits: { maxSteps: 40 },
  });
}

/** Only how many searches there were decides what the agent writes next, so nothing else is kept. */
function simulateUnguarded(): number {
  let searches = 0;
  let reply = neverSatisfied('');
  while (String(reply).includes('Action: search') && searches < callsBeforeSomebodyNoticed) {
    searches += 1;
    reply = neverSatisfied('Observation: \n'.repeat(searches % words.length));
  }
  return searches;
}

function outcomeOf(result: RunResult<string>): Omit<FeesRun, 'guard'> {
  const { ok, failed, refused } = result.counts.toolCalls;
  return {
    searches: ok + failed + refused,
    end: `${result.status}, ${result.stopReason}: ${result.reason}`,
    answer: result.status === 'solved' ? result.answer : null,
  };
}
