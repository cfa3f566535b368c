/** Makes a function that computes its result once for each object and keeps it as long as the object lives. */
export function remember<Key extends object, Value extends {}>(
  compute: (key: Key) => Value,
): (key: Key) => Value {
  const results = new WeakMap<Key, Value>();
  return (key) => {
    const known = results.get(key);
    if (known !== undefined) return known;
    const result = compute(key);
    results.set(key, result);
    return result;
  };
}
