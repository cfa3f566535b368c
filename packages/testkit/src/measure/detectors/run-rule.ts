import type { RecordedRun } from './recorded-run.ts';

/** What a rule did to a run. Numbers of steps count from 1. */
export type RuleOutcome = {
  /** The step at which the rule ended the run. */
  end?: number;
  /** The first step at which it spoke to the model or to people without ending the run. */
  warning?: number;
  /** Why it ended the run, in words, with the name of the cause where there is one. */
  reason?: string;
};

/** Something that may end runs: a guard under some options, or what another project does. */
export type RunRule = {
  name: string;
  watch(run: RecordedRun): RuleOutcome;
};

/** The same rule, watching each run once however often it is asked. */
export function remembered({ name, watch }: RunRule): RunRule {
  const outcomes = new WeakMap<RecordedRun, RuleOutcome>();
  return {
    name,
    watch(run) {
      const outcome = outcomes.get(run) ?? watch(run);
      outcomes.set(run, outcome);
      return outcome;
    },
  };
}

/** Several rules at once: the first one to end a run ends it. */
export function allOf(name: string, rules: readonly RunRule[]): RunRule {
  return {
    name,
    watch(run) {
      const outcomes = rules.map((rule) => rule.watch(run));
      const ended = outcomes.filter(({ end }) => end !== undefined);
      const first = ended.toSorted((a, b) => a.end! - b.end!)[0] ?? {};
      const warnings = outcomes.flatMap(({ warning = [] }) => warning);
      return warnings.length === 0 ? first : { ...first, warning: Math.min(...warnings) };
    },
  };
}
