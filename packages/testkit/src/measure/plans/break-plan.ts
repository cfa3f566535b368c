import type { ParseErrorCode } from '@loopwright/core-parser';
import type { Random } from '../../seeded-random.ts';
import type { GeneratedStep } from './generate-plan.ts';

/** A way to spoil a plan, and the code by which it has to be refused. */
export type PlanFault = {
  name: string;
  code: ParseErrorCode;
  /** The text of the spoiled plan. */
  write(steps: readonly GeneratedStep[], random: Random): string;
};

/** The faults with which plans are spoiled, one at a time. */
export const planFaults: readonly PlanFault[] = [
  fault('a step stands twice', 'duplicate_id', (steps, at) => [...steps, steps[at]]),
  fault('a reference to no step', 'unknown_reference', (steps, at) =>
    withArgs(steps, at, { extra: 'see #E99 there' }),
  ),
  fault('a dependency on no step', 'unknown_reference', (steps, at) =>
    replace(steps, at, { ...steps[at], depends_on: ['the first step'] }),
  ),
  fault('a reference in other letters', 'unknown_reference', (steps) => [
    { id: 'E1x', tool: 'search', args: {} },
    ...withArgs(steps, 0, { extra: '#e1X' }),
  ]),
  fault('a path that is none', 'unknown_reference', (steps, at) =>
    withArgs(steps, at, { extra: `#{${steps[0]!.id}[-1]}` }),
  ),
  fault('a step that refers to itself', 'cycle', (steps, at) =>
    withArgs(steps, at, { extra: `#{${steps[at]!.id}}` }),
  ),
  fault('two steps that wait for each other', 'cycle', (steps, at) => [
    ...withArgs(steps, at, { extra: '#{back}' }),
    { id: 'back', tool: 'search', args: { q: `#{${steps[at]!.id}}` } },
  ]),
  fault('a tool that is not on offer', 'unknown_tool', (steps, at) =>
    replace(steps, at, { ...steps[at], tool: 'serach' }),
  ),
  fault('more steps than allowed', 'too_many_steps', (steps) => [
    ...steps,
    ...Array.from({ length: 21 }, (_, more) => ({ id: `more${more}`, tool: 'search', args: {} })),
  ]),
  fault('no step', 'empty_plan', () => []),
  fault('a step without a tool', 'missing_action_name', (steps, at) =>
    replace(steps, at, { ...steps[at], tool: null }),
  ),
  fault('a step without an id', 'invalid_id', (steps, at) =>
    replace(steps, at, { ...steps[at], id: undefined }),
  ),
  fault('an id of two words', 'invalid_id', (steps) => [
    ...steps,
    { id: 'last step', tool: 'search', args: {} },
  ]),
  fault('a step that is null', 'not_object', (steps, at) => replace(steps, at, null)),
  fault('arguments in a list', 'not_object', (steps, at) =>
    replace(steps, at, { ...steps[at], args: ['tide'] }),
  ),
  fault('arguments in a text', 'not_object', (steps, at) =>
    replace(steps, at, { ...steps[at], args: '{q: tide' }),
  ),
  fault('arguments beside args', 'missing_action_input', (steps, at) =>
    replace(steps, at, { id: steps[at]!.id, tool: 'search', query: 'tide' }),
  ),
  {
    name: 'cut off',
    code: 'truncated',
    write: (steps, random) => {
      const text = JSON.stringify({ plan: steps });
      return text.slice(0, 1 + random.whole(text.length - 1));
    },
  },
  {
    name: 'a key that stands twice',
    code: 'duplicate_key',
    write: (steps) => JSON.stringify({ plan: steps }).replace('"tool":', '"tool":"x","tool":'),
  },
  {
    name: 'a key __proto__',
    code: 'forbidden_key',
    write: (steps) =>
      JSON.stringify({ plan: steps }).replace('"args":{', '"args":{"__proto__":{},'),
  },
  {
    name: 'a colon that is missing',
    code: 'not_json',
    write: (steps) => JSON.stringify({ plan: steps }).replace('"tool":', '"tool" '),
  },
  {
    name: 'two plans',
    code: 'multiple_plans',
    write: (steps) => `${JSON.stringify({ plan: steps })}\nor\n${JSON.stringify({ plan: steps })}`,
  },
  {
    name: 'the plan in words',
    code: 'no_anchor',
    write: (steps) => steps.map(({ tool }, place) => `${place + 1}. Use ${tool} next.`).join('\n'),
  },
];

/** A fault of the list of steps; `at` is the place of the step that is spoiled. */
function fault(
  name: string,
  code: ParseErrorCode,
  spoil: (steps: readonly GeneratedStep[], at: number) => unknown[],
): PlanFault {
  return {
    name,
    code,
    write: (steps, random) => JSON.stringify({ plan: spoil(steps, random.whole(steps.length)) }),
  };
}

function replace(steps: readonly GeneratedStep[], at: number, step: unknown): unknown[] {
  return steps.map((each, place) => (place === at ? step : each));
}

function withArgs(steps: readonly GeneratedStep[], at: number, more: object): GeneratedStep[] {
  return steps.map((step, place) =>
    place === at ? { ...step, args: { ...step.args, ...more } } : step,
  );
}
