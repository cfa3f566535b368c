import { addTasks, readGoalStep, restoreGoal, splitTask } from './goal-nodes.ts';
import { recordOf, textOf } from './loose.ts';
import { addPlan, readPlanStep } from './plan-nodes.ts';
import type { GenerationDraft, NodeDraft, PlanGeneration } from './plan-types.ts';
import type { RemarkView, RunView, StepView } from './run-view.ts';

/** The plans of a run, first to last, with the state of every node; none for a strategy without plans. */
export function planGenerations({ steps, parts }: RunView): PlanGeneration[] {
  const drafts: GenerationDraft[] = [];
  for (const step of steps) {
    const { path } = step;
    const notes = step.remarks.filter(({ type }) => type === 'note');
    // A plan is noted, and gone back to, before the calls that follow it.
    for (const note of notes) takeNote(drafts, step, note);
    const current = currentOf(drafts, path);
    if (current !== undefined) {
      const isGoal = current.nodes.some(({ wave }) => wave === undefined);
      if (isGoal) readGoalStep(current, step);
      else readPlanStep(current, step);
    }
  }
  for (const draft of drafts) {
    const isLast = draft === currentOf(drafts, draft.path);
    settle(draft, isLast && parts.get(draft.path)?.isFinished !== true);
  }
  return drafts.map(({ number, path, nodes, endedBy }) => ({ number, path, nodes, endedBy }));
}

function currentOf(drafts: readonly GenerationDraft[], path: string): GenerationDraft | undefined {
  return drafts.findLast((draft) => draft.path === path);
}

function takeNote(drafts: GenerationDraft[], { path }: StepView, { name, data }: RemarkView): void {
  const current = currentOf(drafts, path);
  const content = recordOf(data);
  if (name === 'plan' && Array.isArray(content.steps)) addPlan(drafts, path, content);
  if (name === 'plan' && Array.isArray(content.tasks)) {
    const split = textOf(content.split);
    if (split === undefined) addTasks(drafts, path, content);
    else if (current !== undefined) splitTask(current, split, content);
  }
  if (name === 'replan' && current !== undefined) {
    const at = textOf(content.failedAt);
    const where = at === undefined ? '' : `${at} failed: `;
    current.endedBy = `${where}${textOf(content.reason) ?? 'the plan failed'}`;
  }
  if (name === 'restore' && current !== undefined) restoreGoal(drafts, current, content);
}

/** What no step of the run has touched: blocked by a failure, next in turn, still to come, or given up. */
function settle({ nodes, endedBy }: GenerationDraft, isOpen: boolean): void {
  const states = new Map(nodes.map((node) => [node.id, node]));
  for (let changed = true; changed; ) {
    changed = false;
    for (const node of nodes) {
      if (node.state !== 'pending') continue;
      const cause = node.dependsOn.map((id) => states.get(id)).find(isStuck);
      if (cause === undefined) continue;
      node.state = 'blocked';
      node.detail = `needs ${cause.id}, which is ${cause.state}`;
      changed = true;
    }
  }
  for (const node of nodes) {
    if (node.state !== 'pending') continue;
    if (!isOpen || endedBy !== undefined) {
      node.state = 'skipped';
      node.detail ??= 'was not performed';
    } else if (node.dependsOn.every((id) => (states.get(id)?.state ?? 'done') === 'done')) {
      node.state = 'running';
    }
  }
}

function isStuck(node: NodeDraft | undefined): node is NodeDraft {
  return node?.state === 'failed' || node?.state === 'blocked' || node?.state === 'skipped';
}
