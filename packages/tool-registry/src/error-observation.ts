import { capText } from '@loopwright/core-parser';
import type { Observation, ToolError } from './observation.ts';
import { oneLine } from './one-line.ts';

/** Characters of a tool name in a text. A model may ask for a tool of any name, so it is not trusted. */
const maxNameChars = 64;

/** A tool's name, or what a model takes for one, on one bounded line. */
export function displayName(name: unknown): string {
  return (typeof name === 'string' && oneLine(name, maxNameChars)) || '(no name)';
}

/**
 * The observation of a failure: `ERROR[tool]: Type: message` (T1), at most `maxChars` characters with the marker of a
 * cut.
 */
export function errorObservation(tool: string, error: ToolError, maxChars: number): Observation {
  const name = displayName(tool);
  const type = oneLine(error.type, maxNameChars) || 'Error';
  const message = oneLine(error.message, Math.max(maxChars, maxNameChars));
  return {
    tool: name,
    ok: false,
    error: { ...error, type, message },
    text: capText(`ERROR[${name}]: ${type}: ${message}`, maxChars),
  };
}

/**
 * The observation of a call whose effect may or may not have happened. The same for a passed deadline and for a
 * process that ended, so that a resumed run reads what an undisturbed one would have read.
 */
export function outcomeUnknown(tool: string, maxChars: number): Observation {
  return errorObservation(
    tool,
    {
      type: 'OutcomeUnknown',
      class: 'unknown_outcome',
      code: 'unknown_outcome',
      message:
        'the call did not finish, outcome unknown: its effect may or may not have happened. ' +
        'Do not simply repeat it; check the state first if you can',
    },
    maxChars,
  );
}
