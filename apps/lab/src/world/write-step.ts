import type { JsonObject } from '@loopwright/core-parser';

/** A step as a model would write it. */
export function writeStep(thought: string, action: string, input: JsonObject): string {
  return `Thought: ${thought}\nAction: ${action}\nAction Input: ${JSON.stringify(input)}`;
}

/** The observations that a policy finds in its scratchpad, oldest first. */
export function observationsIn(scratchpad: string): string[] {
  return [...scratchpad.matchAll(/^Observation: (.*)$/gm)].map(([, text]) => text!);
}
