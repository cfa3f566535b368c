const signals = ['SIGTERM', 'SIGINT'] as const;

/**
 * Tells by a signal that SIGTERM or Ctrl-C asked this process to leave what it does. A second one ends the process at
 * once, as it does without this. `stop` gives both back their usual meaning.
 */
export function leaveOnSignals(): { readonly leave: AbortSignal; stop(): void } {
  const controller = new AbortController();
  const stop = () => {
    for (const signal of signals) process.off(signal, onSignal);
  };
  function onSignal(): void {
    stop();
    controller.abort();
  }
  for (const signal of signals) process.on(signal, onSignal);
  return { leave: controller.signal, stop };
}
