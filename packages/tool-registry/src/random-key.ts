/** A new idempotency key for a call outside a run. */
export function randomKey(): string {
  // Browsers have randomUUID on secure pages only, getRandomValues everywhere.
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
}
