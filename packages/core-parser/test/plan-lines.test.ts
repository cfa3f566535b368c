import { describe, expect, it } from 'vitest';
import { type ParsePlanOptions, parsePlan } from '../src/index.ts';

const read = (lines: string[], options?: ParsePlanOptions) => parsePlan(lines.join('\n'), options);

/** Id, tool, arguments and dependencies of each step, or the code and the line of the first problem. */
const stepsIn = (lines: string[], options?: ParsePlanOptions) => {
  const reading = read(lines, options);
  return reading.ok
    ? reading.plan.steps.map(({ id, tool, args, dependsOn }) => [id, tool, args, dependsOn])
    : `${reading.code} ${reading.line}`;
};

const linesRefused = (lines: string[], options?: ParsePlanOptions) => {
  const reading = read(lines, options);
  return reading.ok ? [] : reading.problems.map(({ line }) => line);
};

describe('plans in the text form of ReWOO', () => {
  it('P6: thoughts and calls become steps', () => {
    const reading = read([
      'Plan: Find the height of the tide in Brest.',
      '#E1 = TideTable[Brest, today]',
      'Plan: Find that of Dover,',
      'for the same day. #E2 = TideTable["Dover, today"]',
      '',
      '**Plan 3:** Compare them.',
      '`#E3 = LLM[which is higher, #E1 [m] or #E2.high?]`',
    ]);
    expect(reading).toEqual({
      ok: true,
      form: 'text',
      plan: {
        steps: [
          {
            id: 'E1',
            tool: 'TideTable',
            args: { input: 'Brest, today' },
            dependsOn: [],
            thought: 'Find the height of the tide in Brest.',
          },
          {
            id: 'E2',
            tool: 'TideTable',
            args: { input: 'Dover, today' },
            dependsOn: [],
            thought: 'Find that of Dover,\nfor the same day.',
          },
          {
            id: 'E3',
            tool: 'LLM',
            args: { input: 'which is higher, #E1 [m] or #E2.high?' },
            dependsOn: ['E1', 'E2'],
            thought: 'Compare them.',
          },
        ],
      },
      repaired: false,
      flags: [],
    });
  });

  it('P6: ids of two digits, an id of another kind and a missing mark are read', () => {
    expect(
      stepsIn(['#E10 = a[x]', 'E11 = b[#E10]', '#tides = c[#E11, ##E11]', '#E12 = d[#tides]']),
    ).toEqual([
      ['E10', 'a', { input: 'x' }, []],
      ['E11', 'b', { input: '#E10' }, ['E10']],
      ['tides', 'c', { input: '#E11, ##E11' }, ['E11']],
      ['E12', 'd', { input: '#{tides}' }, ['tides']],
    ]);
  });

  it('P6: an input may go over lines, be JSON, or be nothing', () => {
    expect(
      stepsIn(['#E1 = now[]', '#E2 = search[{q: "#E1", n: 2}]', '#E3 = LLM[from', '#E2', 'tell]']),
    ).toEqual([
      ['E1', 'now', {}, []],
      ['E2', 'search', { q: '#E1', n: 2 }, ['E1']],
      ['E3', 'LLM', { input: 'from\n#E2\ntell' }, ['E2']],
    ]);
  });

  it('P6: the input gets the name of the parameter where the tools are known', () => {
    const tools = { search: ['query', 'limit'], now: [] };
    expect(stepsIn(['#E1 = search[tides]'], { tools })).toEqual([
      ['E1', 'search', { query: 'tides' }, []],
    ]);
    expect(stepsIn(['#E1 = now[tides]'], { tools })).toBe('unreadable_step 1');
  });

  it('P6: prose and fences around the plan are passed over', () => {
    const lines = [
      'Which tide is higher?',
      '```',
      '#E1 = a[x]',
      '```',
      'That should do [I think].',
    ];
    expect(stepsIn(lines)).toEqual([['E1', 'a', { input: 'x' }, []]]);
  });

  it.each([
    '#E2 = b',
    '#E2 = b[x',
    '#E2 = b[x] and c[y]',
    '#E2 = b[x]] ',
    '#E2: b[x]',
    '#E2 b[x]',
    '# E2 = b',
    'b[x]',
    '2. b("x")',
    '#E2 = [x]',
    '#E2 = b[{"q": "x]',
  ])('P6: a line that looks like a step and cannot be read is quoted: %s', (line) => {
    const reading = read(['#E1 = a[x]', line, '#E3 = c[#E1]']);
    expect(reading).toMatchObject({ ok: false, code: 'unreadable_step', line: 2 });
    expect(reading.ok ? '' : reading.message).toContain(JSON.stringify(line.trim()));
  });

  it('P6: the form that begins first is the form of the plan', () => {
    const json = '{"plan": [{"id": "E9", "tool": "b"}]}';
    expect(read(['#E1 = a[x]', '{"plan": "as above"}'])).toMatchObject({ ok: true, form: 'text' });
    expect(read(['#E1 = a[x]', json])).toMatchObject({ code: 'multiple_plans' });
    expect(read([json, '#E1 = a[x]'])).toMatchObject({ ok: true, form: 'json' });
    expect(read(['In the text E1 == 4 [m].'])).toMatchObject({ code: 'no_anchor' });
    expect(read(['E1 == 4'])).toMatchObject({ code: 'no_anchor' });
  });

  it('P6: all such lines are listed, and what refers to them is no further problem', () => {
    const lines = ['#E1 = a[', '#E2 = b(x', 'Plan: go on', '#E3 = c[#E1 and #E2]'];
    expect(linesRefused(lines)).toEqual([1, 2]);
  });

  it('P6: lines are counted as in the completion', () => {
    expect(linesRefused(['<think>one', 'two</think>', '#E1 = a[x]', '#E2 = b'])).toEqual([4]);
    expect(linesRefused(['Plan: x\r', '#E1 = a[x]\r', '#E2 = b\r'])).toEqual([3]);
  });

  it('P6: a plan that may have been cut off is refused', () => {
    expect(stepsIn(['#E1 = a[x]'], { truncated: true })).toBe('truncated undefined');
  });
});

