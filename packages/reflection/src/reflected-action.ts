import type { JsonObject } from '@loopwright/core-parser';
import { digest, toJson } from '@loopwright/core-parser';
import type { SensitiveNames } from './secret-names.ts';
import { isHiddenName } from './secret-names.ts';

/** An action of an agent: a tool and what it is called with. */
export type ReflectedAction = { readonly name: string; readonly parameters: JsonObject };

/** A key of an action; the order of parameter names does not matter. */
export function actionKey(action: ReflectedAction): string {
  return digest(toJson([action.name, action.parameters]));
}

/**
 * What an action is about, in words: its texts and numbers, in the order of their names, secrets left out. For
 * `{ entity: 'atlantis' }` it is "atlantis".
 */
export function subjectOf(
  { name: tool, parameters }: ReflectedAction,
  sensitive?: SensitiveNames,
): string {
  const isHidden = isHiddenName(tool, sensitive);
  return Object.keys(parameters)
    .filter((name) => !isHidden(name))
    .sort()
    .map((name) => parameters[name])
    .filter((value) => typeof value === 'string' || typeof value === 'number')
    .join(' ')
    .replace(/\s+/g, ' ')
    .trim();
}

/** A key of a tool and a subject, so that `search(q=Atlantis)` and `search(query=atlantis)` are known to be the same. */
export function subjectKey(action: ReflectedAction): string {
  return digest(toJson([action.name, subjectOf(action).toLowerCase()]));
}

/** The entity an action asks about: its parameter `entity`, or all its parameters when it has none. */
export function entityKey(action: ReflectedAction): string {
  const { entity } = action.parameters;
  return digest(toJson([action.name, entity === undefined ? action.parameters : { entity }]));
}
