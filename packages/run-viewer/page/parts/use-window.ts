import { useCallback, useState } from 'preact/hooks';

/** Rows drawn beyond the visible ones, so that scrolling shows no gap. */
const extraRows = 8;

/** Which rows of a long list are to be drawn, for rows of one height. */
export function useWindow(count: number, rowHeight: number, viewHeight: number) {
  const [first, setFirst] = useState(0);
  const onScroll = useCallback(
    (event: Event) => {
      setFirst(Math.floor((event.currentTarget as HTMLElement).scrollTop / rowHeight));
    },
    [rowHeight],
  );
  const visible = Math.ceil(viewHeight / rowHeight) + 1;
  const start = Math.max(0, Math.min(first, count - visible) - extraRows);
  const end = Math.min(count, start + visible + 2 * extraRows);
  return { start, end, onScroll };
}
