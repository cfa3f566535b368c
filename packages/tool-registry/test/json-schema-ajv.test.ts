import { Ajv2020 } from 'ajv/dist/2020.js';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { messagesOf } from './json-schema-support.ts';
import { schemas, values } from './random-schemas.ts';

const endless = ': the schema refers to itself without end';

/** With all errors, because ajv 8.20 forgets a `contains` beside `prefixItems` for an empty list when it stops at the first. */
const ajv = new Ajv2020({ strict: false, allErrors: true });

/** What a function says; undefined where ajv cannot use the schema, or does not come to an end. */
function unlessThrown<Result>(run: () => Result): Result | undefined {
  try {
    return run();
  } catch {
    return undefined;
  }
}

describe('T2: JSON Schema is checked like ajv does', () => {
  it('for random schemas and values', () => {
    let compared = 0;
    fc.assert(
      fc.property(schemas, fc.array(values, { minLength: 5, maxLength: 5 }), (schema, several) => {
        const check = unlessThrown(() => ajv.compile(schema));
        if (check === undefined) return;
        for (const value of several) {
          const expected = unlessThrown(() => check(value));
          const messages = messagesOf(schema, value);
          // A schema that asks itself about the same value has no answer; where nothing depends on it, ajv does not ask.
          if (expected === undefined || messages[0] === endless) continue;
          compared += 1;
          const accepted = messages.length === 0;
          expect({ schema, value, accepted }).toEqual({ schema, value, accepted: expected });
        }
      }),
      { numRuns: 300, seed: 20_201_2 },
    );
    // Neither library refuses the most of them.
    expect(compared).toBeGreaterThan(1_000);
  });
});
