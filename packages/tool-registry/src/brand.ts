/** Recognises what any copy of a package has marked; `instanceof` would know only its own. */
export function hasBrand(value: unknown, brand: symbol): boolean {
  try {
    return typeof value === 'object' && value !== null && Object.hasOwn(value, brand);
  } catch {
    // A proxy may throw at every touch.
    return false;
  }
}
