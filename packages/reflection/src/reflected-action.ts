import type { JsonObject } from '@loopwright/core-parser';
import { digest, toJson } from '@loopwright/core-parser';
import type { SensitiveNames } from './secret-names.ts';
import { redacted, withoutSecrets } from './secret-names.ts';

/** An action of an agent: a tool and what it is called with. */
export type ReflectedAction = { readonly name: string; readonly parameters: JsonObject };

/** Per tool, the parameter that names what a call is about. Default `entity`. */
export type EntityParameters = Readonly<Record<string, string>>;

const maxSubjectChars = 80;

/** A key of an action; the order of parameter names does not matter. */
export function actionKey(action: ReflectedAction): string {
  return digest(toJson([action.name, action.parameters]));
}

/** The same action with only what says which entity it asks about: one parameter, or all when it has no such one. */
export function aboutEntity(
  action: ReflectedAction,
  entityParameters: EntityParameters = {},
): ReflectedAction {
  const { name, parameters } = action;
  const parameter = Object.hasOwn(entityParameters, name) ? entityParameters[name]! : 'entity';
  const value = Object.hasOwn(parameters, parameter) ? parameters[parameter] : undefined;
  return value === undefined ? action : { name, parameters: { [parameter]: value } };
}

/**
 * What an action is about, in words: its texts and numbers, in the order of their names, secrets left out. For
 * `{ entity: 'atlantis' }` it is "atlantis".
 */
export function subjectOf(
  { name: tool, parameters }: ReflectedAction,
  sensitive?: SensitiveNames,
): string {
  const shown = withoutSecrets(parameters, [tool], sensitive);
  return Object.keys(shown)
    .sort()
    .map((name) => shown[name])
    .filter((value) => typeof value === 'string' || typeof value === 'number')
    .filter((value) => value !== redacted)
    .join(' ')
    .replace(/\s+/g, ' ')
    .trim();
}

/** What an action is about, cut to a length fit for a sentence. */
export function shortSubject(action: ReflectedAction, sensitive?: SensitiveNames): string {
  const subject = subjectOf(action, sensitive);
  const cut =
    subject.length > maxSubjectChars ? `${subject.slice(0, maxSubjectChars - 1)}…` : subject;
  return cut.replace(/\p{Surrogate}/gu, '\ufffd');
}

/**
 * A key of a tool and a subject, so that `search(q=Atlantis)` and `search(query=atlantis)` are known to be the same;
 * undefined when the action names no subject.
 */
export function subjectKey(tool: string, subject: string): string | undefined {
  return subject === '' ? undefined : digest([tool, subject.toLowerCase()]);
}
