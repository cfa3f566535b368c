import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { measureParser } from '../src/measure/measure-parser.ts';
import type { Measurement } from '../src/measure/measurement.ts';
import { findJsonFault } from '../src/measure/parser/find-json-fault.ts';
import { measureGeneratedSteps } from '../src/measure/parser/measure-generated-steps.ts';
import { measurePeerCases } from '../src/measure/parser/measure-peer-cases.ts';
import { measureStepRecords } from '../src/measure/parser/measure-step-records.ts';
import type { PeerCase } from '../src/measure/parser/peer-case.ts';
import type { ExpectedStep, StepRecord } from '../src/measure/parser/step-record.ts';
import { ownCorpus, readCorpus } from '../src/measure/read-corpus.ts';

type Part = Omit<Measurement, 'title'>;

const call = 'Thought: go\nAction: open\nAction Input: {"door": 1}';
const opens = (door: number): ExpectedStep => ({
  kind: 'action',
  tool: 'open',
  input: `{"door": ${door}}`,
  args_json_ok: true,
});
const nothing = (kind: 'malformed' | 'multi' | 'none'): ExpectedStep => ({
  kind,
  tool: null,
  input: null,
});

function record(id: string, raw: string, expected: ExpectedStep, more = {}): StepRecord {
  return {
    id,
    source: 'made:here',
    format: 'text',
    raw,
    expected,
    tags: [],
    deviates: false,
    ...more,
  };
}

const deviating = { deviates: true };
const records: StepRecord[] = [
  record('agrees', call, opens(1)),
  record('refused falsely', 'I would rather not say.', opens(1)),
  record('misread', call, opens(2)),
  record('recovered', `${call}\nand then some prose`, opens(1), deviating),
  record('refused rightly', `${call}\n${call}`, nothing('multi'), deviating),
  record('not recovered', 'Action: open\nAction Input: door one', opens(1), deviating),
  record('misread in silence', call, nothing('malformed'), deviating),
  record('answer before a call', `Final Answer: five\n${call}`, opens(1), deviating),
  record('executed although cut off', call, nothing('malformed'), {
    deviates: true,
    tags: ['truncated_input'],
  }),
  record(
    'rests on an invention',
    'Thought: I looked.\nObservation says five\nFinal Answer: five',
    nothing('none'),
    { deviates: true, tags: ['hallucinated_observation'] },
  ),
];

function rowsOf(part: Part, title: string) {
  return part.tables.find((table) => table.title === title)?.rows ?? [];
}

function heldFloors(part: Part): Record<string, boolean> {
  return Object.fromEntries(part.floors.map(({ name, held }) => [name, held]));
}

describe('measuring completions (P1)', () => {
  it('counts every outcome', () => {
    expect(rowsOf(measureStepRecords(records), 'All completions')).toEqual([
      {
        completions: 'all',
        records: 10,
        agree: 1,
        'false refusals': 1,
        misreads: 1,
        deviating: 7,
        recovered: 1,
        'typed errors': 2,
        'flagged readings': 1,
        'silent misreads': 3,
        'truncated executed': 1,
        'inventions accepted': 1,
      },
    ]);
  });

  it('names what was misread, refused falsely and not recovered', () => {
    const part = measureStepRecords(records);
    const ids = (title: string) => rowsOf(part, title).map(({ id }) => id);
    expect(ids('Read otherwise')).toEqual([
      'misread',
      'misread in silence',
      'answer before a call',
      'executed although cut off',
      'rests on an invention',
    ]);
    expect(ids('Refused falsely')).toEqual(['refused falsely']);
    expect(ids('Deviating, with a meaning, and refused')).toEqual(['not recovered']);
  });

  it('fails every floor that such a reader is under, and only those', () => {
    expect(new Set(Object.values(heldFloors(measureStepRecords(records))))).toEqual(
      new Set([false]),
    );
    const sound = records.filter(({ id }) => /^(?:agrees|recovered|refused rightly)$/.test(id));
    expect(new Set(Object.values(heldFloors(measureStepRecords(sound))))).toEqual(new Set([true]));
  });

  it('fails the floor of silent misreads for a single one', () => {
    const one = records.filter(({ id }) => id === 'agrees' || id === 'misread in silence');
    expect(heldFloors(measureStepRecords(one))).toMatchObject({
      'agreement, all': true,
      'silent misreads': false,
    });
  });

  it("takes a call of the caller's own tool for the answer that the record has", () => {
    const final = record('ends', 'Action: Finish[seven doors]', {
      kind: 'final',
      tool: 'Finish',
      input: 'seven doors',
    });
    const other = record('ends otherwise', 'Action: Finish[six doors]', final.expected);
    const [row] = rowsOf(measureStepRecords([final, other]), 'All completions');
    expect(row).toMatchObject({ agree: 1, misreads: 1 });
  });
});

