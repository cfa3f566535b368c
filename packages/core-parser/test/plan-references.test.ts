import { describe, expect, it } from 'vitest';
import { findReferences, parsePlan } from '../src/index.ts';

/** The text of the second step of a plan after parsing, or the code of the first problem. */
function textIn(x: string, ids: string[] = ['E1', 'find_first', 'task-a', 'E1-b']): string {
  const plan = [...ids.map((id) => ({ id, tool: 'a' })), { id: 'last', tool: 'b', args: { x } }];
  const reading = parsePlan(JSON.stringify({ plan }));
  return reading.ok ? String(reading.plan.steps.at(-1)!.args.x) : `error ${reading.code}`;
}

const numbered = (argument: string) => {
  const reading = parsePlan(`1. a()\n2. b()\n3. c(${JSON.stringify(argument)})`);
  return reading.ok ? reading.plan.steps[2]!.args.input : reading.problems.map(({ code }) => code);
};

describe('references in plans', () => {
  it.each([
    ['#E1', '#E1'],
    ['a #E1.b[0]["c d"] e', 'a #E1.b[0]["c d"] e'],
    ['#{E1}', '#{E1}'],
    ['##E1', '##E1'],
    ['#find_first', '#{find_first}'],
    ['#find_first.name[2].', '#{find_first.name[2]}.'],
    ['###find_first', '###{find_first}'],
    ['##find_first', '#find_first'],
    ['#task-a-b', '#{task-a}-b'],
    ['#E1-b', '#{E1-b}'],
    ['##E1-b', '##E1-b'],
    ['#E1-c', '#E1-c'],
  ])('P8: %s is read as %s', (written, normalised) => {
    expect(textIn(written)).toBe(normalised);
  });

  it.each([
    'plain',
    '#E9a #E9_ #E9é',
    '#tag',
    '#1 of 3',
    '## Heading',
    'C# and F#',
    '##e1',
    '#{ not closed',
    '$E1 and {E9} inside',
    'a <E1 b',
    '##E1s',
    '#E1F5FE',
    '#00E1FF',
  ])('P8: %s refers to nothing and stays', (text) => {
    expect(textIn(text)).toBe(text);
  });

  it.each([
    '#E2',
    '#E10',
    '#{other}',
    '#{E1 }',
    '#{}',
    '#E1[-1]',
    '#E1[name]',
    '#E1[0 rows',
    '#find_first[*]',
  ])('P6: %s refers to no step', (text) => {
    expect(textIn(`see ${text}`)).toBe('error unknown_reference');
  });

  it.each(['#e1', 'see #e1', '# E1', '{E1}', '{{E1.x}}', '$E1', `\${E1}`, '<E1>', '#Find_First'])(
    'REWOO-031: %s is nearly a reference, which is an error and no text',
    (text) => {
      expect(textIn(text)).toBe('error unknown_reference');
    },
  );

  it('REWOO-031: an id as it was written is a reference in any case', () => {
    expect(textIn('#e1', ['e1'])).toBe('#{e1}');
  });

  it.each([
    ['$1', '#{1}'],
    [`\${1}`, '#{1}'],
    ['$1.name[0] of $2.', '#{1.name[0]} of #{2}.'],
    ['$10', ['unknown_reference']],
    ['$1 of $100', '#{1} of $100'],
    ['#$1', '###{1}'],
    ['##$1', '#####{1}'],
    ['$1.50', ['unknown_reference']],
    ['$2,000', ['unknown_reference']],
    [`\${2},000`, '#{2},000'],
    ['$1[x]', ['unknown_reference']],
    [`$x \${x} $`, `$x \${x} $`],
    ['#E1', ['unknown_reference']],
  ])('P8: in the numbered form %s is read as %s', (written, expected) => {
    expect(numbered(written)).toEqual(expected);
  });

  it('P8: a literal hash in front of a rewritten reference stays one', () => {
    expect(findReferences('##{1}')).toEqual([]);
    expect(findReferences('###{1}')).toMatchObject([{ id: '1', exact: false }]);
  });

  it('P8: references are found at any depth in the order in which they stand', () => {
    const shared = ['#{b["x y"]}'];
    const value = { a: '#E1 then #E2.x[1]', '#E9': [shared, shared, { c: '#E3' }, 7, null] };
    expect(findReferences(value)).toEqual([
      { id: 'E1', path: [], text: '#E1', exact: false },
      { id: 'E2', path: ['x', 1], text: '#E2.x[1]', exact: false },
      { id: 'b', path: ['x y'], text: '#{b["x y"]}', exact: true },
      { id: 'E3', path: [], text: '#E3', exact: true },
    ]);
  });

  it('P8: no value makes the search throw or go on for ever', () => {
    const circular: unknown[] = ['#E1'];
    circular.push(circular);
    let deep: unknown = '#E2';
    for (let level = 0; level < 50_000; level += 1) deep = [deep];
    const broken = new Proxy(
      {},
      {
        ownKeys: () => {
          throw new Error('no');
        },
      },
    );
    expect(findReferences([circular, deep, broken]).map(({ id }) => id)).toEqual(['E1', 'E2']);
    expect(findReferences(undefined)).toEqual([]);
  });
});
