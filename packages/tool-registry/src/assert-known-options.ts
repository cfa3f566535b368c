import { createToolDefinitionError } from './tool-definition-error.ts';

/** Refuses an option of another name: a misspelt rule or limit would silently not apply. */
export function assertKnownOptions(
  what: string,
  options: object,
  known: Readonly<Record<string, true>>,
): void {
  const unknown = Object.keys(options).find((name) => !Object.hasOwn(known, name));
  if (unknown === undefined) return;
  throw createToolDefinitionError(
    'invalid_option',
    `${what} has no option ${JSON.stringify(unknown)}. The options are ${Object.keys(known).join(', ')}`,
  );
}
