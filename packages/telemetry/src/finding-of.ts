import type { Verdict } from '@loopwright/agent-run';

/** What a verdict of a guard is about, where it is about a loop, a stall or a drift. */
export type Finding = {
  about: 'loop' | 'stall' | 'drift';
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
    return { about: 'stall', loopKind: 'stall' };
  }
  if (reason === 'goal_drift' || kind === 'goal_drift') return { about: 'drift' };
  if (reason !== 'loop_detected' && verdict.guard !== 'loop') return undefined;
  const known = loopKinds.find((each) => each === kind);
  return { about: 'loop', loopKind: known ?? 'other' };
}
