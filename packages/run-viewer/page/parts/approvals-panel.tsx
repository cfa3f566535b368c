import { shortValue } from '../view-model/loose.ts';
import type { ApprovalView } from '../view-model/run-view.ts';
import { Badge } from './badge.tsx';
import { CappedList } from './capped-list.tsx';
import { memo } from './memo.tsx';
import { Text } from './text.tsx';

const looks = {
  waiting: ['busy', '‖', 'waits for a decision'],
  approved: ['good', '✓', 'approved'],
  denied: ['bad', '✕', 'denied'],
  cancelled: ['warn', '■', 'cancelled before a decision'],
} as const;

/** The decision about one call. */
export function ApprovalLine({ approval }: { approval: ApprovalView }) {
  const { decision, tool, args, note, via } = approval;
  const [tone, icon, word] = looks[decision];
  return (
    <p class="approval">
      <Badge tone={tone} icon={icon}>
        {word}
      </Badge>{' '}
      <strong>
        <Text value={tool} />
      </strong>{' '}
      <code>
        <Text value={shortValue(args ?? '', 200)} />
      </code>
      {note !== undefined && (
        <>
          {' '}
          “<Text value={note} />”
        </>
      )}
      {via !== undefined && (
        <span class="muted">
          {' '}
          by <Text value={via} />
        </span>
      )}
    </p>
  );
}

/** Everything that somebody was asked about. */
export const ApprovalsPanel = memo(({ approvals }: { approvals: readonly ApprovalView[] }) => (
  <section aria-labelledby="approvals-title" class="panel">
    <h2 id="approvals-title">Approvals</h2>
    <CappedList items={approvals}>{(approval) => <ApprovalLine approval={approval} />}</CappedList>
  </section>
));
