import { extractJson, type JsonObject } from '@loopwright/core-parser';

/** One finished step as a policy finds it in the scratchpad; `note` is what the critic said about it. */
export type SeenStep = { action: string; input: JsonObject; observation: string; note: string };

/** Reads back what the JSON format of the loop has written: each call, its observation, its notes. */
export function readSteps(scratchpad: string): SeenStep[] {
  const blocks = scratchpad.split(/^(?=\{"thought")/m).slice(1);
  return blocks.map((block) => {
    const reading = extractJson(block.split('\n', 1)[0]!);
    const { action, action_input: input } = reading.ok ? reading.value : {};
    return {
      action: String(action),
      input: (input ?? {}) as JsonObject,
      observation: lineOf('Observation', block),
      note: lineOf('Note', block),
    };
  });
}

/** The text behind the first such label. */
export function lineOf(label: string, text: string): string {
  return new RegExp(`^${label}: (.*)$`, 'm').exec(text)?.[1] ?? '';
}

export function failed({ observation }: { observation: string }): boolean {
  return observation.startsWith('ERROR[');
}

/** The facts that were found, in words. */
export function knownFacts(steps: readonly SeenStep[]): string[] {
  return steps
    .filter((step) => step.action === 'knowledge_lookup' && !failed(step))
    .map(({ input, observation }) => `${input.key} is ${observation}`);
}

/** A step as a model would write it; `final` and `give_up` are actions too. */
export function act(thought: string, action: string, input: JsonObject): string {
  return JSON.stringify({ thought, action, action_input: input });
}

/** Gives up; the reason is what was seen to fail, each message up to its advice. */
export function giveUp(thought: string, partial: string, steps: readonly SeenStep[]): string {
  const failures = steps.filter(failed).map(({ observation }) => observation.split(';')[0]);
  const reason = [...new Set(failures)].join('; ') || 'Nothing that was found is the answer';
  return act(thought, 'give_up', { partial_answer: partial, reason });
}
