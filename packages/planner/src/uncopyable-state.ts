const marker = Symbol.for('@loopwright/planner/uncopyable-state');

/** The error thrown for state that no checkpoint can keep as it is: `code` is `uncopyable_state`. */
export type UncopyableStateError = Error & {
  readonly code: 'uncopyable_state';
  /** Where it stands, such as `plan.tasks[2].result`. */
  readonly path: string;
};

/** Recognises an {@link UncopyableStateError}, also one thrown by another copy of this package. */
export function isUncopyableState(error: unknown): error is UncopyableStateError {
  return typeof error === 'object' && error !== null && marker in error;
}

/** Makes the error. */
export function uncopyableState(path: string, what: string): UncopyableStateError {
  const error = new Error(
    `${path} is ${what}, which cannot be kept. Plain objects, lists, primitives, Date, Map and Set can: save its data.`,
  );
  error.name = 'UncopyableStateError';
  return Object.assign(error, { code: 'uncopyable_state' as const, path, [marker]: true });
}
