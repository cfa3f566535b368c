import type { RunStatus } from '../view-model/run-status.ts';
import type { RunView } from '../view-model/run-view.ts';
import type { SavedState } from '../view-model/saved-states.ts';
import { ApprovalsPanel } from './approvals-panel.tsx';
import { EffectsPanel } from './effects-panel.tsx';
import { FlagsPanel } from './flags-panel.tsx';
import { memo } from './memo.tsx';
import { SavedPanel } from './saved-panel.tsx';
import { TokensPanel } from './tokens-panel.tsx';
import { WatchPanel } from './watch-panel.tsx';

type SidePanelsProps = {
  view: RunView;
  status: RunStatus;
  saved: readonly SavedState[];
  selectedId: string | undefined;
};

/** What is told of the run as a whole; panels that have nothing to tell are left out. */
export const SidePanels = memo(({ view, status, saved, selectedId }: SidePanelsProps) => (
  <aside aria-label="About the run">
    <TokensPanel steps={view.steps} />
    <WatchPanel steps={view.steps} selectedId={selectedId} />
    <EffectsPanel effects={view.effects} />
    {view.approvals.length > 0 && <ApprovalsPanel approvals={view.approvals} />}
    {saved.length > 0 && <SavedPanel states={saved} />}
    {status.flags.length > 0 && <FlagsPanel flags={status.flags} />}
  </aside>
));
