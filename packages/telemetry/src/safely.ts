/**
 * Calls what belongs to others: tracers, meters, exporters, functions of the caller. What it throws, or rejects with, is
 * not heard; then there is no value.
 */
export function safely<Value>(call: () => Value): Value | undefined {
  try {
    const value = call();
    if (isThenable(value)) value.then(undefined, () => {});
    return value;
  } catch {
    return undefined;
  }
}

export function isThenable(value: unknown): value is PromiseLike<unknown> {
  return (
    typeof value === 'object' &&
    value !== null &&
    typeof (value as Partial<PromiseLike<unknown>>).then === 'function'
  );
}
