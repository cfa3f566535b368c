import { useEffect, useState } from 'preact/hooks';

export type LiveState = 'off' | 'connecting' | 'connected' | 'reconnecting' | 'over';

/** Lines are handed on together, so that a fast run is not drawn anew for each of them. */
const collectMs = 100;

/**
 * Listens for lines of the log. The browser connects again by itself, and says which line was the last; it stops where the
 * server answers that nothing more will come.
 *
 * @param receive gets lines in order; true when no more will come
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
    let timer: ReturnType<typeof setTimeout> | undefined;
    const flush = () => {
      timer = undefined;
      const isOver = receive(lines);
      lines = [];
      if (!isOver) return;
      source.close();
      setState('over');
    };
    source.onopen = () => setState('connected');
    source.onmessage = ({ data }) => {
      lines.push(String(data));
      timer ??= setTimeout(flush, collectMs);
    };
    source.onerror = () => {
      setState(source.readyState === EventSource.CLOSED ? 'over' : 'reconnecting');
    };
    return () => {
      clearTimeout(timer);
      source.close();
    };
  }, [path, receive]);
  return state;
}
