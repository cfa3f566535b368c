import { createToolDefinitionError } from './tool-definition-error.ts';

/** Refuses what is no object, and an option of another name: a misspelt rule or limit would silently not apply. */
export function assertKnownOptions(
  what: string,
  options: unknown,
  known: Readonly<Record<string, true>>,
): asserts options is object {
  const names = Object.keys(known).join(', ');
  if (typeof options !== 'object' || options === null || Array.isArray(options)) {
    throw createToolDefinitionError(
      'invalid_option',
      `${what} takes an object of options: ${names}`,
    );
  }
  const unknown = Object.keys(options).find((name) => !Object.hasOwn(known, name));
  if (unknown === undefined) return;
  throw createToolDefinitionError(
    'invalid_option',
    `${what} has no option ${JSON.stringify(unknown)}. The options are ${names}`,
  );
}
