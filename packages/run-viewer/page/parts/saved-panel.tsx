import type { SavedState } from '../view-model/saved-states.ts';
import { Badge } from './badge.tsx';
import { CappedList } from './capped-list.tsx';
import { memo } from './memo.tsx';
import { Text } from './text.tsx';

const icons = { checkpoint: '⚓', restore: '↶', compaction: '≡' } as const;

/** Checkpoints, returns to them, and shortened conversations. */
export const SavedPanel = memo(({ states }: { states: readonly SavedState[] }) => (
  <section aria-labelledby="saved-title" class="panel">
    <h2 id="saved-title">Checkpoints</h2>
    <CappedList items={states}>
      {({ kind, text, priority, stepId }) => (
        <>
          <Badge tone={kind === 'restore' ? 'warn' : 'plain'} icon={icons[kind]}>
            {kind}
          </Badge>{' '}
          <a href={`#${stepId}`}>
            <Text value={text} />
          </a>
          {priority !== undefined && (
            <span class="muted">
              {' '}
              <Text value={priority} /> priority
            </span>
          )}
        </>
      )}
    </CappedList>
  </section>
));
