import { describe, expect, it } from 'vitest';
import { type ParsePlanOptions, parsePlan } from '../src/index.ts';

const stepsIn = (value: unknown, options?: ParsePlanOptions) => {
  const reading = parsePlan(JSON.stringify(value), options);
  return reading.ok ? reading.plan.steps : `error ${reading.code}`;
};

const messageOf = (value: unknown) => {
  const reading = parsePlan(JSON.stringify(value));
  return reading.ok ? '' : reading.message;
};

describe('plans as JSON calls with labels', () => {
  it('P6: calls with labels and $label.field$ become steps', () => {
    const calls = [
      { name: 'find_port', arguments: { near: 'Brest' }, label: 'var1' },
      {
        name: 'find_tide',
        arguments: {
          port: '$var1$',
          note: 'at $var1.position[0].mean level$ m, under $10-$20',
          days: ['$var1.next days$', '$PATH', '$u.s. or $c.a.'],
        },
        label: 'var2',
      },
      { name: 'result', arguments: { tide: '$var2$' } },
    ];
    const reading = parsePlan(`The calls:\n${JSON.stringify(calls, null, 2)}`);
    expect(reading).toMatchObject({ ok: true, form: 'json_calls' });
    expect(reading.ok && reading.plan.steps).toEqual([
      { id: 'var1', tool: 'find_port', args: { near: 'Brest' }, dependsOn: [] },
      {
        id: 'var2',
        tool: 'find_tide',
        args: {
          port: '#{var1}',
          note: 'at #{var1.position[0]["mean level"]} m, under $10-$20',
          days: ['#{var1["next days"]}', '$PATH', '$u.s. or $c.a.'],
        },
        dependsOn: ['var1'],
      },
      { id: 'result', tool: 'result', args: { tide: '#{var2}' }, dependsOn: ['var2'] },
    ]);
  });

  it('P6: calls without a label go by their names where these are ids of their own, else by their places', () => {
    const calls = ['a', 'ports.list', 'a', 'b'].map((name) => ({ name, arguments: {} }));
    const steps = stepsIn(calls);
    expect(Array.isArray(steps) && steps.map(({ id }) => id)).toEqual([
      'call_1',
      'call_2',
      'call_3',
      'b',
    ]);
  });

  it('P6: a reference to no label is an error that shows it as it was written', () => {
    const calls = [
      { name: 'a', arguments: {}, label: 'var1' },
      { name: 'b', arguments: { x: '$var2$', y: 'about $var3.size$ m' }, label: 'var4' },
    ];
    expect(stepsIn(calls)).toBe('error unknown_reference');
    expect(messageOf(calls)).toContain('$var2$');
    expect(messageOf(calls)).toContain('$var3$');
  });

  it('P6: a label that stands twice is an error', () => {
    const calls = ['a', 'b'].map((name) => ({ name, arguments: {}, label: 'var1' }));
    expect(stepsIn(calls)).toBe('error duplicate_id');
  });

  it('P6: a reference that is not closed is an error and no text', () => {
    for (const x of ['$var1', 'see $var1 there', 'var1.port$', '{var1}']) {
      const calls = [
        { name: 'a', arguments: {}, label: 'var1' },
        { name: 'b', arguments: { x } },
      ];
      expect(stepsIn(calls)).toBe('error unknown_reference');
      expect(messageOf(calls)).toContain('$var1$');
    }
  });
});

describe('plans as JSON steps with depends_on', () => {
  const plan = (...steps: object[]) => ({ plan: 'Compare two tides.', steps, ready: true });

  it('P6: steps with numbers and dependencies become steps, the description is the input', () => {
    const text = plan(
      { step_number: 1, description: 'Tide in Brest', tool_to_use: 'tide', depends_on: [] },
      { step_number: 2, description: 'Tide #1 in Dover', tool_to_use: 'tide', depends_on: null },
      {
        step_number: 3,
        tool_to_use: 'compare',
        args: { a: '#1', b: '#{2.high}' },
        depends_on: [1],
      },
    );
    expect(stepsIn(text)).toEqual([
      {
        id: '1',
        tool: 'tide',
        args: { input: 'Tide in Brest' },
        dependsOn: [],
        thought: 'Tide in Brest',
      },
      {
        id: '2',
        tool: 'tide',
        args: { input: 'Tide #1 in Dover' },
        dependsOn: [],
        thought: 'Tide #1 in Dover',
      },
      { id: '3', tool: 'compare', args: { a: '#{1}', b: '#{2.high}' }, dependsOn: ['1', '2'] },
    ]);
    expect(parsePlan(JSON.stringify(text))).toMatchObject({ ok: true, form: 'json_steps' });
  });

  it('P6: a step without a tool gets the default tool, and is an error without one', () => {
    for (const tool of [null, '', 'None', 'N/A']) {
      const text = plan({ step_number: 1, description: 'Think', tool_to_use: tool });
      expect(stepsIn(text)).toBe('error missing_action_name');
      expect(stepsIn(text, { defaultTool: 'task' })).toEqual([
        { id: '1', tool: 'task', args: { input: 'Think' }, dependsOn: [], thought: 'Think' },
      ]);
    }
  });

  it('P6: the description gets the name of the first parameter', () => {
    const text = plan({ step_number: 1, description: 'Brest', tool_to_use: 'tide' });
    expect(stepsIn(text, { tools: { tide: ['port', 'day'] } })).toMatchObject([
      { args: { port: 'Brest' } },
    ]);
    expect(stepsIn(text, { tools: { tide: [] } })).toMatchObject([{ args: {} }]);
  });

  it('PLAN-006: a dependency given by its title is an error that quotes it', () => {
    const text = {
      plan: [
        { id: 't1', tool: 'a', description: 'set up tables' },
        { id: 't2', tool: 'b', depends_on: ['set up tables'] },
      ],
    };
    expect(stepsIn(text)).toBe('error unknown_reference');
    expect(messageOf(text)).toContain('"set up tables" refers to no step');
  });

  it('P6: dependencies that are no ids are an error', () => {
    const text = plan({ step_number: 1, tool_to_use: 'a', depends_on: [{ id: 2 }] });
    expect(stepsIn(text)).toBe('error unreadable_step');
  });
});
