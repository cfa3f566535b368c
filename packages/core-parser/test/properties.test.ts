import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  canonicalJson,
  digest,
  extractJson,
  type Json,
  type JsonObject,
  parseCritique,
  parseErrorCodes,
  parseJsonStep,
  parseReactStep,
  type ReactStep,
  toJson,
} from '../src/index.ts';

/** Texts put together from the pieces of both forms, so that they come close to being steps. */
const almostStep = fc
  .array(
    fc.oneof(
      fc.constantFrom(
        'Thought: ',
        'Action: ',
        'Action Input: ',
        'Observation: ',
        'Final Answer: ',
        '**Action:** ',
      ),
      fc.constantFrom(
        'search',
        'give_up',
        'final',
        'None',
        '`search`',
        'search (x)',
        '<think>',
        '</think>',
      ),
      fc.constantFrom(
        '{',
        '}',
        '[',
        ']',
        '{}',
        '"',
        "'",
        ':',
        ',',
        '\\',
        '/*',
        '*/',
        '//',
        '```',
        '```json',
        '...',
      ),
      fc.constantFrom(
        '"action": ',
        '"action_input": ',
        '"final_answer": ',
        '"a"',
        'true',
        'None',
        '1e9',
        '-',
        '.',
      ),
      fc.constantFrom('\n', '\n\n', '\r\n', ' ', '\t'),
      fc.json({ maxDepth: 2 }),
      fc.string({ maxLength: 5 }),
    ),
    { maxLength: 25 },
  )
  .map((parts) => parts.join(''));

const anyText = fc.oneof(almostStep, fc.string({ unit: 'binary' }), fc.string());

const anyOptions = fc.record(
  { tools: fc.array(fc.constantFrom('search', 'None', 'final', '')), truncated: fc.boolean() },
  { requiredKeys: [] },
);

/** Objects as `JSON.parse` makes them, without the one key that is refused. */
const jsonObject: fc.Arbitrary<JsonObject> = fc
  .dictionary(fc.string(), fc.jsonValue())
  .map((value) =>
    JSON.parse(JSON.stringify(value), (key, member) => (key === '__proto__' ? undefined : member)),
  );

/** Objects as JSON text, with everything on which `JSON.parse` and the rules for what a model wrote disagree. */
const { value: trickyJson } = fc.letrec<{ value: string; member: string; item: string }>((tie) => ({
  value: fc.array(tie('member'), { maxLength: 4 }).map((members) => `{ ${members.join(' ,')}\n}`),
  member: fc
    .tuple(
      fc.constantFrom(
        'a',
        'b',
        '\\u0061',
        ':',
        '\\"',
        '\\\\',
        '__proto__',
        'constructor',
        'prototype',
      ),
      tie('item'),
    )
    .map(([key, item]) => `"${key}" : ${item}`),
  item: fc.oneof(
    { maxDepth: 3 },
    fc.constantFrom('1', '-0', '1.5', '1e400', '1e30', '9007199254740993', '123456789012345678.0'),
    fc.constantFrom('""', '":"', '"a\\\\"', '"\\":\\""', '"{"', 'null', 'true', '[]'),
    fc.array(tie('item'), { maxLength: 3 }).map((items) => `[${items.join(', ')}]`),
    tie('value'),
  ),
}));

function expectWellFormedStep(step: ReactStep): void {
  expect(typeof step.thought).toBe('string');
  expect(typeof step.repaired).toBe('boolean');
  expect(Array.isArray(step.flags)).toBe(true);
  switch (step.kind) {
    case 'action':
      expect(step.tool.trim()).not.toBe('');
      expect(Object.getPrototypeOf(step.args)).toBe(Object.prototype);
      expect(typeof step.rawArgs).toBe('string');
      break;
    case 'final':
      expect(step.answer).not.toBe(undefined);
      expect(step.answer).not.toBe('');
      break;
    case 'give_up':
      expect(typeof step.reason).toBe('string');
      expect(typeof step.partial).toBe('string');
      break;
    case 'parse_error':
      expect(parseErrorCodes).toContain(step.code);
      expect(step.message).not.toBe('');
      break;
    default:
      expect.unreachable();
  }
}

describe('properties of the parsers', () => {
  it('P1: any text gives one of the four kinds with its fields', () => {
    fc.assert(
      fc.property(anyText, anyOptions, (text, options) => {
        expectWellFormedStep(parseReactStep(text, options));
        expectWellFormedStep(parseJsonStep(text, options));
      }),
      { numRuns: 1000 },
    );
  });

  it('P1: a text without a label is never an answer or an action', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (text) => {
        fc.pre(!/[:：]/.test(text));
        expect(parseReactStep(text).kind).toBe('parse_error');
      }),
    );
  });

  it('P1: a call written in the form is read as it was written', () => {
    fc.assert(
      fc.property(jsonObject, fc.boolean(), (args, pretty) => {
        const written = JSON.stringify(args, null, pretty ? 2 : 0);
        fc.pre(!hasBigInteger(args));
        const step = parseReactStep(`Thought: t\nAction: search\nAction Input: ${written}\n`);
        expect(step).toMatchObject({
          kind: 'action',
          tool: 'search',
          rawArgs: written,
          repaired: false,
        });
        if (step.kind === 'action') expect(step.args).toEqual(JSON.parse(written));
      }),
    );
  });

  it('P7: a critique is never on track unless the reply says so', () => {
    fc.assert(
      fc.property(anyText, (text) => {
        const { onTrack } = parseCritique(text);
        if (!text.includes('on_track')) expect(onTrack).toBe('unknown');
      }),
    );
  });
});

