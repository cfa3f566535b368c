import { describe, expect, it } from 'vitest';
import { measurePlans } from '../src/measure/measure-plans.ts';
import { measurePlanRecords } from '../src/measure/plans/measure-plan-records.ts';
import { readPlanRecord } from '../src/measure/plans/plan-record.ts';

/** Measures some records as if they were a corpus. */
const measure = (...records: object[]) =>
  measurePlanRecords(records.map((each) => readPlanRecord(each)!));

const record = (format: string, raw: string, expected: object) => ({
  id: 'one',
  source: 'test:somewhere',
  format,
  raw,
  expected,
});

const textPlan = (nodes: object[], edges: string[][]) =>
  record('rewoo-text', '#E1 = a[x]\n#E2 = b[#E1]', { nodes, edges });

const nodes = [
  { id: '#E1', tool: 'a' },
  { id: '#E2', tool: 'b' },
];

const failed = ({ floors }: { floors: { name: string; held: boolean }[] }) =>
  floors.filter(({ held }) => !held).map(({ name }) => name);

const share = 'share of recorded plans as expected: ';

describe('npm run measure -- plans', () => {
  it('P6: the own corpus is read as expected, and so are all generated plans', () => {
    const measurement = measurePlans();
    expect(measurement.remarks).toEqual([]);
    expect(failed(measurement)).toEqual([]);
    const [recorded, generated] = measurement.tables;
    const forms = recorded!.rows.map(({ form }) => form);
    expect(new Set(forms)).toEqual(
      new Set(['json', 'text', 'numbered', 'json_calls', 'json_steps', 'prose']),
    );
    expect(generated!.rows[0]).toEqual({ 'generated plan': 'sound', plans: 2000, right: 2000 });
  });

  it('a plan with other steps or edges than its record is wrong', () => {
    const wrong = 'recorded plans read wrong';
    expect(failed(measure(textPlan(nodes, [['#E1', '#E2']])))).toEqual([]);
    for (const each of [
      textPlan(nodes, []),
      textPlan(nodes, [
        ['#E1', '#E2'],
        ['#E2', '#E1'],
      ]),
      textPlan(nodes.slice(0, 1), []),
      textPlan([nodes[0]!, { id: '#E2', tool: 'c' }], [['#E1', '#E2']]),
      record('numbered natural-language', '1. a(x)', {}),
      record('rewoo-text', '#E1 = a[x]', { refused: 'cycle' }),
      record('rewoo-text', '#E1 = a[x', { refused: 'cycle' }),
      record('rewoo-text', '#E1 = a[x', { refused: 'unreadable_step', line: 2 }),
    ]) {
      expect(failed(measure(each))).toContain(wrong);
    }
  });

  it('a plan that is refused by name lowers the share and is no wrong one', () => {
    const measurement = measure(
      record('rewoo-text', '#E1 = a[x', { nodes: nodes.slice(0, 1), edges: [] }),
    );
    expect(failed(measurement)).toEqual([`${share}text`]);
    expect(measurement.remarks[0]).toContain('refused one: Line 1');
  });

  it('an edge that the record lacks is right where it is written in the plan', () => {
    const raw = JSON.stringify([
      { name: 'a', arguments: {}, label: 'var1' },
      { name: 'b', arguments: { x: '$var1.two words$' }, label: 'var2' },
    ]);
    const known = [
      { id: '$var1', tool: 'a' },
      { id: '$var2', tool: 'b' },
    ];
    const measurement = measure(record('json-calls', raw, { nodes: known, edges: [] }));
    expect(failed(measurement)).toEqual([]);
    expect(measurement.remarks).toEqual(['further edges one: its record lacks var1 → var2']);
  });

  it('the end of a numbered plan is no step', () => {
    const known = [
      { id: '$1', tool: 'a' },
      { id: '$2', tool: 'join' },
    ];
    const text = record('llmcompiler-text', '1. a()\n2. join()', {
      nodes: known,
      edges: [['$1', '$2']],
    });
    expect(failed(measure(text))).toEqual([]);
  });

  it('a record that is no plan is passed on as none, and a file of such is an error', () => {
    expect(readPlanRecord({ id: 'x', raw: 'text' })).toBe(undefined);
    expect(readPlanRecord(record('another form', '', {}))).toBe(undefined);
    const otherCorpus = new URL('../corpus/react-text.jsonl', import.meta.url);
    expect(() => measurePlans(otherCorpus.pathname)).toThrow('Record 1 is no plan');
  });
});
