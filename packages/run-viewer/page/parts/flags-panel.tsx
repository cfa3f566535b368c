import { CappedList } from './capped-list.tsx';
import { memo } from './memo.tsx';
import { Text } from './text.tsx';

/** What was odd and did no harm, or came together with the end. */
export const FlagsPanel = memo(({ flags }: { flags: readonly string[] }) => (
  <section aria-labelledby="flags-title" class="panel">
    <h2 id="flags-title">Flags</h2>
    <CappedList items={flags}>
      {(flag) => (
        <>
          ⚑ <Text value={flag} />
        </>
      )}
    </CappedList>
  </section>
));
