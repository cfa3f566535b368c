import type { Verdict } from '@loopwright/agent-run';
import { spanEvents } from './agent-conventions.ts';

/** What a verdict of a guard is about, where it is about a loop, a stall or a drift. */
export type Finding = {
  event: (typeof spanEvents)['loop' | 'stall' | 'drift'];
  /** Of a loop, its kind; one of few words. */
  loopKind?: string;
};

/** Kinds of loops that `loopGuard` tells apart. */
const loopKinds = ['repeat', 'cycle', 'failure', 'revisit'];

/** Reads a verdict: by its data as the guards of `@loopwright/loop-detector` write it, else by the end that it asks for. */
export function findingOf(verdict: { guard: string } & Verdict): Finding | undefined {
  if (verdict.kind === 'done') return undefined;
  const { kind } = Object(verdict.data) as { kind?: unknown };
  const reason = verdict.kind === 'stop' ? verdict.stopReason : undefined;
  if (reason === 'no_progress' || kind === 'no_progress') {
    return { event: spanEvents.stall, loopKind: 'stall' };
  }
  if (reason === 'goal_drift' || kind === 'goal_drift') return { event: spanEvents.drift };
  if (reason !== 'loop_detected' && verdict.guard !== 'loop') return undefined;
  const known = loopKinds.find((each) => each === kind);
  return { event: spanEvents.loop, loopKind: known ?? 'other' };
}
