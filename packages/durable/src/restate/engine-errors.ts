const namesOfEngine = new Set([
  ...['RestateError', 'TerminalError', 'CancelledError', 'TimeoutError'],
  ...['RetryableError', 'PauseError'],
]);

/** An error with which the SDK of Restate steers an invocation, from whichever copy of it. */
export function isEngineError(error: unknown): error is Error & { code: number } {
  return error instanceof Error && namesOfEngine.has(error.name) && 'code' in error;
}

/** The error with which the engine cancels an invocation. */
export function isCancelled(error: unknown): boolean {
  return isEngineError(error) && error.name === 'CancelledError';
}
