import type { Experiment } from './experiment.ts';
import { backtracking } from './experiments/backtracking.ts';
import { cycle } from './experiments/cycle.ts';
import { decomposition } from './experiments/decomposition.ts';
import { drift } from './experiments/drift.ts';
import { endToEnd } from './experiments/end-to-end.ts';
import { goalState } from './experiments/goal-state.ts';
import { loop } from './experiments/loop.ts';
import { loopEnd } from './experiments/loop-end.ts';
import { maximum } from './experiments/maximum.ts';
import { patterns } from './experiments/patterns.ts';
import { progress } from './experiments/progress.ts';
import { recovery } from './experiments/recovery.ts';
import { reflection } from './experiments/reflection.ts';

/** The thirteen experiments, in the order of the document (E6). */
export const experiments: readonly Experiment[] = [
  cycle,
  loop,
  reflection,
  decomposition,
  goalState,
  drift,
  backtracking,
  recovery,
  maximum,
  loopEnd,
  progress,
  patterns,
  endToEnd,
];
