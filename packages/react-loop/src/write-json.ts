import { capText } from '@loopwright/core-parser';
import { reactDefaults } from './defaults.ts';

/** JSON text on one line by every reading of what a line is: `JSON.stringify` leaves some separators as they are. */
export function writeJson(value: unknown): string {
  return JSON.stringify(value).replaceAll(/[\x85\u2028\u2029]/g, escapeCharacter);
}

/** The thought of a step as the next prompt shows it. */
export function capThought(thought: string): string {
  return capText(thought, reactDefaults.maxEchoedThoughtChars, 'The rest is left out.');
}

/** The arguments of a call as the next prompt shows them: too long ones as the beginning of their JSON text. */
export function capArgs(args: object): { json: string; isCut: boolean } {
  const json = writeJson(args);
  if (json.length <= reactDefaults.maxEchoedArgsChars) return { json, isCut: false };
  const cut = capText(json, reactDefaults.maxEchoedArgsChars, 'The tool got all of it.');
  return { json: cut, isCut: true };
}

function escapeCharacter(character: string): string {
  return `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`;
}
