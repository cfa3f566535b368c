import type { Gauge } from '../view-model/budgets.ts';
import { showCount, showMs, showUsd } from '../view-model/quantities.ts';
import { memo } from './memo.tsx';
import { NotInLog } from './text.tsx';

const show = { count: showCount, ms: showMs, usd: showUsd };

const words: Record<Gauge['state'], string> = {
  free: '',
  near: '▲ nearly used up',
  full: '■ used up',
  unlimited: 'no limit',
};

/** How much of each limit is used. */
export const Gauges = memo(({ gauges }: { gauges: readonly Gauge[] }) =>
  gauges.length === 0 ? null : (
    <section aria-label="Limits" class="gauges">
      {gauges.map(({ name, used, limit, unit, state }) => (
        <div key={name} class={`gauge ${state}`}>
          <span class="name">{name}</span>
          <span class="value">
            {used === undefined ? <NotInLog /> : show[unit](used)}
            {limit !== undefined && <span class="muted"> of {show[unit](limit)}</span>}
          </span>
          <span class="bar" aria-hidden="true">
            <span style={{ width: `${shareOf(used ?? 0, limit) * 100}%` }} />
          </span>
          <span class="word">{words[state]}</span>
        </div>
      ))}
    </section>
  ),
);

function shareOf(used: number, limit: number | undefined): number {
  if (limit === undefined) return 0;
  return limit === 0 ? 1 : Math.min(1, used / limit);
}
