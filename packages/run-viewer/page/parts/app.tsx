import { useCallback, useEffect, useMemo, useRef, useState } from 'preact/hooks';
import { filterSteps, noFilter } from '../view-model/filter-steps.ts';
import type { PageData } from '../view-model/page-data.ts';
import { countSteps, withoutEnds } from '../view-model/step-words.ts';
import { Banner } from './banner.tsx';
import { CopyMenu } from './copy-menu.tsx';
import { Gauges } from './gauges.tsx';
import { HelpDialog } from './help-dialog.tsx';
import { LiveLine } from './live-line.tsx';
import { PlanPanel } from './plan-panel.tsx';
import { ReplayBar } from './replay-bar.tsx';
import { SearchBar } from './search-bar.tsx';
import { SidePanels } from './side-panels.tsx';
import { ThemeSwitch } from './theme-switch.tsx';
import { Timeline } from './timeline.tsx';
import { stepsPerPage, Transcript } from './transcript.tsx';
import { useFollow } from './use-follow.ts';
import { useKeys } from './use-keys.ts';
import { useRun } from './use-run.ts';
import { useSelection } from './use-selection.ts';

/** The whole page. */
export function App({ initial }: { initial: PageData }) {
  const { data, shown, view, status, gauges, generations, saved, live, position, setPosition } =
    useRun(initial);
  const [filter, setFilter] = useState(noFilter);
  const steps = useMemo(() => filterSteps(view.steps, filter), [view, filter]);
  const rows = useMemo(() => withoutEnds(steps), [steps]);
  const { selectedId, select, open, move, page, setPage } = useSelection(steps, rows);
  const { isFollowing, follow } = useFollow(live !== 'off' && live !== 'over');
  const lastPage = Math.max(0, Math.ceil(steps.length / stepsPerPage) - 1);
  const isAtEnd = isFollowing || (position !== undefined && position < data.events.length);
  useEffect(() => {
    if (isAtEnd) setPage(lastPage);
  }, [isAtEnd, lastPage, setPage]);

  const [isHelpOpen, setHelpOpen] = useState(false);
  const search = useRef<HTMLInputElement>(null);
  const moveAndShow = useCallback(
    (by: number) => {
      const id = move(by);
      // After the card is drawn, which may stand on another page.
      if (id !== undefined) {
        setTimeout(() => document.getElementById(id)?.scrollIntoView({ block: 'nearest' }));
      }
    },
    [move],
  );
  useKeys({
    move: moveAndShow,
    open: useCallback(() => selectedId !== undefined && open(selectedId), [open, selectedId]),
    search: useCallback(() => search.current?.focus(), []),
    help: useCallback(() => setHelpOpen(true), []),
    leave: useCallback(() => {
      const menu = document.querySelector('details.menu[open]');
      if (menu !== null) menu.removeAttribute('open');
      else if (document.activeElement === search.current || filter !== noFilter) {
        search.current?.blur();
        setFilter(noFilter);
      } else select(undefined);
    }, [select, filter]),
  });

  return (
    <>
      <header class="top">
        <strong>
          <span aria-hidden="true">{status.icon}</span> {status.word}
        </strong>
        <LiveLine live={live} isFollowing={isFollowing} onFollow={follow} />
        <nav aria-label="Sections">
          {generations.length > 0 && <a href="#plan">Plan</a>}
          <a href="#timeline">Timeline</a>
          <a href="#transcript">Transcript</a>
        </nav>
        <span class="tools">
          <CopyMenu data={data} events={shown} view={view} status={status} />
          <ThemeSwitch />
          <button type="button" onClick={() => setHelpOpen(true)} aria-label="Help on keys">
            ?
          </button>
        </span>
      </header>
      <main>
        <Banner status={status} root={view.root} data={data} />
        <Gauges gauges={gauges} />
        <ReplayBar
          position={position ?? data.events.length}
          all={data.events.length}
          onPosition={setPosition}
        />
        {generations.length > 0 && <PlanPanel generations={generations} onOpen={open} />}
        <SearchBar
          filter={filter}
          onFilter={setFilter}
          found={countSteps(steps)}
          all={countSteps(view.steps)}
          input={search}
        />
        <div class="grid">
          <Timeline steps={rows} selectedId={selectedId} onSelect={select} onMove={move} />
          <SidePanels view={view} status={status} saved={saved} selectedId={selectedId} />
          <Transcript
            steps={steps}
            page={Math.min(page, lastPage)}
            onPage={setPage}
            selectedId={selectedId}
            hidden={filter.hidden}
            parts={view.parts}
          />
        </div>
      </main>
      <HelpDialog isOpen={isHelpOpen} onClose={() => setHelpOpen(false)} />
    </>
  );
}
