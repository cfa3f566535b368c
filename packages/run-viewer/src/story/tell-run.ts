import type { DurableEvent, Status, Step } from '@loopwright/agent-run';
import { byPlace } from './by-place.ts';
import { tellNote } from './tell-note.ts';

/** What happened in a run, in the order in which it is told. Steps of sub-agents are counted, not told. */
export type Happening =
  | { readonly type: 'began'; readonly task: string }
  /** A plan, another plan after one that failed, or a way back to what was saved. */
  | { readonly type: 'plan' | 'replan' | 'restore'; readonly text: string }
  | {
      readonly type: 'step';
      readonly step: Step;
      /** For each call how many steps its sub-agent took; 0 for none. */
      readonly childSteps: readonly number[];
    }
  /** The log ends where the run waits for a decision. */
  | { readonly type: 'waiting'; readonly text: string }
  | {
      readonly type: 'ended';
      readonly status: Status;
      readonly stopReason: string;
      readonly reason: string;
    };

/** Tells a run out of its events, of whatever level their log is. A run that has not ended has no end. */
export function tellRun(events: readonly DurableEvent[]): Happening[] {
  const stepsByPath = new Map<string, number>();
  let wave: string[] = [];
  let waiting: string | undefined;
  const told: Happening[] = [];
  for (const event of events) {
    if (event.path !== '') {
      if (event.type === 'step') {
        stepsByPath.set(event.path, (stepsByPath.get(event.path) ?? 0) + 1);
      }
      continue;
    }
    waiting = undefined;
    if (event.type === 'started') told.push({ type: 'began', task: event.task });
    else if (event.type === 'tool') wave.push(event.key);
    else if (event.type === 'asked') {
      waiting = `Waiting for a decision about ${event.asks.map(({ call }) => call.tool).join(', ')}`;
    } else if (event.type === 'note') {
      const note = tellNote(event.name, event.data);
      if (note) told.push(note);
    } else if (event.type === 'step') {
      const keys = wave.sort(byPlace);
      const childSteps = event.step.calls.map((_, at) => stepsByPath.get(`${keys[at]}/`) ?? 0);
      told.push({ type: 'step', step: event.step, childSteps });
      wave = [];
    } else if (event.type === 'finished') {
      const { status, stopReason, reason } = event.result;
      told.push({ type: 'ended', status, stopReason, reason });
    }
  }
  if (waiting !== undefined) told.push({ type: 'waiting', text: waiting });
  return told;
}
