import type { ApprovalAnswer } from './effect.ts';

/**
 * A decision as somebody gave it: true, false or `{ approved, note }`. That a run was cancelled is not for whoever decides
 * to say.
 *
 * @throws TypeError for anything else.
 */
export function readApprovalAnswer(given: unknown): ApprovalAnswer {
  if (typeof given === 'boolean') return { approved: given };
  const { approved, note } = Object(given) as { approved?: unknown; note?: unknown };
  if (typeof approved !== 'boolean') {
    throw new TypeError(
      `An answer is true, false or { approved: true or false, note }, not ${describe(given)}`,
    );
  }
  return { approved, ...(typeof note === 'string' ? { note } : {}) };
}

function describe(given: unknown): string {
  return typeof given === 'object' && given !== null
    ? 'an object without a boolean approved'
    : String(given);
}
