import type { DurableEvent } from '@loopwright/agent-run';
import { type CountedStep, subtasksOf } from './count-subtasks.ts';
import { requireList } from './invalid-options.ts';

/**
 * All steps of a run and of the sub-agents that did its subtasks, each with the subtask that it served (R14): what
 * `countSubtasks` and `summariseSubtasks` take, where the iterations are those of agents. `events` are all durable events of
 * the run, in their order.
 */
export function subtaskSteps(events: readonly DurableEvent[]): CountedStep[] {
  const steps: CountedStep[] = [];
  let calls: string[] = [];
  const inside = new Map<string, number>();
  for (const event of requireList('events', events)) {
    if (event.path !== '') {
      const call = event.path.slice(0, event.path.indexOf('/'));
      if (event.type === 'step') inside.set(call, (inside.get(call) ?? 0) + 1);
    } else if (event.type === 'tool') {
      calls.push(event.key);
    } else if (event.type === 'step') {
      steps.push(event.step);
      const subtasks = subtasksOf(event.step);
      for (const [index, call] of calls.entries()) {
        const served = Array.from({ length: inside.get(call) ?? 0 }, () => ({
          subtask: subtasks[index],
        }));
        steps.push(...served);
      }
      calls = [];
    }
  }
  return steps;
}
