import {
  checkFloor,
  type MeasuredFloor,
  type MeasuredTable,
  type Measurement,
} from '../measurement.ts';
import { type JudgedStep, judgeStep, showStep } from './judge-step.ts';
import { expectsReading, familyOf, type StepRecord, toolsBySource } from './step-record.ts';

const leastAgreement = 0.995;
const mostFalseRefusals = 0.005;
/** Of 27 recorded completions that deviate and still mean something, at least 22 can be read without a guess. */
const leastRecovered = 22 / 27;

/** Reads recorded completions and counts, by form, by source and overall, what became of them. */
export function measureStepRecords(records: readonly StepRecord[]): Omit<Measurement, 'title'> {
  const tools = toolsBySource(records);
  const judged = records.map((record) => judgeStep(record, tools.get(record.source)!));
  const byFormat = groupBy(judged, ({ record }) => record.format);
  const bySource = groupBy(judged, ({ record }) => familyOf(record));
  return {
    tables: [
      countTable('Completions by form', 'form', byFormat),
      countTable('Completions by source', 'source', bySource),
      countTable('All completions', 'completions', [['all', judged]]),
      ...listTable('Read otherwise', judged, isMisread),
      ...listTable('Refused falsely', judged, isFalseRefusal),
      ...listTable('Deviating, with a meaning, and refused', judged, isUnrecovered),
    ],
    floors: [
      ...byFormat.flatMap(([format, part]) => agreementFloor(format, part)),
      ...agreementFloor('all', judged),
      ...otherFloors(judged),
    ],
    remarks: [],
  };
}

type Group = [name: string, judged: JudgedStep[]];

function groupBy(judged: JudgedStep[], nameOf: (judged: JudgedStep) => string): Group[] {
  const groups = new Map<string, JudgedStep[]>();
  for (const one of judged) {
    const name = nameOf(one);
    const group = groups.get(name);
    if (group === undefined) groups.set(name, [one]);
    else group.push(one);
  }
  return [...groups].sort(([left], [right]) => left.localeCompare(right));
}

function countTable(title: string, column: string, groups: Group[]): MeasuredTable {
  return { title, rows: groups.map(([name, part]) => ({ [column]: name, ...countRow(part) })) };
}

function countRow(judged: JudgedStep[]): Record<string, number> {
  const plain = judged.filter(({ record }) => !record.deviates);
  const deviating = judged.filter(({ record }) => record.deviates);
  const count = (part: JudgedStep[], outcome: JudgedStep['outcome']) =>
    part.filter((one) => one.outcome === outcome).length;
  return {
    records: judged.length,
    agree: plain.filter(({ isRight }) => isRight).length,
    'false refusals': plain.filter(isFalseRefusal).length,
    misreads: plain.filter(isMisread).length,
    deviating: deviating.length,
    recovered: count(deviating, 'same reading'),
    'typed errors': count(deviating, 'typed error'),
    'flagged readings': count(deviating, 'flagged reading'),
    'silent misreads': count(deviating, 'other reading'),
    'truncated executed': judged.filter((one) => one.executesTruncatedCall).length,
    'inventions accepted': judged.filter((one) => one.acceptsInvention).length,
  };
}

function isFalseRefusal({ record, outcome, isRight }: JudgedStep): boolean {
  return !record.deviates && outcome === 'typed error' && !isRight;
}

function isMisread({ outcome }: JudgedStep): boolean {
  return outcome === 'other reading' || outcome === 'flagged reading';
}

function isUnrecovered({ record, outcome }: JudgedStep): boolean {
  return record.deviates && outcome === 'typed error' && expectsReading(record.expected);
}

function listTable(
  title: string,
  judged: JudgedStep[],
  belongs: (judged: JudgedStep) => boolean,
): MeasuredTable[] {
  const rows = judged.filter(belongs).map(({ record, form, step }) => ({
    id: record.id,
    deviates: String(record.deviates),
    expected: shorten(`${record.expected.kind} ${record.expected.tool} ${record.expected.input}`),
    form: form ?? 'none',
    read: shorten(showStep(step)),
  }));
  return rows.length === 0 ? [] : [{ title, rows }];
}

function shorten(text: string): string {
  const line = text.replace(/\s+/g, ' ');
  return line.length > 80 ? `${line.slice(0, 79)}…` : line;
}

/** No floor where nothing was measured. */
function shareFloor(
  name: string,
  part: number,
  whole: number,
  relation: MeasuredFloor['relation'],
  floor: number,
): MeasuredFloor[] {
  return whole === 0 ? [] : [checkFloor(name, part / whole, relation, floor)];
}

function agreementFloor(name: string, judged: JudgedStep[]): MeasuredFloor[] {
  const plain = judged.filter(({ record }) => !record.deviates);
  const right = plain.filter(({ isRight }) => isRight).length;
  return shareFloor(`agreement, ${name}`, right, plain.length, 'at least', leastAgreement);
}

function otherFloors(judged: JudgedStep[]): MeasuredFloor[] {
  const row = countRow(judged);
  const plain = row.records! - row.deviating!;
  const meant = judged.filter(
    ({ record }) => record.deviates && expectsReading(record.expected),
  ).length;
  return [
    ...shareFloor('false refusals', row['false refusals']!, plain, 'at most', mostFalseRefusals),
    ...shareFloor('recovered', row.recovered!, meant, 'at least', leastRecovered),
    checkFloor('silent misreads', row['silent misreads']!, 'at most', 0),
    checkFloor('truncated calls executed', row['truncated executed']!, 'at most', 0),
    checkFloor('invented observations accepted', row['inventions accepted']!, 'at most', 0),
  ];
}
