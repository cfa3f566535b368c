import type { Json } from '@loopwright/core-parser';
import { canonicalJson } from '@loopwright/core-parser';
import { driftGuardDefaults } from './defaults.ts';
import type { DriftOptions, DriftState } from './goal-drift.ts';
import {
  checkedDriftOptions,
  detectGoalDrift,
  detectObservationDrift,
  driftOptionNames,
} from './goal-drift.ts';
import { requireInteger, requireKnownOptions, requireOneOf } from './invalid-options.ts';
import { remember } from './remember.ts';
import { shorten } from './shorten.ts';
import type { SignatureOptions } from './signature.ts';
import { withoutSecrets } from './signature.ts';
import type { GuardedStep, GuardFactory, Verdict } from './step.ts';
import { isActionStep } from './step.ts';

export type DriftGuardOptions = DriftOptions &
  Pick<SignatureOptions, 'sensitive'> & {
    /** The goal of the run. Without one the guard says nothing. */
    readonly goal?: string;
    /** What is compared with the goal: the calls, or what they returned (for open-ended goals, L7). Default actions. */
    readonly compare?: 'actions' | 'observations';
    /** `flag` tells people, `hint` reminds the model of the goal, `stop` ends the run after a hint. Default flag. */
    readonly onDrift?: 'flag' | 'hint' | 'stop';
    /** With `onDrift: 'stop'`, the steps of drift between the hint and the end; 0 ends at once. Default 2. */
    readonly driftGrace?: number;
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

/**
 * Watches whether a run still serves its goal (L5, L7). By default it only flags, with the evidence in `data`: a
 * heuristic never ends a run by itself. A drift is reported once until the run returns to its goal. Throws
 * `invalid_options` for unknown options and for values and numbers that cannot be meant.
 */
export function driftGuard(options: DriftGuardOptions = {}): GuardFactory {
  requireKnownOptions(options, optionNames);
  const checked = checkedDriftOptions(options, driftGuardDefaults);
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
  const { similarity } = options;
  const driftOptions = similarity === undefined ? checked : { ...checked, similarity };
  return () => {
    const textsOf = remember((step: GuardedStep) => textsOfStep(step, compare, options));
    const driftAt = (steps: readonly GuardedStep[]) => {
      const recent = steps.flatMap(textsOf);
      const detect = compare === 'actions' ? detectGoalDrift : detectObservationDrift;
      return detect({ goal: options.goal ?? '' }, recent, driftOptions);
    };
    return {
      name,
      options: { ...checked, goal: options.goal ?? null, compare, onDrift, driftGrace: grace },
      judge(step, before) {
        if (options.goal === undefined || !isActionStep(step)) return undefined;
        const steps = [...before.filter(isActionStep), step];
        const state = driftAt(steps);
        if (!state.driftDetected) return undefined;
        const drifting = driftingSteps(steps, driftAt, Math.max(2, grace + 1));
        if (onDrift === 'stop' && drifting > grace) return verdict('stop', state, options.goal);
        if (drifting > 1) return undefined;
        return verdict(onDrift === 'flag' ? 'flag' : 'hint', state, options.goal);
      },
    };
  };
}

/** How many of the newest steps ended in drift, counted no further than `enough`. */
function driftingSteps(
  steps: readonly GuardedStep[],
  driftAt: (steps: readonly GuardedStep[]) => DriftState,
  enough: number,
): number {
  let count = 1;
  while (count < enough && count < steps.length && driftAt(steps.slice(0, -count)).driftDetected) {
    count++;
  }
  return count;
}

/** What is compared with the goal, secrets left out, since it is also the evidence. */
function textsOfStep(
  step: GuardedStep,
  compare: 'actions' | 'observations',
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