describe('properties of extractJson', () => {
  it('a valid object is a fixed point', () => {
    fc.assert(
      fc.property(jsonObject, fc.boolean(), (value, pretty) => {
        fc.pre(!hasBigInteger(value));
        const text = JSON.stringify(value, null, pretty ? 2 : 0);
        expect(extractJson(text)).toEqual({
          ok: true,
          value: JSON.parse(text),
          raw: text,
          repaired: false,
          rest: '',
        });
      }),
    );
  });

  it('text around an object does not change its value', () => {
    const prose = fc.string().map((text) => text.replace(/[[\]{}"'`,]/g, ''));
    fc.assert(
      fc.property(jsonObject, prose, prose, (value, before, after) => {
        const text = JSON.stringify(value);
        const bare = extractJson(text);
        const surrounded = extractJson(`${before}${text}${after}`);
        expect(surrounded).toMatchObject({ ok: bare.ok, raw: text, rest: after });
        const fenced = extractJson(`${before}\n\`\`\`json\n${text}\n\`\`\`\n${after}`);
        expect(fenced).toMatchObject({ ok: bare.ok, raw: text, rest: `\n${after}` });
      }),
    );
  });

  it('repaired means exactly that JSON.parse refuses the text', () => {
    fc.assert(
      fc.property(almostStep, (text) => {
        const reading = extractJson(text);
        if (!reading.ok) return;
        let strict: { value: unknown } | undefined;
        try {
          strict = { value: JSON.parse(reading.raw) };
        } catch {
          strict = undefined;
        }
        expect(reading.repaired).toBe(strict === undefined);
        if (strict !== undefined && !/\d{16}/.test(reading.raw))
          expect(reading.value).toEqual(strict.value);
      }),
      { numRuns: 1000 },
    );
  });

  it('an object by itself, which JSON.parse reads, and one in prose, which it cannot, are read alike', () => {
    fc.assert(
      fc.property(trickyJson, (text) => {
        const { rest: _, ...bare } = { rest: '', ...extractJson(text) };
        const { rest: __, ...inProse } = { rest: '', ...extractJson(`Here: ${text}`) };
        expect(bare).toEqual(inProse);
      }),
      { numRuns: 1000 },
    );
  });

  it('no head of an object is read as an object', () => {
    fc.assert(
      fc.property(jsonObject, fc.nat(), (value, cut) => {
        const text = JSON.stringify(value);
        const length = 1 + (cut % (text.length - 1));
        expect(extractJson(text.slice(0, length)).ok).toBe(false);
      }),
    );
  });
});

describe('properties of toJson, canonicalJson and digest', () => {
  it('toJson of anything survives JSON unchanged, and is its own Json', () => {
    const anything = fc.anything({
      withBigInt: true,
      withBoxedValues: true,
      withDate: true,
      withMap: true,
      withNullPrototype: true,
      withObjectString: true,
      withSet: true,
      withSparseArray: true,
      withTypedArray: true,
      withUnicodeString: true,
    } as fc.ObjectConstraints);
    fc.assert(
      fc.property(anything, (value) => {
        const json = toJson(value);
        expect(JSON.parse(JSON.stringify(json))).toStrictEqual(json);
        expect(toJson(json)).toStrictEqual(json);
      }),
      { numRuns: 500 },
    );
  });

  it('canonicalJson is JSON of the same value and does not depend on the order of keys', () => {
    fc.assert(
      fc.property(fc.jsonValue(), (value) => {
        const json = toJson(value);
        const text = canonicalJson(json);
        expect(JSON.parse(text)).toEqual(json);
        expect(canonicalJson(reversed(json))).toBe(text);
        expect(digest(reversed(json))).toBe(digest(json));
      }),
    );
  });

  it('different values have different canonical texts', () => {
    fc.assert(
      fc.property(fc.jsonValue(), fc.jsonValue(), (left, right) => {
        const equal = canonicalJson(toJson(left)) === canonicalJson(toJson(right));
        if (equal) expect(toJson(left)).toEqual(toJson(right));
      }),
    );
  });
});

/** The same value with the keys of all objects in the opposite order. */
function reversed(value: Json): Json {
  if (Array.isArray(value)) return value.map(reversed);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value)
      .reverse()
      .map(([key, member]) => [key, reversed(member)]),
  );
}

/** Integers that extractJson keeps as text. */
function hasBigInteger(value: unknown): boolean {
  return /\d{16}/.test(JSON.stringify(value));
}
