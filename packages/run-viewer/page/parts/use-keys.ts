import { useEffect } from 'preact/hooks';

/** What keys do anywhere on the page, except where a text is being written. */
export type KeyActions = {
  move: (by: number) => void;
  open: () => void;
  search: () => void;
  leave: () => void;
  help: () => void;
};

export function useKeys({ move, open, search, leave, help }: KeyActions): void {
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.ctrlKey || event.metaKey || event.altKey) return;
      const target = event.target as HTMLElement;
      // A dialog closes itself.
      if (target.closest('dialog')) return;
      if (event.key === 'Escape') {
        leave();
        return;
      }
      if (target.matches('input, textarea, select')) return;
      // Whatever Enter presses by itself keeps it.
      if (event.key === 'Enter' && target.matches('button, a, summary')) return;
      const action = {
        j: () => move(1),
        k: () => move(-1),
        Enter: open,
        '/': search,
        '?': help,
      }[event.key];
      if (action === undefined) return;
      event.preventDefault();
      action();
    };
    document.addEventListener('keydown', onKeyDown);
    return () => document.removeEventListener('keydown', onKeyDown);
  }, [move, open, search, leave, help]);
}
