import { describe, expect, it } from 'vitest';
import {
  isInvalidOptions,
  type ParsePlanOptions,
  type PlanStep,
  parsePlan,
  planWaves,
  validatePlan,
} from '../src/index.ts';

const step = (id: string, dependsOn: string[] = [], tool = 't'): PlanStep => ({
  id,
  tool,
  args: {},
  dependsOn,
});

const problemsOf = (steps: PlanStep[], options?: ParsePlanOptions) =>
  validatePlan({ steps }, options);

const codesIn = (plan: unknown[], options?: ParsePlanOptions) => {
  const reading = parsePlan(JSON.stringify({ plan }), options);
  return reading.ok ? [] : reading.problems.map(({ code }) => code);
};

/** A chain of steps, each of which waits for the one before. */
const chain = (length: number): PlanStep[] =>
  Array.from({ length }, (_, place) => step(`s${place}`, place === 0 ? [] : [`s${place - 1}`]));

describe('validation of plans', () => {
  it('P6: all problems of a plan are listed', () => {
    const plan = [
      { id: 'E1', tool: 'search', args: { x: '#E9' } },
      { id: 'E1', tool: 'serch', args: {} },
      { id: 'E2', tool: 'search', args: { x: '#E3' } },
      { id: 'E3', tool: 'search', args: { x: '#E2' } },
    ];
    expect(codesIn(plan, { tools: ['search', 'count'], maxSteps: 3 })).toEqual([
      'too_many_steps',
      'duplicate_id',
      'unknown_tool',
      'unknown_reference',
      'cycle',
    ]);
  });

  it('P6: an unknown tool is named with its step, and the tools on offer are listed', () => {
    const [problem] = problemsOf([step('E2', [], 'no_such_tool')], { tools: ['search', 'count'] });
    expect(problem?.message).toBe('E2: unknown tool "no_such_tool". Tools: search, count.');
    expect(problemsOf([step('E1', [], 'constructor')], { tools: { search: [] } })).toHaveLength(1);
    expect(problemsOf([step('E1', [], 'search')], { tools: { search: [] } })).toEqual([]);
    expect(problemsOf([step('E1')], { tools: [] })).toHaveLength(1);
  });

  it('REWOO-014: a reference to a later step is a dependency like any other', () => {
    const plan = [
      { id: 'E1', tool: 't', args: { x: '#E2' } },
      { id: 'E2', tool: 't', args: { x: 1 } },
    ];
    const reading = parsePlan(JSON.stringify({ plan }));
    expect(reading.ok && planWaves(reading.plan)).toEqual([['E2'], ['E1']]);
  });

  it('REWOO-015, PLAN-002: a step that waits for itself is a cycle', () => {
    expect(codesIn([{ id: 'E1', tool: 't', args: { x: '#E1' } }])).toEqual(['cycle']);
    expect(problemsOf([step('a', ['a'])])).toMatchObject([{ code: 'cycle', steps: ['a'] }]);
  });

  it('REWOO-016: a cycle of references is printed', () => {
    const reading = parsePlan('#E1 = t[#E2]\n#E2 = t[#E1]');
    expect(reading).toMatchObject({ ok: false, code: 'cycle', line: 1 });
    expect(reading.ok ? '' : reading.message).toContain('E1 → E2 → E1');
  });

  it('PLAN-001: a cycle of dependencies is named in the order in which the steps wait', () => {
    expect(problemsOf([step('a', ['b']), step('b', ['a'])])).toMatchObject([
      { code: 'cycle', steps: ['a', 'b'] },
    ]);
  });

  it('PLAN-004: only the members of a cycle are named, and every group of such steps', () => {
    const problems = problemsOf([
      step('x'),
      step('a', ['x', 'c']),
      step('b', ['a']),
      step('c', ['b']),
      step('waits', ['c']),
      step('p', ['waits', 'q']),
      step('q', ['p']),
    ]);
    expect(problems.map(({ steps }) => steps)).toEqual([
      ['a', 'c', 'b'],
      ['p', 'q'],
    ]);
  });

  it('PLAN-007: a repeated id is an error', () => {
    expect(problemsOf([step('a'), step('a')])).toMatchObject([{ code: 'duplicate_id' }]);
  });

  it('PLAN-014: a plan without steps is an error of its own', () => {
    expect(problemsOf([])).toMatchObject([{ code: 'empty_plan' }]);
    expect(codesIn([])).toEqual(['empty_plan']);
  });

  it('PLAN-017: more steps than allowed are counted in the error', () => {
    const plan = Array.from({ length: 10_000 }, (_, place) => ({ id: `s${place}`, tool: 't' }));
    const reading = parsePlan(JSON.stringify({ plan }));
    expect(reading).toMatchObject({ ok: false, code: 'too_many_steps' });
    expect(reading.ok ? '' : reading.message).toBe(
      'The plan has 10000 steps; at most 20 are allowed.',
    );
    expect(codesIn(plan.slice(0, 20))).toEqual([]);
    expect(codesIn(plan.slice(0, 21))).toEqual(['too_many_steps']);
  });

  it('PLAN-018: a chain of 20,000 steps, and a circle of as many, need no stack', () => {
    const steps = chain(20_000);
    expect(problemsOf(steps, { maxSteps: 20_000 })).toEqual([]);
    expect(planWaves({ steps })).toHaveLength(20_000);
    steps[0]!.dependsOn.push('s19999');
    const [problem] = problemsOf(steps, { maxSteps: 20_000 });
    expect(problem).toMatchObject({ code: 'cycle' });
    expect(problem!.steps).toHaveLength(20_000);
    expect(problem!.message.length).toBeLessThan(300);
  });

  it('P6: a message lists twenty problems and counts the rest', () => {
    const plan = Array.from({ length: 30 }, (_, place) => ({ id: `s${place}`, tool: 'no' }));
    const reading = parsePlan(JSON.stringify({ plan }), { tools: ['yes'], maxSteps: 30 });
    expect(reading.ok ? [] : reading.message.split('\n')).toHaveLength(21);
    expect(reading.ok ? [] : reading.problems).toHaveLength(30);
  });

  it('P6: a limit of steps that cannot be meant is a mistake of the caller', () => {
    for (const maxSteps of [0, -1, 1.5, Number.NaN, Number.POSITIVE_INFINITY]) {
      const error = (() => {
        try {
          return parsePlan('', { maxSteps });
        } catch (thrown) {
          return thrown;
        }
      })();
      expect(isInvalidOptions(error)).toBe(true);
    }
  });
});

describe('the order of waves', () => {
  it('P6: a step is in the first wave that it can be in, in the order of the plan', () => {
    const steps = [
      step('join', ['left', 'right']),
      step('right', ['root']),
      step('left', ['root']),
      step('root'),
      step('alone', ['done before']),
    ];
    steps[1]!.args = { x: 'see #{late}' };
    steps.push(step('late', ['root']));
    expect(planWaves({ steps })).toEqual([
      ['root', 'alone'],
      ['left', 'late'],
      ['right'],
      ['join'],
    ]);
    expect(planWaves({ steps: [] })).toEqual([]);
  });

  it('P6: for a plan without an order the mistake is named', () => {
    const steps = [step('a', ['b']), step('b', ['a'])];
    expect(() => planWaves({ steps })).toThrow('a → b');
  });
});
