import type { GuardFactory, Limits, Model, RunOptions, RunResult } from '@loopwright/agent-run';
import {
  jsonFormat,
  nativeFormat,
  type ReactOptions,
  runReact,
  type SelectAction,
  textFormat,
} from '@loopwright/react-loop';
import { createCritic } from '@loopwright/reflection';
import { z } from 'zod';
import { askingAdvisor, carelessAdvisor, throwingAdvisor } from './hostile-advisors.ts';
import type { ExpectedBounds } from './hostile-scenario.ts';
import type { Random } from './seeded-random.ts';

/** Starts one life of a hostile run. */
export type StartHostile = (
  options: Omit<RunOptions, 'models'> & { task: string; model: Model },
) => Promise<RunResult<unknown>>;

/** A way to run a strategy, and what it may use at most. */
export type HostileVariation = {
  start: StartHostile;
  perRole: ExpectedBounds['perRole'];
  callsPerStep: number;
};

/** A ReAct run with random options of every kind. */
export function hostileReact(random: Random, { maxSteps }: Limits): HostileVariation {
  const format = random.pick([textFormat, textFormat, jsonFormat, nativeFormat, nativeFormat]);
  const selector = random.pick(['none', 'none', 'none', 'model', 'rules']);
  const isSynthesised = random.chance(0.5);
  const advisors = advisorsOf(random);
  const options: Partial<ReactOptions<unknown>> = {
    format,
    advisors,
    synthesis: isSynthesised ? 'model' : 'template',
    guards: extraGuards.filter(() => random.chance(0.2)),
    ...(random.chance(0.3) ? { loop: false, progress: false, errorLimit: false } : {}),
    ...(random.chance(0.3) ? { answer: z.object({ count: z.number() }) } : {}),
    ...(random.chance(0.2) ? { onParseError: 'stop' } : {}),
    ...(random.chance(0.2) ? { remindEvery: 1 + random.whole(3) } : {}),
    ...(random.chance(0.2) ? { drift: { onDrift: 'stop' } } : {}),
    ...(random.chance(0.2) ? { goal: random.pick(goals) } : {}),
    ...(random.chance(0.1) ? { stopWhen: { 'the fifth': (step) => step.n === 5 } } : {}),
    ...(random.chance(0.4) ? { keepSteps: 1 + random.whole(3) } : {}),
    ...(random.chance(0.3) ? { concludeAtLimit: true } : {}),
    ...(selector === 'rules' ? { selector: selectByRules } : {}),
  };
  const calls = (role: string) => advisors.filter((each) => each.role === role).length;
  return {
    start: (given) => {
      const { model } = given;
      return runReact({
        ...options,
        ...given,
        ...(selector === 'model' ? { selector: model } : {}),
      });
    },
    callsPerStep: format.callsPerStep,
    perRole: {
      actor: maxSteps,
      selector: selector === 'model' ? maxSteps : 0,
      critic: calls('critic') * (maxSteps - 1),
      reflector: calls('reflector') * (maxSteps - 1),
      synthesiser: isSynthesised ? 1 : 0,
    },
  };
}

function advisorsOf(random: Random) {
  const all = [createCritic(), askingAdvisor, carelessAdvisor, throwingAdvisor];
  return all.filter(() => random.chance(0.25));
}

const selectByRules: SelectAction = (thought, { steps, toolNames }) => {
  const tool = toolNames[(thought.length + steps.length) % toolNames.length] ?? 'ok';
  if (steps.length === 5) throw new Error('the rules fail on purpose');
  return { kind: 'calls', thought, calls: [{ tool, args: { a: steps.length } }], flags: [] };
};

const goals: NonNullable<ReactOptions['goal']>[] = [
  () => {
    throw new Error('the goal check is broken');
  },
  (step) => step.n === 3,
  { 'never so': () => false, 'the third': (step) => step.n === 3 },
  (step) => step.observations.some(({ ok }) => ok) && { answer: { count: 1 } },
];

const extraGuards: GuardFactory[] = [
  () => ({
    name: 'throwing',
    judge: () => {
      throw new Error('the guard is broken');
    },
  }),
  () => ({
    name: 'io',
    io: true,
    judge: async (step) => (step.n === 2 ? { kind: 'hint', text: 'back to the goal' } : undefined),
  }),
  () => ({ name: 'deaf', io: true, judge: () => new Promise(() => {}) }),
  () => ({ name: 'late', judge: () => new Promise(() => {}) }),
  () => ({ name: 'nonsense', judge: () => 'stop' as never }),
  () => ({
    name: 'stops',
    judge: (step) =>
      step.n === 4 ? { kind: 'stop', stopReason: 'unrecoverable', text: 'no way out' } : undefined,
  }),
];
