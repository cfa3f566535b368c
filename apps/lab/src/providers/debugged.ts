import type { Model } from '@loopwright/agent-run';
import { withDebug } from '@loopwright/providers';

/** Whether LOOPWRIGHT_DEBUG=1 asks for each prompt and each raw reply. */
export function isDebugging(): boolean {
  return process.env.LOOPWRIGHT_DEBUG === '1';
}

/**
 * The models of a scenario; with LOOPWRIGHT_DEBUG=1 each prompt and each raw reply goes to standard error.
 *
 * @param withoutKey Takes the key of a provider out of what is printed.
 */
export function debugged<Role extends string>(
  models: Record<Role, Model>,
  withoutKey: (text: string) => string,
): Record<Role, Model> {
  if (!isDebugging()) return models;
  const print = (text: string) => console.error(withoutKey(text));
  const shown = Object.entries<Model>(models).map(([role, model]) => [
    role,
    withDebug(model, { print }),
  ]);
  return Object.fromEntries(shown);
}
