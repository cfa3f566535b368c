import { useMemo, useState } from 'preact/hooks';
import type { PlanGeneration } from '../view-model/plan-types.ts';
import { counted } from '../view-model/quantities.ts';
import { memo } from './memo.tsx';
import { PlanGraph } from './plan-graph.tsx';
import { Text } from './text.tsx';

type PlanPanelProps = { generations: readonly PlanGeneration[]; onOpen: (id: string) => void };

/** The plan as a graph; where there were several, the last one of the run itself first. */
export const PlanPanel = memo(({ generations, onOpen }: PlanPanelProps) => {
  const [chosen, setChosen] = useState<number>();
  const own = generations.findLastIndex(({ path }) => path === '');
  const index = Math.min(chosen ?? (own === -1 ? Infinity : own), generations.length - 1);
  const generation = generations[index]!;
  const counts = useMemo(() => countStates(generation), [generation]);
  return (
    <section id="plan" aria-labelledby="plan-title">
      <h2 id="plan-title">
        Plan <span class="muted">{counts}</span>
      </h2>
      {generations.length > 1 && (
        <fieldset class="choices">
          <legend class="visually-hidden">Which plan</legend>
          {generations.map(({ number, path, endedBy }, at) => (
            <button
              type="button"
              key={at}
              aria-pressed={at === index}
              onClick={() => setChosen(at)}
            >
              Plan {number}
              {path !== '' && (
                <>
                  {' '}
                  of <Text value={path} />
                </>
              )}
              {endedBy !== undefined && ' (given up)'}
            </button>
          ))}
        </fieldset>
      )}
      {generation.endedBy !== undefined && (
        <p class="reason">
          <strong>✕ Given up:</strong> <Text value={generation.endedBy} />
        </p>
      )}
      <PlanGraph nodes={generation.nodes} onOpen={onOpen} />
    </section>
  );
});

function countStates({ nodes }: PlanGeneration): string {
  const counts = new Map<string, number>();
  for (const { state } of nodes) counts.set(state, (counts.get(state) ?? 0) + 1);
  const parts = [...counts].map(([state, count]) => `${count} ${state}`);
  return `${counted(nodes.length, 'node')}: ${parts.join(', ')}`;
}
