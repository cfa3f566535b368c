import { describe, expect, it } from 'vitest';
import {
  findReferences,
  maxInputChars,
  parsePlan,
  planWaves,
  substitute,
  validatePlan,
} from '../src/index.ts';

/** `unit` repeated up to a size. */
const filled = (unit: string, size: number) => unit.repeat(Math.floor(size / unit.length));

/** Pieces whose repetition makes readers built from regular expressions take quadratic time or worse. */
const units = [
  '#',
  '#E1',
  '#E1[',
  '#E1["',
  '#E1.a',
  '#{',
  '#{a["',
  '#a-b-',
  '$',
  '$1',
  '$a.b c',
  '$a[',
  'E1 =',
  '1. a(',
  'Plan: #',
  '{"plan": [',
  '[x] ',
  ' ',
];

/** Lines for each of which a reader may search the rest of the text: at this size it would not come back in time. */
const lines = [
  'word and word',
  '',
  'Plan: #E1 =',
  '#E1 = a[x]',
  '#E1 = a[',
  '#E1 = a["',
  '1. a("',
  '1. a([[',
  '1. a(/*',
  '1. a((((',
  '```',
  '{"plan": []}',
];

describe('the time that plans take', () => {
  it.each(units)('P6: texts made of %j are read in linear time', (unit) => {
    const text = filled(unit, 100_000);
    for (const head of ['', '#E1 = a[', '1. a("']) parsePlan(head + text);
    const step = { id: 'E1', tool: 'a', args: { x: text } };
    parsePlan(JSON.stringify({ plan: [step, { id: 'a', tool: 'a' }] }));
    parsePlan(JSON.stringify([{ name: 'a', arguments: { x: text }, label: 'a' }]));
    findReferences(text);
    expect(substitute({ x: text }, { E1: '' })).toHaveProperty('ok');
  });

  it.each(lines)('P6: as many lines %j as may be are read in linear time', (line) => {
    expect(parsePlan(filled(`${line}\n`, maxInputChars))).toHaveProperty('ok', false);
  });

  it('P6: a plan of 10,000 tasks is read, validated and walked in linear time', () => {
    const count = 10_000;
    const tasks = Array.from({ length: count }, (_, place) => ({
      id: `E${place}`,
      tool: `tool${place}`,
      args: place === 0 ? {} : { a: `#E${place - 1}`, b: [`of #E${place >> 1}`] },
    }));
    const options = { maxSteps: count, tools: tasks.map(({ tool }) => tool) };
    const reading = parsePlan(JSON.stringify({ plan: tasks }), options);
    if (!reading.ok) return expect.unreachable(reading.message.slice(0, 200));
    expect(validatePlan(reading.plan, options)).toEqual([]);
    expect(planWaves(reading.plan)).toHaveLength(count);
  });

  it('P6: so is one in which everything is wrong', () => {
    const tasks = Array.from({ length: 10_000 }, (_, place) => ({
      id: `E${place}`,
      tool: 'no',
      args: { a: `#E${(place + 1) % 10_000}`, b: `#E${place + 10_000}` },
    }));
    const reading = parsePlan(JSON.stringify({ plan: tasks }), { tools: ['yes'] });
    expect(reading.ok ? 0 : reading.problems).toHaveLength(20_002);
  });

  it('P6: a wide plan, in which one step waits for all others', () => {
    const steps = Array.from({ length: 10_000 }, (_, place) => ({
      id: `s${place}`,
      tool: 't',
      args: {},
      dependsOn: [] as string[],
    }));
    steps[0]!.dependsOn = steps.slice(1).map(({ id }) => id);
    expect(validatePlan({ steps }, { maxSteps: 10_000 })).toEqual([]);
    expect(planWaves({ steps }).map((wave) => wave.length)).toEqual([9_999, 1]);
  });
});
