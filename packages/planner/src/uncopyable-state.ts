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

/** What the store in memory keeps as it is. */
const keepableInMemory = 'Plain objects, lists, primitives, Date, Map and Set can';

/** Makes the error; `keepable` says what can be kept instead. */
export function uncopyableState(
  path: string,
  what: string,
  keepable: string = keepableInMemory,
): UncopyableStateError {
  const error = new Error(`${path} is ${what}, which cannot be kept. ${keepable}: save its data.`);
  error.name = 'UncopyableStateError';
  return Object.assign(error, { code: 'uncopyable_state' as const, path, [marker]: true });
}
