import { visibleText } from '../../src/story/visible-text.ts';
import { shortValue } from '../view-model/loose.ts';
import type { EffectView } from '../view-model/run-view.ts';
import { Badge } from './badge.tsx';
import { CappedList } from './capped-list.tsx';
import { effectLooks } from './effect-looks.ts';
import { memo } from './memo.tsx';
import { Text } from './text.tsx';

/** The ledger: what the run has done to the world, has not done, or may have done. */
export const EffectsPanel = memo(({ effects }: { effects: readonly EffectView[] }) => (
  <section aria-labelledby="effects-title" class="panel">
    <h2 id="effects-title">Effects</h2>
    {effects.length === 0 && <p class="muted">None.</p>}
    <CappedList items={effects}>
      {({ tool, args, status, id }) => (
        <span title={visibleText(id)}>
          <Badge tone={effectLooks[status].tone} icon={effectLooks[status].icon}>
            {effectLooks[status].word}
          </Badge>{' '}
          <strong>
            <Text value={tool} />
          </strong>{' '}
          <code>
            <Text value={shortValue(args ?? '', 200)} />
          </code>
        </span>
      )}
    </CappedList>
  </section>
));