describe('plans in the numbered form of LLMCompiler', () => {
  it('P6: calls become steps, and join() ends the plan', () => {
    const reading = read([
      'Thought: I need both heights.',
      "1. tide('Brest')",
      '2. tide("Dover", day=1)',
      'Thought: Now the difference.',
      `3. math("abs($1 - \${2})", ["$1", $2.high])`,
      '4. join()<END_OF_PLAN>',
      'The steps are:',
      '1. the tide in Brest',
    ]);
    expect(reading).toEqual({
      ok: true,
      form: 'numbered',
      plan: {
        steps: [
          {
            id: '1',
            tool: 'tide',
            args: { input: 'Brest' },
            dependsOn: [],
            thought: 'I need both heights.',
          },
          { id: '2', tool: 'tide', args: { input: 'Dover', day: 1 }, dependsOn: [] },
          {
            id: '3',
            tool: 'math',
            args: { input: 'abs(#{1} - #{2})', input_2: ['#{1}', '#{2.high}'] },
            dependsOn: ['1', '2'],
            thought: 'Now the difference.',
          },
        ],
      },
      repaired: true,
      flags: [],
    });
  });

  it('P6: arguments without names get those of the parameters', () => {
    const tools = { math: ['problem', 'context'] };
    const lines = ['1. math("1 + 1")', '2. math("$1 * 2", context=[$1])'];
    expect(stepsIn(lines, { tools })).toEqual([
      ['1', 'math', { problem: '1 + 1' }, []],
      ['2', 'math', { problem: '#{1} * 2', context: ['#{1}'] }, ['1']],
    ]);
    expect(stepsIn(['1. math("a", "b", "c")'], { tools })).toBe('unreadable_step 1');
    expect(stepsIn(['1. math("a", problem="b")'], { tools })).toBe('unreadable_step 1');
  });

  it('P6: a text without quotes reaches to the bracket at the end of its line', () => {
    expect(stepsIn(['1. search(Brest (Finistère), today)', '2. math($1 + $1)'])).toEqual([
      ['1', 'search', { input: 'Brest (Finistère), today' }, []],
      ['2', 'math', { input: '#{1} + #{1}' }, ['1']],
    ]);
  });

  it('P6: join is a step where a tool is called so', () => {
    const lines = ['1. list()', '2. join($1)'];
    expect(stepsIn(lines)).toEqual([['1', 'list', {}, []]]);
    expect(stepsIn(lines, { tools: ['list', 'join'] })).toEqual([
      ['1', 'list', {}, []],
      ['2', 'join', { input: '#{1}' }, ['1']],
    ]);
  });

  it.each([
    '2. math("x", ["$1"]',
    '2. search("x" y)',
    '2. search("x") and 3. search("y")',
    '2. search(day=tomorrow)',
    '2. search(day=1, 2)',
    '2. look it up',
    '2. search[x]',
    'search("x")',
    '#E2 = search[x]',
  ])('P6: a line that looks like a step and cannot be read is quoted: %s', (line) => {
    const reading = read(['1. search("a")', line, '3. search("b")']);
    expect(reading).toMatchObject({ ok: false, code: 'unreadable_step', line: 2 });
    expect(reading.ok ? '' : reading.message).toContain(JSON.stringify(line));
  });

  it('P6: a step behind the end of the plan is not dropped in silence', () => {
    expect(stepsIn(['1. a()', '2. join()', '3. b()'])).toBe('unreadable_step 3');
  });

  it('P6: a list of steps in words is no plan', () => {
    expect(stepsIn(['1. Look up the tide (Brest).', '2. Use `math()` on it.'])).toBe(
      'no_anchor undefined',
    );
    expect(stepsIn(['## Execution Plan', '1. **Search** for it', '2. Sort it', 'READY:'])).toBe(
      'no_anchor undefined',
    );
    expect(stepsIn(['1. Look up the tide.', '2. sort(x)'])).toBe('unreadable_step 1');
  });

  it('P6: only a plan whose end is missing may have been cut off', () => {
    const lines = ['1. a()', '2. b($1)'];
    expect(stepsIn(lines, { truncated: true })).toBe('truncated undefined');
    expect(stepsIn([...lines, '3. join()'], { truncated: true })).toHaveLength(2);
  });
});
