/** Takes note of a promise that nobody waits for: if it rejects, that is no unhandled rejection. */
export function ignoreRejection(value: unknown): void {
  // resolve adopts any thenable, and turns a `then` that throws into a rejection.
  Promise.resolve(value).catch(() => {});
}
