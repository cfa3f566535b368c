import type { GuardedStep, GuardFactory, Verdict } from '@loopwright/loop-detector';
import {
  driftGuard,
  errorLimitGuard,
  loopGuard,
  loopPresets,
  progressGuard,
} from '@loopwright/loop-detector';
import type { RecordedRun } from './recorded-run.ts';
import type { RuleOutcome, RunRule } from './run-rule.ts';
import { remembered } from './run-rule.ts';

/** The guards under the options they are shipped with, each watching runs as it would in a loop of one's own. */
export const guardRules = {
  repetition: ruleOf('repetition, default', () => loopGuard()),
  strictRepetition: ruleOf('repetition, strict', () => loopGuard(loopPresets.strict)),
  relaxedRepetition: ruleOf('repetition, relaxed', () => loopGuard(loopPresets.relaxed)),
  errorLimit: ruleOf('error limit', () => errorLimitGuard()),
  progress: ruleOf('progress', () => progressGuard()),
  goalDrift: ruleOf('goal drift (flags only)', ({ task }) => driftGuard({ goal: task })),
  observationDrift: ruleOf('observation drift (flags only)', ({ task }) =>
    driftGuard({ goal: task, compare: 'observations' }),
  ),
  stoppingGoalDrift: ruleOf('goal drift, onDrift: stop', ({ task }) =>
    driftGuard({ goal: task, onDrift: 'stop' }),
  ),
  stoppingObservationDrift: ruleOf('observation drift, onDrift: stop', ({ task }) =>
    driftGuard({ goal: task, onDrift: 'stop', compare: 'observations' }),
  ),
} as const satisfies Record<string, RunRule>;

function ruleOf(name: string, factoryFor: (run: RecordedRun) => GuardFactory): RunRule {
  return remembered({ name, watch: (run) => outcomeOf(factoryFor(run), run.steps) });
}

/** Judges each step, records the verdicts in it, and ends at the first stop, as a loop would. */
function outcomeOf(factory: GuardFactory, steps: readonly GuardedStep[]): RuleOutcome {
  const guard = factory();
  const before: GuardedStep[] = [];
  const outcome: RuleOutcome = {};
  for (const step of steps) {
    const verdicts: Verdict[] = [guard.judge(step, before) ?? []].flat();
    for (const verdict of verdicts) {
      if (verdict.kind === 'stop') return { ...outcome, end: step.n, reason: reasonOf(verdict) };
      outcome.warning ??= step.n;
    }
    before.push({ ...step, verdicts: verdicts.map((each) => ({ guard: guard.name, ...each })) });
  }
  return outcome;
}

function reasonOf({ text, data }: Extract<Verdict, { kind: 'stop' }>): string {
  const cause =
    typeof data === 'object' && data !== null && 'cause' in data ? data.cause : undefined;
  return cause === undefined ? text : `${text} (${cause})`;
}
