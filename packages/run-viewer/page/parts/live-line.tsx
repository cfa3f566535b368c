import { Badge } from './badge.tsx';
import type { LiveState } from './use-live.ts';

const looks = {
  connecting: ['busy', '…', 'connecting'],
  connected: ['good', '●', 'live'],
  reconnecting: ['warn', '↻', 'reconnecting'],
  over: ['plain', '■', 'over'],
} as const;

type LiveLineProps = { live: LiveState; isFollowing: boolean; onFollow: () => void };

/** How the page stands to the run that it shows as it goes. */
export function LiveLine({ live, isFollowing, onFollow }: LiveLineProps) {
  if (live === 'off') return null;
  const [tone, icon, word] = looks[live];
  return (
    <span class="live" role="status">
      <Badge tone={tone} icon={icon}>
        {word}
      </Badge>
      {live !== 'over' && !isFollowing && (
        <button type="button" onClick={onFollow}>
          ↓ Follow the end
        </button>
      )}
    </span>
  );
}
