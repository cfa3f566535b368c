import type { Policy } from '@loopwright/providers';

/** Plays the actor of a ReAct run: reads the observations and writes one step. */
export const reactPolicy: Policy = (scratchpad) => {
  const [fact, words, doubled] = [...scratchpad.matchAll(/^Observation: (.*)$/gm)].map(
    ([, text]) => text!,
  );
  if (fact === undefined) return step('I need the fact about France.', 'search', { q: 'france' });
  if (words === undefined) return step('Now its words.', 'word_count', { text: fact });
  if (doubled === undefined) return step('Twice that.', 'multiply', { x: Number(words), y: 2 });
  return `Thought: That is the answer.\nFinal Answer: ${doubled}`;
};

/** Plays a planner that knows its tools. */
export const plannerPolicy: Policy = () =>
  plan([
    { id: 'E1', tool: 'search', args: { q: 'france' } },
    { id: 'E2', tool: 'word_count', args: { text: '#E1' } },
    { id: 'E3', tool: 'multiply', args: { x: '#E2', y: 2 } },
  ]);

/** Plays a planner that first names a tool that does not exist, and mends its plan when it is told. */
export const mendingPlannerPolicy: Policy = (scratchpad) =>
  scratchpad.includes('FAILED')
    ? plannerPolicy(scratchpad)
    : plan([
        { id: 'E1', tool: 'encyclopedia', args: { q: 'france' } },
        { id: 'E2', tool: 'word_count', args: { text: '#E1' } },
      ]);

/** Plays the solver: the last number in the evidence is the answer. */
export const solverPolicy: Policy = (scratchpad) =>
  scratchpad.match(/\d+(?=\D*$)/)?.[0] ?? 'unknown';

function step(thought: string, action: string, input: object): string {
  return `Thought: ${thought}\nAction: ${action}\nAction Input: ${JSON.stringify(input)}`;
}

function plan(steps: object[]): string {
  return JSON.stringify({ plan: steps });
}
