import { capText, jsonLine } from '@loopwright/core-parser';
import { reactDefaults } from './defaults.ts';

/** The thought of a step as the next prompt shows it. */
export function capThought(thought: string): string {
  return capText(thought, reactDefaults.maxEchoedThoughtChars, 'The rest is left out.');
}

/** The name of a tool as the next prompt shows it. No tool has a longer one, so that there is no rest to tell of. */
export function capName(name: string): string {
  return name.slice(0, reactDefaults.maxEchoedNameChars).toWellFormed();
}

/** The arguments of a call as the next prompt shows them: too long ones as the beginning of their JSON text. */
export function capArgs(args: object): { json: string; isCut: boolean } {
  return capJson(jsonLine(args));
}

/** The same for arguments that are JSON text already. */
export function capJson(json: string): { json: string; isCut: boolean } {
  if (json.length <= reactDefaults.maxEchoedArgsChars) return { json, isCut: false };
  const cut = capText(json, reactDefaults.maxEchoedArgsChars, 'The tool got all of it.');
  return { json: cut, isCut: true };
}

/** The beginning of a text, in one line. */
export function shorten(text: string): string {
  const { maxDigestChars } = reactDefaults;
  const line = text
    .slice(0, 4 * maxDigestChars)
    .replaceAll(/\s+/g, ' ')
    .trim();
  const isWhole = line.length <= maxDigestChars && text.length <= 4 * maxDigestChars;
  return isWhole ? line : `${line.slice(0, maxDigestChars - 1)}…`.toWellFormed();
}
