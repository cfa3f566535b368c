import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { measureDetectors } from '../src/measure/measure-detectors.ts';
import type { Measurement } from '../src/measure/measurement.ts';

const ok = (tool: string, n: number, obs: string) => ({ tool, args: { n }, ok: true, obs });
const failed = (tool: string, obs: string) => ({ tool, args: {}, ok: false, obs });
const finish = { tool: 'finish', args: { answer: 'x' }, ok: null, obs: '' };
const same = (times: number) => Array.from({ length: times }, () => ok('look', 1, 'the same'));
const different = (times: number) =>
  Array.from({ length: times }, (_, n) => ok('look', n, `result ${n}`));

const runs = [
  { id: 'loop', reward: 0, label: 'true_loop', steps: same(10) },
  { id: 'wrong', reward: 0.5, label: 'clean', steps: [...different(3), finish] },
  {
    id: 'stubborn',
    reward: 0,
    label: 'mild_repeat',
    steps: [failed('pay', 'not found: a'), failed('pay', 'not found: b'), ...different(4)],
  },
  { id: 'lucky', reward: 1, label: 'true_loop', steps: [...same(4), finish] },
  { id: 'good', reward: 1, label: 'clean', steps: [...different(2), finish] },
  { id: 'unjudged', reward: null, label: 'true_loop', steps: same(9) },
].map(({ label, ...run }) => ({ ...run, source: 'team/desk:x', task: 'Look.', loop: { label } }));

function row({ tables }: Measurement, title: string, rule: string) {
  return tables.find((table) => table.title === title)?.rows.find((each) => each.rule === rule);
}

describe('measureDetectors', () => {
  let folder = '';
  const write = (records: readonly object[]) => {
    const file = path.join(folder, 'runs.jsonl');
    writeFileSync(file, records.map((record) => JSON.stringify(record)).join('\n'));
    return file;
  };
  beforeAll(() => {
    folder = mkdtempSync(path.join(tmpdir(), 'measure-detectors-'));
  });
  afterAll(() => rmSync(folder, { recursive: true }));

  it('counts the runs, leaving out those without reward', () => {
    const [table] = measureDetectors(write(runs)).tables;
    const counts = {
      runs: 6,
      successes: 2,
      failures: 3,
      'steps of failures': 20,
      'without reward (left out)': 1,
    };
    expect(table?.rows).toEqual([
      { family: 'desk', ...counts },
      { family: 'all', ...counts },
    ]);
  });

  it('L1: says what each rule would have ended, and what it would have saved', () => {
    const measurement = measureDetectors(write(runs));
    const ends = (rule: string) => row(measurement, 'Runs ended', rule);
    expect(ends('repetition, default')).toEqual({
      rule: 'repetition, default',
      'failed runs hit': 1,
      'successes stopped': 1,
      precision: 0.5,
      'stopped per 1000 successes': 500,
      'steps saved %': 30,
      'clean runs hit': 0,
    });
    expect(ends('repetition, strict')).toMatchObject({ 'steps saved %': 35 });
    expect(ends('repetition, relaxed')).toMatchObject({
      'successes stopped': 0,
      'steps saved %': 20,
    });
    // The second failure of the same class ends a run of 6 steps; the fourth equal step one of 10.
    expect(ends('repeated failing calls (F3)')).toMatchObject({
      'failed runs hit': 1,
      precision: 1,
      'steps saved %': 20,
    });
    expect(ends('repetition, default, with F3')).toMatchObject({
      'failed runs hit': 2,
      'steps saved %': 50,
    });
    expect(ends('error limit')).toMatchObject({ 'failed runs hit': 0, precision: '–' });
    expect(row(measurement, 'Runs ended: desk', 'repetition, default')).toEqual(
      ends('repetition, default'),
    );
  });

  it('L1: says how much was still to come at the first hint', () => {
    const warnings = row(
      measureDetectors(write(runs)),
      'At the first hint or flag',
      'repetition, default',
    );
    expect(warnings).toMatchObject({
      'failed runs warned': 1,
      'successes warned': 1,
      'steps of failed runs still to come %': 35,
    });
  });

  it.each([
    ['2 identical calls', 2, 1, 60],
    ['3 identical calls (Roo Code)', 1, 1, 35],
    ['4 identical calls and results', 1, 1, 30],
    ['5 identical calls (Gemini CLI)', 1, 0, 25],
    [
      'a pattern of 2 or more calls, twice in a window of 6 (the prose of the source document)',
      1,
      1,
      30,
    ],
  ])('the rule of others %s', (rule, failures, successes, saved) => {
    expect(
      row(measureDetectors(write(runs)), 'Runs ended by the rules of others', rule),
    ).toMatchObject({
      'failed runs hit': failures,
      'successes stopped': successes,
      'steps saved %': saved,
    });
  });

  it('L6: names each success that was stopped, with the step and the cause', () => {
    expect(measureDetectors(write(runs)).remarks).toEqual([
      'repetition, default stopped the success lucky at step 4 of 5: Called look(n=1) 4 times with the same result. (success_not_recognised)',
    ]);
  });

  it('fails the floors that a bad corpus does not reach', () => {
    const { floors } = measureDetectors(write(runs));
    expect(floors.filter(({ held }) => !held).map(({ name }) => name)).toEqual([
      'repetition, default: precision',
      'repetition, default: stopped per 1000 successes',
      'repetition, strict: precision',
      'rules of others that beat repetition, default, on precision and steps saved at once',
    ]);
  });

  it('refuses records that are no runs', () => {
    expect(() => measureDetectors(write([...runs, { id: 'x' }]))).toThrow('Record 7 is no run');
  });

  it('L1, L4, L5: holds every floor on its own corpus', () => {
    const { floors } = measureDetectors();
    expect(floors.filter(({ held }) => !held)).toEqual([]);
    expect(floors).toHaveLength(10);
  });
});
