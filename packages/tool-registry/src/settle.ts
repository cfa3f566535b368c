/** How work ended. */
export type Settled = { readonly started: boolean } & (
  | { readonly kind: 'value'; readonly value: unknown }
  | { readonly kind: 'thrown'; readonly error: unknown }
  | { readonly kind: 'timeout' }
  | { readonly kind: 'aborted' }
);

/** Options of {@link settle}; all times in milliseconds. */
export type SettleOptions = {
  /** Ends the work as `timeout`. Default: no limit. */
  timeoutMs?: number;
  /** Ends the work as `timeout` when no heartbeat came for so long. Default: no limit. */
  idleMs?: number;
  /** Time to settle after the work's signal was aborted; what it settles to within it counts. Default 0. */
  graceMs?: number;
  /** Ends the work as `aborted`. */
  signal?: AbortSignal;
};

/** Longer delays overflow the timer of the platform and would fire at once. */
const maxTimerMs = 2_147_483_647;

/**
 * Runs work that may never settle, and always settles itself: with what the work returned or threw, or as `timeout` or
 * `aborted`. Never rejects. Timers and listeners are gone when it settles; what the work does later is ignored. The
 * work is not started when the signal is already aborted or no time is left.
 */
export function settle(
  start: (signal: AbortSignal, heartbeat: () => void) => unknown,
  options: SettleOptions = {},
): Promise<Settled> {
  const { timeoutMs = Infinity, idleMs = Infinity, graceMs = 0, signal } = options;
  if (signal?.aborted) return Promise.resolve({ kind: 'aborted', started: false });
  // Written this way round so that NaN means no time rather than no limit.
  if (!(timeoutMs > 0 && idleMs > 0)) return Promise.resolve({ kind: 'timeout', started: false });

  return new Promise((resolve) => {
    const controller = new AbortController();
    let deadline: ReturnType<typeof setTimeout> | undefined;
    let idle: ReturnType<typeof setTimeout> | undefined;
    let ending = false;

    const stopWatching = () => {
      clearTimeout(deadline);
      clearTimeout(idle);
      signal?.removeEventListener('abort', onAbort);
    };
    const finish = (settled: Settled) => {
      ending = true;
      stopWatching();
      if (settled.kind === 'thrown') controller.abort(settled.error);
      resolve(settled);
    };
    const interrupt = (kind: 'timeout' | 'aborted', reason: unknown) => {
      ending = true;
      stopWatching();
      controller.abort(reason);
      if (graceMs > 0) deadline = timer(() => finish({ kind, started: true }), graceMs);
      else finish({ kind, started: true });
    };
    const onTimeout = () =>
      interrupt('timeout', new DOMException('The deadline has passed', 'TimeoutError'));
    const onAbort = () => interrupt('aborted', signal?.reason);
    const heartbeat = () => {
      if (ending) return;
      clearTimeout(idle);
      idle = timer(onTimeout, idleMs);
    };

    signal?.addEventListener('abort', onAbort);
    deadline = timer(onTimeout, timeoutMs);
    heartbeat();
    // The constructor catches a synchronous throw and adopts any thenable. Both handlers stay attached after the end,
    // so a late rejection is never unhandled.
    new Promise((adopt) => adopt(start(controller.signal, heartbeat))).then(
      (value) => finish({ kind: 'value', value, started: true }),
      (error: unknown) => finish({ kind: 'thrown', error, started: true }),
    );
  });
}

/** An ordinary timer: one from `AbortSignal.timeout` does not keep a process alive, which then ends too early. */
function timer(action: () => void, delayMs: number): ReturnType<typeof setTimeout> | undefined {
  if (delayMs === Infinity) return undefined;
  return setTimeout(action, Math.min(delayMs, maxTimerMs));
}
