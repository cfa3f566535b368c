import type { Json } from '@loopwright/core-parser';
import { canonicalJson } from '@loopwright/core-parser';
import {
  requireInteger,
  requireKnownOptions,
  requireOneOf,
} from '@loopwright/core-parser/option-checks';
import { driftGuardDefaults } from './defaults.ts';
import type { DriftComparison, DriftState, ScoredAction } from './drift-judge.ts';
import { createDriftJudge } from './drift-judge.ts';
import type { DriftOptions } from './drift-options.ts';
import { checkedDriftOptions, driftOptionNames } from './drift-options.ts';
import { followRun } from './follow-run.ts';
import { requireType } from './invalid-options.ts';
import { shorten } from './shorten.ts';
import type { SignatureOptions } from './signature.ts';
import { withoutSecrets } from './signature.ts';
import { requireSignatureOptions } from './signature-options.ts';
import type { GuardedStep, GuardFactory, Verdict } from './step.ts';
import { isActionStep } from './step.ts';

export type DriftGuardOptions = DriftOptions &
  Pick<SignatureOptions, 'sensitive'> & {
    /** The goal of the run. Without one the guard says nothing. */
    readonly goal?: string | undefined;
    /** What is compared with the goal: the calls, or what they returned (for open-ended goals, L7). Default actions. */
    readonly compare?: DriftComparison | undefined;
    /** `flag` tells people, `hint` reminds the model of the goal, `stop` ends the run after a hint. Default flag. */
    readonly onDrift?: 'flag' | 'hint' | 'stop' | undefined;
    /** With `onDrift: 'stop'`, the steps of drift between the hint and the end; 0 ends at once. Default 2. */
    readonly driftGrace?: number | undefined;
  };

const name = 'drift';
const maxEvidenceChars = 160;

const optionNames = {
  ...driftOptionNames,
  sensitive: true,
  goal: true,
  compare: true,
  onDrift: true,
  driftGrace: true,
} satisfies Record<keyof DriftGuardOptions, true>;

type Drift = {
  window: readonly ScoredAction[];
  /** Steps at the end of the run at each of which it had drifted. */
  steps: number;
};

/**
 * Watches whether a run still serves its goal (L5, L7). By default it only flags, with the evidence in `data`: a
 * heuristic never ends a run by itself. A drift is reported once until the run returns to its goal. Throws
 * `invalid_options` for unknown options and for values and numbers that cannot be meant.
 */
export function driftGuard(options: DriftGuardOptions = {}): GuardFactory {
  requireKnownOptions(options, optionNames);
  requireSignatureOptions(options);
  requireType('goal', options.goal, 'string');
  const thresholds = checkedDriftOptions(options, driftGuardDefaults);
  const grace = requireInteger(
    'driftGrace',
    options.driftGrace ?? driftGuardDefaults.driftGrace,
    0,
  );
  const onDrift = requireOneOf('onDrift', options.onDrift ?? driftGuardDefaults.onDrift, [
    'flag',
    'hint',
    'stop',
  ]);
  const compare = requireOneOf('compare', options.compare ?? driftGuardDefaults.compare, [
    'actions',
    'observations',
  ]);
  const goal = options.goal ?? '';
  return () => {
    const drift = createDriftJudge({ goal }, compare, thresholds, options.similarity);
    const windowAfter = createWindowAfter((step, window) =>
      textsOfStep(step, compare, options).reduce(drift.add, window),
    );
    const after = ({ window, steps }: Drift, step: GuardedStep) => {
      const next = windowAfter(step, window);
      const state = drift.judge(next);
      return { state, drift: { window: next, steps: state.driftDetected ? steps + 1 : 0 } };
    };
    const driftOf = followRun<Drift>(
      () => ({ window: [], steps: 0 }),
      (before, step) => {
        if (isActionStep(step)) Object.assign(before, after(before, step).drift);
      },
    );
    return {
      name,
      options: { ...thresholds, goal: options.goal ?? null, compare, onDrift, driftGrace: grace },
      judge(step, before) {
        if (options.goal === undefined || !isActionStep(step)) return undefined;
        const { state, drift: now } = after(driftOf(before), step);
        if (now.steps === 0) return undefined;
        if (onDrift === 'stop' && now.steps > grace) return verdict('stop', state, goal);
        if (now.steps > 1) return undefined;
        return verdict(onDrift === 'flag' ? 'flag' : 'hint', state, goal);
      },
    };
  };
}

type WindowAfter = (step: GuardedStep, window: readonly ScoredAction[]) => readonly ScoredAction[];

/** The same step, itself or a copy, after the same window is not read again: it is judged and then recorded. */
function createWindowAfter(read: WindowAfter): WindowAfter {
  let latest: Pick<GuardedStep, 'calls' | 'observations'> | undefined;
  let before: readonly ScoredAction[] | undefined;
  let after: readonly ScoredAction[] = [];
  return (step, window) => {
    const isLatest = step.calls === latest?.calls && step.observations === latest.observations;
    if (!isLatest || window !== before) {
      after = read(step, window);
      before = window;
      latest = step;
    }
    return after;
  };
}

/** What is compared with the goal, secrets left out, since it is also the evidence. */
function textsOfStep(
  step: GuardedStep,
  compare: DriftComparison,
  options: DriftGuardOptions,
): string[] {
  if (compare === 'observations') {
    return step.observations.filter(({ ok }) => ok).map(({ text }) => text);
  }
  const calls = step.calls
    .filter((call) => call.unreadable === undefined)
    .map(({ tool, args }) => `${tool} ${canonicalJson(withoutSecrets(tool, args, options))}`);
  return calls.length === 0 ? [] : [calls.join(' ')];
}

function verdict(kind: 'flag' | 'hint' | 'stop', state: DriftState, goal: string): Verdict {
  const data: Json = {
    kind: 'goal_drift',
    relevance: state.relevance,
    focusTerms: { ...state.evidence.focusTerms },
    actions: state.evidence.actions.map(({ action, relevance }) => ({
      action: shorten(action, maxEvidenceChars),
      relevance,
    })),
  };
  const text = 'The latest steps have little to do with the goal.';
  if (kind === 'stop') return { kind, stopReason: 'goal_drift', text, data };
  if (kind === 'flag') return { kind, text, data };
  return { kind, text: `${text} The goal is: ${goal}`, data };
}
