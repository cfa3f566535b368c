import { type Loose, listOf, numberOf, recordOf, textOf } from './loose.ts';
import { withOutcomes } from './outcome-of.ts';
import { readEffect } from './read-call.ts';
import { readModel } from './read-model.ts';
import type { ApprovalView, EffectView, RemarkView, RunPart, RunView } from './run-view.ts';
import { createDraft, finishDraft, type StepDraft } from './step-draft.ts';

/** Puts the events of a run together into steps, sub-agents included. Never throws, whatever the events are. */
export function buildRunView(events: readonly unknown[]): RunView {
  const parts = new Map<string, RunPart>([['', emptyPart('')]]);
  const drafts: StepDraft[] = [];
  const open = new Map<string, StepDraft>();
  const numbers = new Map<string, number>();
  const effects = new Map<string, EffectView>();

  const draftAt = (path: string, seq: number): StepDraft => {
    const found = open.get(path);
    if (found !== undefined) return found;
    const draft = createDraft(path, (numbers.get(path) ?? 0) + 1, seq);
    drafts.push(draft);
    open.set(path, draft);
    return draft;
  };

  for (const [index, value] of events.entries()) {
    const event = recordOf(value);
    const path = textOf(event.path) ?? '';
    const seq = numberOf(event.seq) ?? index;
    const part = parts.get(path) ?? emptyPart(path);
    if (event.type === 'started') {
      parts.set(path, { ...part, task: textOf(event.task), started: event });
    } else if (event.type === 'finished') {
      parts.set(path, { ...part, result: recordOf(event.result), isFinished: true });
      if (path === '')
        for (const each of listOf(recordOf(event.result).effects)) book(effects, each);
    } else {
      const draft = draftAt(path, seq);
      draft.lastSeq = seq;
      take(draft, event, seq);
      book(effects, event.effect);
      if (draft.step !== undefined) {
        numbers.set(path, numberOf(draft.step.n) ?? draft.n);
        open.delete(path);
      }
    }
  }
  const finished = drafts.map((draft) =>
    finishDraft(draft, parts.get(draft.path)?.isFinished === true),
  );
  const steps = withOutcomes(finished, parts);
  return {
    root: parts.get('')!,
    parts,
    steps,
    effects: [...effects.values()],
    approvals: steps.flatMap(({ approvals }) => approvals),
    eventCount: events.length,
  };
}

function emptyPart(path: string): RunPart {
  return { path, task: undefined, started: {}, result: {}, isFinished: false };
}

/** The last status of an effect stands. */
function book(effects: Map<string, EffectView>, value: unknown): void {
  const effect = readEffect(value);
  if (effect !== undefined) effects.set(effect.id, effect);
}

function take(draft: StepDraft, event: Loose, seq: number): void {
  switch (event.type) {
    case 'model':
      draft.models.push(readModel(event));
      break;
    case 'tool':
      draft.tools.push(event);
      break;
    case 'step':
      draft.step = recordOf(event.step);
      break;
    case 'asked':
      for (const ask of listOf(event.asks)) takeAsk(draft, recordOf(ask), seq);
      break;
    case 'answered':
      takeAnswers(draft, event);
      break;
    case 'intent':
      break;
    default:
      draft.remarks.push(remarkOf(event, seq));
  }
}

function remarkOf(event: Loose, seq: number): RemarkView {
  if (event.type === 'flag') {
    const name = textOf(event.code) ?? 'flag';
    return { seq, type: 'flag', name, text: textOf(event.text), data: event.data };
  }
  if (event.type === 'note') {
    const name = textOf(event.name) ?? 'note';
    return { seq, type: 'note', name, text: undefined, data: event.data };
  }
  if (event.type === 'io') {
    return { seq, type: 'io', name: textOf(event.key) ?? 'io', text: undefined, data: event.value };
  }
  const name = textOf(event.type) ?? 'event';
  return { seq, type: 'other', name, text: undefined, data: event };
}

function takeAsk({ approvals }: StepDraft, ask: Loose, seq: number): void {
  const key = textOf(ask.key) ?? '';
  const { tool, args } = recordOf(ask.call);
  const call = { key, tool: textOf(tool) ?? '', args, seq };
  approvals.set(key, { ...call, decision: 'waiting', note: undefined, via: undefined });
}

/** Answers come in the order in which was asked; the key is that of the first one asked. */
function takeAnswers({ approvals }: StepDraft, event: Loose): void {
  const waiting = [...approvals.values()].filter(({ decision }) => decision === 'waiting');
  for (const [index, value] of listOf(event.answers).entries()) {
    const ask = waiting[index];
    const answer = recordOf(value);
    if (ask === undefined) continue;
    approvals.set(ask.key, {
      ...ask,
      decision: decisionOf(answer),
      note: textOf(answer.note),
      via: textOf(event.via),
    });
  }
}

function decisionOf(answer: Loose): ApprovalView['decision'] {
  if (answer.cancelled === true) return 'cancelled';
  return answer.approved === true ? 'approved' : 'denied';
}
