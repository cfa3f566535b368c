import { describe, expect, it } from 'vitest';
import { type ParsePlanOptions, parsePlan } from '../src/index.ts';

const plan = (steps: unknown[]) => JSON.stringify({ plan: steps });

const stepsIn = (text: string, options?: ParsePlanOptions) => {
  const reading = parsePlan(text, options);
  return reading.ok ? reading.plan.steps : `error ${reading.code}`;
};

const problemsIn = (text: string, options?: ParsePlanOptions) => {
  const reading = parsePlan(text, options);
  return reading.ok ? [] : reading.problems.map(({ code }) => code);
};

const messageOf = (text: string, options?: ParsePlanOptions) => {
  const reading = parsePlan(text, options);
  return reading.ok ? '' : reading.message;
};

describe('plans as JSON', () => {
  it('P6: a list of steps with id, tool and args becomes typed steps', () => {
    const text = plan([
      { id: 'E1', tool: 'search', args: { q: 'tides' }, thought: 'look it up' },
      { id: 'E2', tool: 'count', args: { text: '#E1', unit: 'words' } },
      { id: 'E3', tool: 'add', args: { values: ['#E2', 2, { deep: 'of #E1.title' }] } },
    ]);
    expect(parsePlan(text)).toEqual({
      ok: true,
      form: 'json',
      plan: {
        steps: [
          {
            id: 'E1',
            tool: 'search',
            args: { q: 'tides' },
            thought: 'look it up',
            dependsOn: [],
          },
          { id: 'E2', tool: 'count', args: { text: '#E1', unit: 'words' }, dependsOn: ['E1'] },
          {
            id: 'E3',
            tool: 'add',
            args: { values: ['#E2', 2, { deep: 'of #E1.title' }] },
            dependsOn: ['E2', 'E1'],
          },
        ],
      },
      repaired: false,
      flags: [],
    });
  });

  it('P6: JSON that JSON.parse refuses is read tolerantly and says so', () => {
    const reading = parsePlan("{'plan': [{'id': 'E1', 'tool': 'search', 'args': {'all': True,}}]}");
    expect(reading).toMatchObject({
      ok: true,
      repaired: true,
      plan: { steps: [{ args: { all: true } }] },
    });
  });

  it('P6: an id may be a number, and may carry the mark of a reference', () => {
    expect(
      stepsIn(
        plan([
          { id: 1, tool: 'a' },
          { id: '#E2', tool: 'b', args: { x: '#1', y: 'call # 1 of #2' }, depends_on: 1 },
        ]),
      ),
    ).toEqual([
      { id: '1', tool: 'a', args: {}, dependsOn: [] },
      { id: 'E2', tool: 'b', args: { x: '#{1}', y: 'call # 1 of #2' }, dependsOn: ['1'] },
    ]);
  });

  it('P6: where ids are numbers, a number in a longer text has two readings', () => {
    const text = plan([
      { id: 1, tool: 'a' },
      { id: 2, tool: 'b', args: { x: 'call #1' } },
    ]);
    expect(stepsIn(text)).toBe('error unknown_reference');
    expect(messageOf(text)).toContain('Write #{1}');
  });

  it('P6: a description is no argument of a tool that the step names', () => {
    const text = plan([{ id: 'E1', tool: 'now', description: 'Ask for the time.' }]);
    expect(stepsIn(text)).toMatchObject([{ args: {}, thought: 'Ask for the time.' }]);
    const inWords = plan([{ id: 'find_first', description: 'Find the capital.' }]);
    expect(stepsIn(inWords, { defaultTool: 'task' })).toMatchObject([
      { tool: 'task', args: { input: 'Find the capital.' } },
    ]);
  });

  it('REWOO-033: a plan in a fence, with a sentence before and after', () => {
    const text = `Sure, this is it {really}:\n\`\`\`json\n${plan([{ id: 'E1', tool: 'search', args: { q: 'x' } }])}\n\`\`\`\nShall I go on?`;
    expect(stepsIn(text)).toEqual([{ id: 'E1', tool: 'search', args: { q: 'x' }, dependsOn: [] }]);
  });

  it('P6: leading reasoning is removed and flagged', () => {
    const text = `<think>{"plan": []}</think>\n${plan([{ id: 'E1', tool: 'a' }])}`;
    expect(parsePlan(text)).toMatchObject({ ok: true, flags: ['reasoning_removed'] });
  });

  it('P6: prose, and JSON that is no plan, is refused', () => {
    expect(stepsIn('First look at the tide tables, then compare them.')).toBe('error no_anchor');
    expect(stepsIn('{"answer": 42}')).toBe('error no_anchor');
    expect(stepsIn('[{"day": "Monday"}]')).toBe('error no_anchor');
    expect(stepsIn('{"plan": "search and compare"}')).toBe('error no_anchor');
    expect(stepsIn('')).toBe('error empty');
    expect(stepsIn('<think>no more')).toBe('error empty');
    expect(stepsIn('{"plan": ["search", "compare"]}')).toBe('error not_object');
  });

  it('P6: what was left open is not closed', () => {
    const whole = plan([
      { id: 'E1', tool: 'search', args: { q: 'x' } },
      { id: 'E2', tool: 'count', args: { text: '#E1' } },
    ]);
    for (let length = 1; length < whole.length; length += 1) {
      expect(stepsIn(whole.slice(0, length))).toBe('error truncated');
    }
  });

  it('P6: a brace too many is an error and does not end the plan', () => {
    const text = `{"plan": [{"id": "E1", "tool": "a", "args": {}}]}, {"id": "E2", "tool": "b"}]}`;
    expect(stepsIn(text)).toBe('error not_json');
  });

  it('P6: what is broken behind a plan is prose', () => {
    const text = `${plan([{ id: 'E1', tool: 'a' }])}\nIt gives {"height": 4 m`;
    expect(stepsIn(text)).toHaveLength(1);
  });

  it('P6: of two plans none is chosen', () => {
    const one = plan([{ id: 'E1', tool: 'a' }]);
    expect(stepsIn(`Either\n${one}\nor\n${one}`)).toBe('error multiple_plans');
    for (const lines of ['Plan: so\n#E1 = a[x]', '1. a("x")', '#E1 = a[x] and more']) {
      expect(stepsIn(`${lines}\n${one}`), lines).toBe('error multiple_plans');
      expect(stepsIn(`${lines}\n\`\`\`json\n${one}\n\`\`\`\n${one}`)).toBe('error multiple_plans');
    }
    // One in the arguments of a step, or a list of words, is no second plan.
    expect(stepsIn('#E1 = a[{"input": {"plan": [{"id": "first", "tool": "a"}]}}]')).toHaveLength(1);
    expect(stepsIn('#E1 = a[x]\n{"steps": ["first", "second"]}')).toHaveLength(1);
  });

  it('P6: duplicate and forbidden keys are refused', () => {
    expect(stepsIn('{"plan": [{"id": "E1", "tool": "a", "tool": "b"}]}')).toBe(
      'error duplicate_key',
    );
    expect(stepsIn('{"plan": [{"id": "E1", "tool": "a", "args": {"__proto__": {}}}]}')).toBe(
      'error forbidden_key',
    );
  });

  it('REWOO-018: entries that are no steps are typed errors, all of them', () => {
    const text = '{"plan": [null, {"id": "E1"}, {"id": "E2", "tool": "t", "args": [1]}, 7]}';
    expect(problemsIn(text)).toEqual([
      'not_object',
      'missing_action_name',
      'not_object',
      'not_object',
    ]);
    expect(messageOf(text).split('\n')[2]).toContain('E2');
  });

  it('REWOO-019: arguments that cannot be read do not become {}', () => {
    const text = plan([{ id: 'E1', tool: 'search', args: '{q: tide' }]);
    expect(stepsIn(text)).toBe('error not_object');
    expect(messageOf(text)).toContain('E1');
    const inProse = plan([{ id: 'E1', tool: 'search', args: 'with {"q": "tide"}' }]);
    expect(stepsIn(inProse)).toBe('error not_object');
    const readable = plan([{ id: 'E1', tool: 'search', args: '{"q": "tide"}' }]);
    expect(parsePlan(readable)).toMatchObject({
      ok: true,
      repaired: true,
      plan: { steps: [{ args: { q: 'tide' } }] },
    });
  });

  it('P4: arguments beside "args" are named in the error', () => {
    const text = plan([{ id: 'E1', tool: 'search', query: 'tide' }]);
    expect(stepsIn(text)).toBe('error missing_action_input');
    expect(messageOf(text)).toContain('"query"');
  });

  it('P4: members of a step beside its "args" are flagged, not silently gone', () => {
    const flagsOf = (step: object) => {
      const reading = parsePlan(plan([{ id: 'E1', tool: 'pay', ...step }]));
      return reading.ok ? reading.flags : reading.code;
    };
    expect(flagsOf({ args: { to: 'bob' }, limit: 5 })).toEqual(['members_ignored']);
    expect(flagsOf({ args: {}, arguments: { to: 'bob' } })).toEqual(['members_ignored']);
    expect(flagsOf({ args: { to: 'bob' }, thought: 'pay', depends_on: [] })).toEqual([]);
  });

  it('REWOO-034: an empty plan is empty, whatever else stands beside it', () => {
    const text = '{"plan": [], "steps": [{"id": "E1", "tool": "rm", "args": {}}]}';
    expect(stepsIn(text)).toBe('error empty_plan');
  });

  it('P6: an id that a reference cannot hold is refused', () => {
    expect(problemsIn(plan([{ tool: 'a' }, { id: 'first step', tool: 'b' }]))).toEqual([
      'invalid_id',
      'invalid_id',
    ]);
    expect(problemsIn(plan([{ id: '__proto__', tool: 'a' }]))).toEqual(['invalid_id']);
    expect(problemsIn(plan([{ id: 'x'.repeat(65), tool: 'a' }]))).toEqual(['invalid_id']);
  });

  it('P6: a plan that cannot be cut off unnoticed is read although the reply was cut off', () => {
    const text = `${plan([{ id: 'E1', tool: 'a' }])}\nThis pl`;
    expect(parsePlan(text, { truncated: true }).ok).toBe(true);
    expect(stepsIn('This pl', { truncated: true })).toBe('error truncated');
  });

  it('P6: a longer text than is read is refused', () => {
    expect(stepsIn(plan([{ id: 'E1', tool: 'a', args: { x: 'x'.repeat(1_000_000) } }]))).toBe(
      'error too_large',
    );
  });
});
