import { type Loose, listOf, numberOf, recordOf, textOf, textsOf } from './loose.ts';
import { performed } from './plan-nodes.ts';
import type { GenerationDraft, NodeDraft } from './plan-types.ts';
import type { StepView } from './run-view.ts';

/** Begins a generation with the tasks of a goal. */
export function addTasks(drafts: GenerationDraft[], path: string, note: Loose): void {
  const nodes = listOf(note.tasks).map(nodeOf);
  drafts.push({ number: drafts.length + 1, path, nodes, endedBy: undefined });
}

/** Puts subtasks in the place of a task. */
export function splitTask(draft: GenerationDraft, id: string, note: Loose): void {
  replaceTask(draft, id, listOf(note.tasks).map(nodeOf));
}

/** Gives the calls of a step to the tasks that it names, in their order. */
export function readGoalStep(draft: GenerationDraft, step: StepView): void {
  const ids = step.subtask?.split(', ') ?? [];
  for (const [index, id] of ids.entries()) {
    const call = step.calls[index];
    const node = draft.nodes.find((each) => each.id === id) ?? addWay(draft, id, step);
    if (call !== undefined && node !== undefined) performed(node, call, step);
  }
}

/** Going back: the tasks that were done by then stay done, unless another way is taken for them. */
export function restoreGoal(
  drafts: GenerationDraft[],
  current: GenerationDraft,
  note: Loose,
): void {
  const kept = numberOf(note.seq) ?? 0;
  current.endedBy = `${textOf(note.text) ?? 'trouble'} Back to “${textOf(note.label) ?? ''}”`;
  const nodes = current.nodes.map((node): NodeDraft => {
    const n = numberOf(Number(node.stepId?.match(/\d+$/)?.[0]));
    const isKept = node.state === 'done' && n !== undefined && n <= kept;
    return isKept
      ? { ...node }
      : { ...node, state: 'pending', detail: undefined, stepId: undefined };
  });
  drafts.push({ number: drafts.length + 1, path: current.path, nodes, endedBy: undefined });
}

function nodeOf(value: unknown, index: number): NodeDraft {
  const task = recordOf(value);
  return {
    id: textOf(task.id) ?? `task ${index + 1}`,
    title: textOf(task.description) ?? '',
    dependsOn: textsOf(task.dependsOn),
    wave: undefined,
    state: 'pending',
    detail: undefined,
    stepId: undefined,
  };
}

/** A task that no note has told of is another way for the one above it. */
function addWay(draft: GenerationDraft, id: string, step: StepView): NodeDraft | undefined {
  const above = draft.nodes.find((node) => id.startsWith(`${node.id}/`));
  const title = step.thought?.split('\n')[0] ?? id;
  const way = { ...nodeOf({ id, description: title }, 0), dependsOn: above?.dependsOn ?? [] };
  if (above === undefined) draft.nodes.push(way);
  else replaceTask(draft, above.id, [way]);
  return way;
}

/** What waited for the task waits for those of its subtasks for which no other one waits. */
function replaceTask(draft: GenerationDraft, id: string, subtasks: NodeDraft[]): void {
  if (subtasks.length === 0) return;
  const inner = new Set(subtasks.flatMap(({ dependsOn }) => dependsOn));
  const last = subtasks.map((node) => node.id).filter((each) => !inner.has(each));
  draft.nodes = draft.nodes
    .flatMap((node) => (node.id === id ? subtasks : [node]))
    .map((node) => {
      if (!node.dependsOn.includes(id)) return node;
      node.dependsOn = node.dependsOn.flatMap((each) => (each === id ? last : [each]));
      return node;
    });
}
