import { useMemo } from 'preact/hooks';
import { visibleText } from '../../src/story/visible-text.ts';
import { watchSteps } from '../view-model/loop-window.ts';
import type { StepView } from '../view-model/run-view.ts';
import { memo } from './memo.tsx';
import { Text } from './text.tsx';

const shownSteps = 8;

/** What the guards saw: repeats among the latest steps, drift, steps without a milestone. Ends with the selected step. */
export const WatchPanel = memo(
  ({ steps, selectedId }: { steps: readonly StepView[]; selectedId: string | undefined }) => {
    const watched = useMemo(() => watchSteps(steps.filter(({ path }) => path === '')), [steps]);
    const selected = watched.findIndex(({ id }) => id === selectedId);
    const end = selected === -1 ? watched.length : selected + 1;
    const shown = watched.slice(Math.max(0, end - shownSteps), end);
    const hasGoal = watched.some(({ relevance }) => relevance !== undefined);
    const hasStall = watched.some(({ sinceMilestone }) => sinceMilestone !== undefined);
    const said = shown.flatMap(({ n, verdicts }) => verdicts.map((verdict) => ({ n, ...verdict })));
    return (
      <section aria-labelledby="watch-title" class="panel">
        <h2 id="watch-title">Loops, drift, progress</h2>
        {shown.length === 0 ? (
          <p class="muted">No step has called a tool.</p>
        ) : (
          <table>
            <thead>
              <tr>
                <th scope="col">Step</th>
                <th scope="col">Signature</th>
                {hasGoal && (
                  <th
                    scope="col"
                    class="number"
                    title="Likeness to the goal, where a guard told it"
                  >
                    Goal
                  </th>
                )}
                {hasStall && (
                  <th
                    scope="col"
                    class="number"
                    title="Steps without a milestone, where a guard told it"
                  >
                    Stall
                  </th>
                )}
              </tr>
            </thead>
            <tbody>
              {shown.map((step) => (
                <tr key={step.id} class={step.isInLoop ? 'in-loop' : ''}>
                  <td>
                    <a href={`#${step.id}`}>{step.n}</a>
                  </td>
                  <td class="signature" title={visibleText(step.signature)}>
                    <span>
                      {step.repeats > 1 && <mark>↻ ×{step.repeats}</mark>}
                      {step.isInLoop && <mark>loop</mark>}
                      {visibleText(step.signature)}
                    </span>
                  </td>
                  {hasGoal && <td class="number">{step.relevance?.toFixed(2) ?? '–'}</td>}
                  {hasStall && <td class="number">{step.sinceMilestone ?? '–'}</td>}
                </tr>
              ))}
            </tbody>
          </table>
        )}
        {said.map(({ n, guard, kind, text }, index) => (
          <p key={index}>
            <strong>
              Step {n}, <Text value={`${guard}, ${kind}`} />:
            </strong>{' '}
            <Text value={text} />
          </p>
        ))}
      </section>
    );
  },
);
