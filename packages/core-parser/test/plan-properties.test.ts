import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  type Json,
  parseErrorCodes,
  parsePlan,
  planForms,
  planWaves,
  substitute,
  validatePlan,
} from '../src/index.ts';
import {
  dependenciesOf,
  idOf,
  meaningOf,
  meantPlan,
  nameOf,
  trimmed,
  writePlan,
} from './plan-writer.ts';

/** Texts put together from the pieces of all forms, so that they come close to being plans. */
const almostPlan = fc
  .array(
    fc.oneof(
      fc.constantFrom('Plan: ', 'Thought: ', '#E1 = ', '#E2 = ', 'E3 =', '1. ', '2) ', 'join()'),
      fc.constantFrom('search', 'a', '(', ')', '[', ']', '{', '}', '"', "'", ',', ':', '=', '\\'),
      fc.constantFrom(
        '#E1',
        '#E2.x[0]',
        '#{E1}',
        '#{',
        '##',
        '$1',
        `\${2}`,
        '$var1$',
        '$var1.',
        '$',
      ),
      fc.constantFrom('{"plan": [', '{"steps": [', '[{"name": "a", "arguments": {', ']}', '}}]'),
      fc.constantFrom(
        '{"id": "E1", ',
        '"tool": "a", ',
        '"args": {}}',
        '"depends_on": [1]',
        '"label": "var1"',
      ),
      fc.constantFrom('\n', '\n\n', '\r\n', ' ', '```', '<think>', '</think>', '<END_OF_PLAN>'),
      fc.json({ maxDepth: 2 }),
      fc.string({ maxLength: 5 }),
    ),
    { maxLength: 30 },
  )
  .map((parts) => parts.join(''));

const anyOptions = fc.record(
  {
    tools: fc.oneof(
      fc.array(fc.constantFrom('search', 'a', 'join')),
      fc.dictionary(fc.constantFrom('search', 'a'), fc.array(fc.string())),
    ),
    maxSteps: fc.integer({ min: 1, max: 5 }),
    defaultTool: fc.constantFrom('a', 'task'),
    truncated: fc.boolean(),
  },
  { requiredKeys: [] },
);

