import { useCallback, useEffect, useRef, useState } from 'preact/hooks';
import type { StepView } from '../view-model/run-view.ts';
import { stepsPerPage } from './transcript.tsx';

/**
 * Which step is selected and which page of the transcript is shown; the address of the page names the step.
 *
 * @param steps what the transcript shows
 * @param rows what keys move over
 */
export function useSelection(steps: readonly StepView[], rows: readonly StepView[]) {
  const [selectedId, setSelectedId] = useState<string | undefined>(idInAddress);
  const [page, setPage] = useState(() => pageOf(steps, idInAddress()));
  const [openedId, setOpenedId] = useState<string | undefined>(idInAddress);
  /** Keys may come faster than the page is drawn. */
  const latestId = useRef(selectedId);

  const select = useCallback(
    (id: string | undefined) => {
      latestId.current = id;
      setSelectedId(id);
      setOpenedId(undefined);
      if (id !== undefined) setPage(pageOf(steps, id));
      writeAddress(id);
    },
    [steps],
  );
  const open = useCallback(
    (id: string) => {
      select(id);
      setOpenedId(id);
    },
    [select],
  );
  const move = useCallback(
    (by: number) => {
      const at = rows.findIndex(({ id }) => id === latestId.current);
      const start = at === -1 && by < 0 ? rows.length : at;
      const next = rows[Math.max(0, Math.min(rows.length - 1, start + by))];
      if (next !== undefined) select(next.id);
      return next?.id;
    },
    [rows, select],
  );

  useEffect(() => {
    const onHashChange = () => {
      const id = idInAddress();
      if (id !== undefined) open(id);
    };
    addEventListener('hashchange', onHashChange);
    return () => removeEventListener('hashchange', onHashChange);
  }, [open]);
  // A card can be shown once its step has come and its page is drawn.
  useEffect(() => {
    if (openedId === undefined) return;
    const card = document.getElementById(openedId);
    if (card === null) {
      if (steps.some(({ id }) => id === openedId)) setPage(pageOf(steps, openedId));
      return;
    }
    card.scrollIntoView({ block: 'start' });
    card.focus({ preventScroll: true });
    setOpenedId(undefined);
  }, [openedId, steps, page]);

  return { selectedId, select, open, move, page, setPage };
}

function pageOf(steps: readonly StepView[], id: string | undefined): number {
  const index = steps.findIndex((step) => step.id === id);
  return index === -1 ? 0 : Math.floor(index / stepsPerPage);
}

function idInAddress(): string | undefined {
  const id = location.hash.slice(1);
  return id.startsWith('step-') ? id : undefined;
}

function writeAddress(id: string | undefined): void {
  try {
    history.replaceState(null, '', id === undefined ? ' ' : `#${id}`);
  } catch {
    // A page without an address of its own, as in a preview, has none to write.
  }
}
