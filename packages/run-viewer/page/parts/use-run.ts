import { useCallback, useMemo, useRef, useState } from 'preact/hooks';
import { budgets } from '../view-model/budgets.ts';
import { buildRunView } from '../view-model/build-run-view.ts';
import { textOf } from '../view-model/loose.ts';
import type { PageData } from '../view-model/page-data.ts';
import { planGenerations } from '../view-model/plan-generations.ts';
import { isOver, receiveLines } from '../view-model/receive-lines.ts';
import { runStatus } from '../view-model/run-status.ts';
import { savedStates } from '../view-model/saved-states.ts';
import { useLive } from './use-live.ts';

/** The run as it is shown: all events that are there, or those up to a point that the reader chose. */
export function useRun(initial: PageData) {
  const [data, setData] = useState(initial);
  const [position, setPosition] = useState<number>();
  const latest = useRef(initial);
  const receive = useCallback((lines: readonly string[]) => {
    const { header } = latest.current;
    latest.current = receiveLines(latest.current, lines);
    // A place in one log is none in another.
    if (latest.current.header !== header) setPosition(undefined);
    setData(latest.current);
    return isOver(latest.current);
  }, []);
  const live = useLive(initial.livePath, receive);

  const { events, isCut } = data;
  const shown = useMemo(
    () => (position === undefined ? events : events.slice(0, position)),
    [events, position],
  );
  const view = useMemo(() => buildRunView(shown), [shown]);
  const more =
    position !== undefined ? 'replay' : live === 'off' || live === 'over' ? undefined : 'live';
  const status = useMemo(() => runStatus(view, isCut, more), [view, isCut, more]);
  const level = textOf(data.header.level);
  const gauges = useMemo(() => budgets(view, level), [view, level]);
  const generations = useMemo(() => planGenerations(view), [view]);
  const saved = useMemo(() => savedStates(view), [view]);
  return { data, shown, view, status, gauges, generations, saved, live, position, setPosition };
}