describe('properties of parsePlan', () => {
  it('P6: any text gives a plan in which every step can run, or problems', () => {
    const anyText = fc.oneof(almostPlan, fc.string({ unit: 'binary' }), fc.string());
    fc.assert(
      fc.property(anyText, anyOptions, (text, options) => {
        const reading = parsePlan(text, options);
        if (reading.ok) {
          expect(planForms).toContain(reading.form);
          expect(validatePlan(reading.plan, options)).toEqual([]);
          expect(planWaves(reading.plan).flat()).toHaveLength(reading.plan.steps.length);
        } else {
          for (const { code, message } of reading.problems) {
            expect(parseErrorCodes).toContain(code);
            expect(message).not.toBe('');
          }
          expect(reading.code).toBe(reading.problems[0]!.code);
        }
      }),
      { numRuns: 2000 },
    );
  });

  it('P6: lines in words are never a plan', () => {
    const line = fc.string({ unit: 'grapheme' }).filter((text) => !/[[({#]/.test(text));
    fc.assert(
      fc.property(fc.array(line), (lines) => {
        const text = lines.map((each, place) => `${place + 1}. ${each}`).join('\n');
        expect(parsePlan(text).ok).toBe(false);
      }),
    );
  });

  describe.each(planForms)('in the form %s', (form) => {
    const id = idOf[form];

    it('P6: a plan has the steps and the dependencies with which it was written', () => {
      fc.assert(
        fc.property(meantPlan(form), (steps) => {
          const reading = parsePlan(writePlan(steps, form));
          expect(reading).toMatchObject({ ok: true, form });
          if (!reading.ok) return;
          expect(reading.plan.steps.map((step) => [step.id, step.tool])).toEqual(
            steps.map(({ tool }, place) => [id(place), `tool${tool}`]),
          );
          expect(reading.plan.steps.map(({ dependsOn }) => [...dependsOn].sort())).toEqual(
            steps.map((step) => dependenciesOf(step).map(id).sort()),
          );
        }),
      );
    });

    it('P8: substitution gives the arguments that were meant', () => {
      const evidence = fc.array(
        fc.record({
          height: fc.oneof(
            fc.constantFrom<Json>('#E1', '#{1}', '$1', "$&$'", '##E1', 4, null, [1, 'a'], { b: 0 }),
            fc.string(),
          ),
        }),
        { minLength: 12, maxLength: 12 },
      );
      fc.assert(
        fc.property(meantPlan(form), evidence, (steps, values) => {
          const reading = parsePlan(writePlan(steps, form));
          if (!reading.ok) return expect.unreachable(reading.message);
          const known = new Map<string, Json>(values.map((value, place) => [id(place), value]));
          for (const [place, step] of reading.plan.steps.entries()) {
            const expected = steps[place]!.args.map((argument, position) => {
              const whole = form === 'text' ? trimmed(argument) : argument;
              return [nameOf(position, form), meaningOf(whole, values)];
            });
            expect(substitute(step.args, known)).toEqual({
              ok: true,
              value: Object.fromEntries(expected),
            });
          }
        }),
      );
    });
  });
});

describe('properties of planWaves', () => {
  it('P6: every step is in one wave, behind all that it waits for, and in no later one than needed', () => {
    const graph = fc
      .integer({ min: 1, max: 30 })
      .chain((count) =>
        fc.tuple(
          ...Array.from({ length: count }, (_, place) =>
            fc.array(fc.nat(Math.max(place - 1, 0)), { maxLength: 3 }),
          ),
        ),
      )
      .chain((edges) =>
        fc.tuple(
          fc.constant(edges),
          fc.shuffledSubarray([...edges.keys()], { minLength: edges.length }),
        ),
      );
    fc.assert(
      fc.property(graph, ([edges, order]) => {
        const steps = order.map((place) => ({
          id: `s${place}`,
          tool: 't',
          args: {},
          dependsOn: (place === 0 ? [] : edges[place]!).map((other) => `s${other}`),
        }));
        const waves = planWaves({ steps });
        const waveOf = new Map(waves.flatMap((wave, number) => wave.map((id) => [id, number])));
        expect(waves.flat()).toHaveLength(steps.length);
        for (const { id, dependsOn } of steps) {
          const latest = Math.max(-1, ...dependsOn.map((other) => waveOf.get(other)!));
          expect(waveOf.get(id)).toBe(latest + 1);
        }
        const positions = new Map(steps.map(({ id }, position) => [id, position]));
        for (const wave of waves) {
          expect(wave).toEqual([...wave].sort((a, b) => positions.get(a)! - positions.get(b)!));
        }
      }),
    );
  });
});

describe('properties of substitute', () => {
  /** The plainest substitution: one replacement of references without paths. */
  function naive(text: string, evidence: Record<string, string>): string {
    return text.replace(/(#+)(E\d+)(?![\p{L}\p{N}_.[])/gu, (_, hashes: string, id: string) => {
      const literal = '#'.repeat(Math.floor(hashes.length / 2));
      return literal + (hashes.length % 2 === 1 ? evidence[id]! : id);
    });
  }

  it('P8: a text is what one replacement makes of it', () => {
    const text = fc
      .array(
        fc.oneof(
          fc.constantFrom('#', '##', 'E1', '#E1', '#E2', '#E10', 'E', '1', ' ', 'é', '-'),
          fc.string({ maxLength: 3 }),
        ),
      )
      .map((parts) => parts.join(''))
      .filter((each) => !/E\d+[.[]|#\{|#E(?!(?:1|2|10)(?!\d))\d/.test(each));
    const value = fc.oneof(fc.string(), fc.constantFrom('#E1', '##E2', '$&', '$1', '#'));
    fc.assert(
      fc.property(text, fc.record({ E1: value, E2: value, E10: value }), (written, evidence) => {
        const result = substitute({ deep: [written] }, evidence);
        expect(result).toEqual({ ok: true, value: { deep: [naive(written, evidence)] } });
      }),
      { numRuns: 1000 },
    );
  });

  it('P8: a value without references comes back as it is, and evidence exactly', () => {
    const json = fc
      .jsonValue()
      .filter((value) => !/__proto__|#/.test(JSON.stringify(value)))
      .map((value) => value as Json);
    fc.assert(
      fc.property(
        json,
        fc.jsonValue().filter((value) => !JSON.stringify(value).includes('__proto__')),
        (value, evidence) => {
          const args = { value, list: ['#E1'] };
          expect(substitute(args, { E1: evidence as Json })).toEqual({
            ok: true,
            value: { value, list: [evidence] },
          });
        },
      ),
    );
  });
});
