import { type Loose, listOf, numberOf, recordOf, shortValue, textOf, textsOf } from './loose.ts';
import type { GenerationDraft, NodeDraft } from './plan-types.ts';
import type { CallView, StepView } from './run-view.ts';

/** Begins a generation with the steps of a plan, as ReWOO and plan-execute note it. */
export function addPlan(drafts: GenerationDraft[], path: string, note: Loose): void {
  const waves = listOf(note.waves).map(textsOf);
  const nodes = listOf(note.steps).map((value, index): NodeDraft => {
    const step = recordOf(value);
    const id = textOf(step.id) ?? `step ${index + 1}`;
    const wave = waves.findIndex((ids) => ids.includes(id));
    const tool = textOf(step.tool) ?? '';
    return {
      id,
      title: `${tool} ${shortValue(step.args, 200)}`,
      dependsOn: textsOf(step.dependsOn),
      wave: wave === -1 ? 1 : wave + 1,
      state: 'pending',
      detail: undefined,
      stepId: undefined,
    };
  });
  const number = numberOf(note.plan) ?? drafts.length + 1;
  drafts.push({ number, path, nodes, endedBy: undefined });
}

/**
 * Gives the calls of a step to the nodes of the lowest wave that is not performed: calls stand in the order of the plan,
 * except where the same effect was asked for twice.
 */
export function readPlanStep({ nodes }: GenerationDraft, step: StepView): void {
  for (const call of step.calls) {
    const open = nodes.filter(({ stepId }) => stepId === undefined);
    const wave = Math.min(...open.map((node) => node.wave ?? 1));
    const next = open.filter((node) => (node.wave ?? 1) === wave);
    const shown = `${call.tool} ${shortValue(call.args, 200)}`;
    const node =
      next.find(({ title }) => title === shown) ??
      next.find(({ title }) => title.startsWith(`${call.tool} `));
    if (node !== undefined) performed(node, call, step);
  }
}

/** What a call says about the node that it performed. */
export function performed(node: NodeDraft, call: CallView, step: StepView): void {
  node.stepId = step.id;
  const blockedBy = /^not started, because (\S+) failed/.exec(call.unreadable ?? '')?.[1];
  if (blockedBy !== undefined) {
    node.state = 'blocked';
    node.detail = `needs ${blockedBy}, which failed`;
  } else {
    node.state = stateOf(call);
    node.detail = call.observation === undefined ? undefined : shortValue(call.observation, 300);
  }
}

function stateOf({ state, errorCode }: CallView): NodeDraft['state'] {
  if (state === 'unknown') return 'running';
  if (state === 'ok') return 'done';
  return errorCode === 'denied' ? 'skipped' : 'failed';
}
