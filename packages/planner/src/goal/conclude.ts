import type { Outcome, Run } from '@loopwright/agent-run';
import type { GoalOptions } from './goal-options.ts';
import type { Pursuit } from './pursuit.ts';
import { settleJson } from './settle-io.ts';
import { allResults } from './task-results.ts';

/** How many tasks a reason names. */
const maxListed = 10;

/** The end of a run in which nothing more can be done: an answer when everything is completed, else why it is not. */
export async function conclude<Answer>(
  run: Run,
  { graph }: Pursuit,
  { combine }: GoalOptions<Answer>,
): Promise<Outcome> {
  if (graph.status !== 'completed') return incompleteEnd(graph);
  if (combine === undefined) {
    const answer = graph.tasks.at(-1)!.result ?? null;
    return { stopReason: 'final', answer, text: 'The last task gave the answer' };
  }
  const combined = await settleJson(run, 'combine', () => combine(allResults(graph), graph.goal));
  if (combined.ok) {
    const text = 'The answer was combined from the results of the tasks';
    return { stopReason: 'final', answer: combined.value, text };
  }
  const text = `The results could not be combined: ${combined.type}: ${combined.message}`;
  return { stopReason: 'error', text };
}

/** Tasks that failed or were not allowed end a run as `unrecoverable`, a cap that left tasks out as `max_steps`. */
function incompleteEnd({ tasks, cuts }: Pursuit['graph']): Outcome {
  const causes = tasks.filter(({ status }) => status === 'failed' || status === 'skipped');
  if (causes.length === 0) {
    return { stopReason: 'max_steps', text: cuts.map(({ text }) => text).join(' ') };
  }
  const shown = causes.slice(0, maxListed).map(({ id, status, error }) => {
    const blocked = tasks.filter(({ blockedBy }) => blockedBy === id).map((task) => task.id);
    const waiting = blocked.length === 0 ? '' : `; because of it not done: ${listed(blocked)}`;
    const what = status === 'failed' ? 'failed' : 'was not done';
    return `${id} ${what}: ${error ?? 'no reason is known'}${waiting}`;
  });
  const left = causes.length - shown.length;
  const text = [...shown, ...(left > 0 ? [`${left} more failed`] : [])].join('. ');
  return { stopReason: 'unrecoverable', text };
}

function listed(ids: readonly string[]): string {
  const left = ids.length - maxListed;
  return `${ids.slice(0, maxListed).join(', ')}${left > 0 ? ` and ${left} more` : ''}`;
}
