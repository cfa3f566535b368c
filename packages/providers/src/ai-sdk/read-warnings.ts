import { fieldsOf } from './language-model.ts';

/** The warnings of all versions of the specification as sentences. */
export function readWarnings(given: unknown): string[] {
  if (!Array.isArray(given)) return [];
  return given.map(fieldsOf).map((warning) => {
    const { type, message, details } = warning;
    const subject =
      warning.setting ?? warning.feature ?? fieldsOf(warning.tool).name ?? 'a setting';
    const detail = typeof details === 'string' && details !== '' ? `: ${details}` : '';
    if (typeof message === 'string') return message;
    if (type === 'compatibility') return `${String(subject)} is imitated${detail}`;
    return `${String(subject)} is not honoured: the model does not support it${detail}`;
  });
}
