import { byPlace } from '../../src/story/by-place.ts';
import { type Loose, listOf, numberOf, recordOf, shortValue, textOf, textsOf } from './loose.ts';
import { readCall } from './read-call.ts';
import { countTokens, isReflecting } from './read-model.ts';
import type {
  ApprovalView,
  CallView,
  ModelView,
  PhaseMs,
  RemarkView,
  StepView,
  VerdictView,
} from './run-view.ts';

/** A step while its events are collected. */
export type StepDraft = {
  readonly path: string;
  /** Its number, as long as no `step` event tells it. */
  readonly n: number;
  readonly firstSeq: number;
  lastSeq: number;
  step: Loose | undefined;
  readonly models: ModelView[];
  readonly tools: Loose[];
  readonly remarks: RemarkView[];
  readonly approvals: Map<string, ApprovalView>;
};

export function createDraft(path: string, n: number, seq: number): StepDraft {
  const empty = { models: [], tools: [], remarks: [], approvals: new Map() };
  return { path, n, firstSeq: seq, lastSeq: seq, step: undefined, ...empty };
}

/** @param isOver whether the run that it belongs to has ended, so that no `step` event will come */
export function finishDraft(draft: StepDraft, isOver: boolean): StepView {
  const { path, models, remarks, step = {} } = draft;
  const n = numberOf(step.n) ?? draft.n;
  const stage = draft.step !== undefined ? 'done' : isOver ? 'end' : 'open';
  return {
    id: stepId(path, stage === 'end' ? stage : n),
    path,
    depth: path === '' ? 0 : path.split('/').length - 1,
    n,
    stage,
    kind: textOf(step.kind) ?? '',
    subtask: textOf(step.subtask),
    thought: textOf(step.thought),
    outcome: undefined,
    calls: callsOf(draft, step),
    verdicts: listOf(step.verdicts).map(readVerdict),
    notes: textsOf(step.notes),
    models,
    remarks,
    approvals: [...draft.approvals.values()],
    hasFigures: models.length + draft.tools.length > 0,
    ms: phasesOf(draft),
    tokens: countTokens(models),
    firstSeq: draft.firstSeq,
    lastSeq: draft.lastSeq,
  };
}

function stepId(path: string, n: number | 'end'): string {
  return `step-${path.replaceAll(/[^\w-]/g, '.')}${n}`;
}

/** Calls in the order of the step, each with its `tool` event; without a `step` event in the order of their keys. */
function callsOf({ tools }: StepDraft, step: Loose): CallView[] {
  const keyOf = (event: Loose) => textOf(event.key) ?? '';
  const left = [...tools].sort((a, b) => byPlace(keyOf(a), keyOf(b)));
  const calls = listOf(step.calls);
  const observations = listOf(step.observations);
  const read = calls.map((value, index) => {
    const call = recordOf(value);
    const observation = recordOf(observations[index]);
    return readCall(call, observation, takeEvent(left, call, observation));
  });
  return [...read, ...left.map((event) => readCall(recordOf(event.call), {}, event))];
}

function takeEvent(left: Loose[], call: Loose, observation: Loose): Loose {
  const args = shortValue(call.args, 500);
  const same = left.findIndex((event) => {
    const { tool, args: given } = recordOf(event.call);
    return tool === call.tool && (given === undefined || shortValue(given, 500) === args);
  });
  const named = left.findIndex(({ observation: seen, call: made }) => {
    const tool = recordOf(made).tool ?? recordOf(seen).tool;
    return tool === (call.tool ?? observation.tool);
  });
  const at = same === -1 ? named : same;
  return at === -1 ? {} : left.splice(at, 1)[0]!;
}

function readVerdict(value: unknown): VerdictView {
  const verdict = recordOf(value);
  return {
    guard: textOf(verdict.guard) ?? 'guard',
    kind: textOf(verdict.kind) ?? 'verdict',
    text: textOf(verdict.text) ?? (verdict.kind === 'done' ? 'The goal is reached' : ''),
    stopReason: textOf(verdict.stopReason),
    data: recordOf(verdict.data),
  };
}

/** Calls of one wave run together, so the slowest one decides how long the wave took. */
function phasesOf({ models, tools }: StepDraft): PhaseMs {
  const waves = new Map<string, number>();
  for (const { key, ms } of tools) {
    const wave = (textOf(key) ?? '').replace(/:\d+$/, '');
    waves.set(wave, Math.max(waves.get(wave) ?? 0, numberOf(ms) ?? 0));
  }
  const sum = (some: readonly ModelView[]) => some.reduce((total, { ms = 0 }) => total + ms, 0);
  return {
    think: sum(models.filter(({ role }) => !isReflecting(role))),
    act: [...waves.values()].reduce((total, ms) => total + ms, 0),
    reflect: sum(models.filter(({ role }) => isReflecting(role))),
  };
}
