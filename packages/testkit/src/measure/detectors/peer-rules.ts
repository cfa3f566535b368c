import { digest } from '@loopwright/core-parser';
import type { GuardedStep } from '@loopwright/loop-detector';
import type { RunRule } from './run-rule.ts';

/** What other projects do by default, as far as they publish it, each rule written anew from its description. */
export const peerRules: readonly RunRule[] = [
  inARow('2 identical calls', 2, callOf),
  inARow('3 identical calls (Roo Code)', 3, callOf),
  inARow('4 identical calls and results', 4, callAndResultOf),
  {
    name: '4 identical calls and results, 3 identical failures, 6 steps in alternation (OpenHands)',
    watch: ({ steps }) =>
      endOf(
        steps,
        (acted) =>
          areEqual(acted.slice(-4), 4, callAndResultOf) ||
          (acted.slice(-3).every(hasFailed) && areEqual(acted.slice(-3), 3, callOf)) ||
          alternates(acted.slice(-6), 6, callAndResultOf),
      ),
  },
  inARow('5 identical calls (Gemini CLI)', 5, callOf),
  {
    name: 'a pattern of 2 or more calls, twice in a window of 6 (the prose of the source document)',
    watch: ({ steps }) =>
      endOf(steps, (acted) =>
        [2, 3].some(
          (length) =>
            acted.length >= 2 * length &&
            acted.slice(-length).every((step, at) => {
              const earlier = acted.at(at - 2 * length);
              return earlier !== undefined && callOf(step) === callOf(earlier);
            }),
        ),
      ),
  },
];

type Key = (step: GuardedStep) => string;

function inARow(name: string, count: number, key: Key): RunRule {
  return {
    name,
    watch: ({ steps }) => endOf(steps, (acted) => areEqual(acted.slice(-count), count, key)),
  };
}

/** Ends a run at the first step after which the condition holds for the steps that acted. */
function endOf(
  steps: readonly GuardedStep[],
  holds: (acted: readonly GuardedStep[]) => boolean,
): { end?: number } {
  const acted = steps.filter(({ calls }) => calls.length > 0);
  const at = acted.findIndex((_, index) => holds(acted.slice(0, index + 1)));
  return at < 0 ? {} : { end: acted[at]!.n };
}

function areEqual(steps: readonly GuardedStep[], count: number, key: Key): boolean {
  return steps.length === count && steps.every((step) => key(step) === key(steps[0]!));
}

function alternates(steps: readonly GuardedStep[], count: number, key: Key): boolean {
  return (
    steps.length === count &&
    key(steps[0]!) !== key(steps[1]!) &&
    steps.every((step, at) => key(step) === key(steps[at % 2]!))
  );
}

function hasFailed({ observations }: GuardedStep): boolean {
  return observations.every(({ ok }) => !ok);
}

const callDigests = new WeakMap<GuardedStep, string>();

function callOf(step: GuardedStep): string {
  const known = callDigests.get(step);
  if (known !== undefined) return known;
  const computed = digest(step.calls.map(({ tool, args }) => [tool, args]));
  callDigests.set(step, computed);
  return computed;
}

function callAndResultOf(step: GuardedStep): string {
  return `${callOf(step)} ${step.observations.map(({ ok, text }) => `${ok} ${text}`).join('\n')}`;
}
