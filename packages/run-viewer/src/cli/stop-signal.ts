const signals = ['SIGINT', 'SIGTERM'] as const;

/**
 * A signal that is aborted by the first SIGINT or SIGTERM from now on. Only what can end in order asks for it: whatever else
 * goes on is ended by them as any program is, and so is everything by the next one.
 */
export function stopSignal(): AbortSignal {
  const stop = new AbortController();
  const onSignal = () => {
    for (const signal of signals) process.off(signal, onSignal);
    stop.abort();
  };
  for (const signal of signals) process.on(signal, onSignal);
  return stop.signal;
}
