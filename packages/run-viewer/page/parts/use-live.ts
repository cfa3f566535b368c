import { useEffect, useState } from 'preact/hooks';

export type LiveState = 'off' | 'connecting' | 'connected' | 'reconnecting' | 'over';

/** Lines are handed on together, so that a fast run is not drawn anew for each of them. */
const collectMs = 100;

/**
 * Listens for lines of the log. The browser connects again by itself, and says which line was the last; it stops where the
 * server answers that nothing more will come, and where the connection ends after the run. Until then another log may begin.
 *
 * @param receive gets lines in order; true when the run is over
 */
export function useLive(
  path: string | undefined,
  receive: (lines: readonly string[]) => boolean,
): LiveState {
  const [state, setState] = useState<LiveState>(path === undefined ? 'off' : 'connecting');
  useEffect(() => {
    if (path === undefined) return undefined;
    const source = new EventSource(path);
    let lines: string[] = [];
    let isOver = false;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const showOpen = () => setState(isOver ? 'over' : 'connected');
    const flush = () => {
      timer = undefined;
      isOver = receive(lines);
      lines = [];
      if (source.readyState === EventSource.OPEN) showOpen();
    };
    source.onopen = showOpen;
    source.onmessage = ({ data }) => {
      lines.push(String(data));
      timer ??= setTimeout(flush, collectMs);
    };
    source.onerror = () => {
      if (timer !== undefined) {
        clearTimeout(timer);
        flush();
      }
      if (isOver) source.close();
      setState(source.readyState === EventSource.CLOSED ? 'over' : 'reconnecting');
    };
    return () => {
      clearTimeout(timer);
      source.close();
    };
  }, [path, receive]);
  return state;
}