function peerCase(input: string, value: unknown, more: Partial<PeerCase> = {}): PeerCase {
  return {
    suite: 'JSON',
    test: 'made here',
    case: 0,
    input,
    raises: null,
    expect: [['result', '==', value]],
    options: { return_objects: 'True' },
    ...more,
  };
}

describe('measuring the cases of other readers (P4)', () => {
  const tooDeep = `${'{"a":'.repeat(300)}1${'}'.repeat(300)}`;
  const cases = [
    peerCase('{"a": 1}', { a: 1 }),
    peerCase('{"a": [1', { a: [1] }),
    peerCase('{"a": 1}', { a: 2 }),
    peerCase(tooDeep, JSON.parse(tooDeep)),
    peerCase('{"a": 1}', undefined, { raises: 'ValueError', expect: [] }),
  ];

  it('tells agreement, a difference with a reason, and a wrong reading apart', () => {
    const part = measurePeerCases(cases);
    expect(rowsOf(part, 'Cases of other readers').at(-1)).toEqual({
      suite: 'all',
      cases: 5,
      agree: 1,
      'differ deliberately': 1,
      wrong: 3,
    });
    expect(rowsOf(part, 'Why we differ')).toMatchObject([{ reason: 'left open', cases: 1 }]);
    expect(part.floors).toMatchObject([{ value: 3, held: false }]);
  });

  it('takes no error for a reason: what the rules do not see in the input is wrong', () => {
    const [row] = rowsOf(measurePeerCases([cases[3]!]), 'Wrong');
    expect(row!.read).toMatch(/^too_large/);
  });

  it.each([
    ['{"a": 1, b: \'two\', "c": [True, None,], /* so */}', undefined],
    ['{"a": "x', 'left open'],
    ['{"a": "b"c"}', 'a quote too many or too few'],
    ['{"a": b}', 'text without quotes'],
    ['{“a”: 1}', 'typographic quotes'],
    ['{"a": 1 "b": 2}', 'a missing comma'],
    ['{"a" 1}', 'a missing colon'],
    ['{"a": }', 'a missing key or value'],
    ['{"a": [1}', 'brackets that do not match'],
    ['{"a": 1}, "b": 2}', 'members after the closing brace'],
    ['{"a": [1, ...]}', 'an ellipsis'],
    ['{"a": "\\d"}', 'an unknown escape'],
    ['{\\"a\\": 1}', 'backslashes outside of a string'],
    ['{"a": 1_000}', 'no number of JSON5'],
    ['{"a": 1, "a": 1}', 'a key twice'],
    ['{"a": (1, 2)}', 'a call, a tuple or a set'],
    ['{"a": 1 # one\n}', 'a foreign comment'],
    ['a text', 'no object'],
  ])('finds the fault of %s by itself', (text, fault) => {
    expect(findJsonFault(text)).toBe(fault);
  });
});

describe('the parser, measured', () => {
  it.each([
    ['react-text', measureStepRecords],
    ['peer-parser-cases', measurePeerCases],
  ] as const)('holds all floors on the corpus %s', (name, measure) => {
    const part = measure(readCorpus(ownCorpus(name)) as never);
    expect(part.floors.filter(({ held }) => !held)).toEqual([]);
  });

  it('reads 500 generated texts of each form rightly (P1, P2, P3, P5)', () => {
    const part = measureGeneratedSteps(500);
    expect(rowsOf(part, 'Generated texts read wrongly')).toEqual([]);
    expect(part.floors.map(({ value }) => value)).toEqual([1, 1]);
    const total = rowsOf(part, 'Generated texts').reduce(
      (sum, { texts }) => sum + Number(texts),
      0,
    );
    expect(total).toBe(1000);
  });

  it('knows a file by its records and refuses any other', () => {
    const folder = mkdtempSync(path.join(tmpdir(), 'measure-'));
    const file = path.join(folder, 'records.jsonl');
    try {
      writeFileSync(
        file,
        `${records
          .slice(0, 1)
          .map((one) => JSON.stringify(one))
          .join('\n')}\n`,
      );
      expect(measureParser(file).tables.map(({ title }) => title)).toContain('Completions by form');
      writeFileSync(file, `${JSON.stringify(peerCase('{}', {}))}\n`);
      expect(measureParser(file).tables.map(({ title }) => title)).toContain(
        'Cases of other readers',
      );
      writeFileSync(file, '{"id": 1}\n');
      expect(() => measureParser(file)).toThrow(/neither completions .* nor cases/);
    } finally {
      rmSync(folder, { recursive: true });
    }
  });
});
