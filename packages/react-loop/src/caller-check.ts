import type { GuardAnswer } from '@loopwright/agent-run';

/** What a guard says when a check of the caller gave an answer that cannot be meant: the run goes on. */
export function flag(text: string): GuardAnswer {
  return { kind: 'flag', text };
}

/** A check must answer at once. A promise in its place is not waited for; what it rejects with is nobody's to catch. */
export function isPromise(answer: unknown): boolean {
  const { then } = answer as { then?: unknown };
  if (typeof then !== 'function') return false;
  (answer as PromiseLike<unknown>).then(undefined, () => {});
  return true;
}
