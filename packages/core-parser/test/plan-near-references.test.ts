import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parsePlan, substitute } from '../src/index.ts';

/** The text of the second step, or the code and the message of the first problem. */
function secondText(plan: string): string {
  const reading = parsePlan(plan);
  if (!reading.ok) return `${reading.code}: ${reading.message}`;
  return String(Object.values(reading.plan.steps[1]!.args).at(-1));
}

const inJson = (x: string, [first, last]: [unknown, unknown] = ['E1', 'E2']) =>
  secondText(
    JSON.stringify({
      plan: [
        { id: first, tool: 'a' },
        { id: last, tool: 'b', args: { x } },
      ],
    }),
  );

const numbered = (x: string) => secondText(`1. a("q")\n2. write("p", ${JSON.stringify(x)})`);

describe('REWOO-031: what is nearly a reference is an error that says how to write it', () => {
  it.each([
    ['<E1> + 1', '<E1>'],
    ['{E1} + 1', '{E1}'],
    [`so \${E1.height}`, `\${E1.height}`],
    ['the #E1s', '#E1s'],
    ['#E1_height', '#E1_height'],
    ['#E1é', '#E1é'],
  ])('%s', (text, near) => {
    expect(inJson(text)).toBe(
      `unknown_reference: E2: ${JSON.stringify(near)} is no reference. Write #E1, or give that step another id where the text is meant.`,
    );
    expect(inJson(text, ['first', 'last'])).toBe(text);
  });

  it.each(['E1', ' E1 ', 'E1.name', 'E1[0].x', '[E1]', '(E1)', '"E1"', '@E1', '#E 1', '\uFF03E1'])(
    'a text that is nothing but the id of a step: %s',
    (text) => {
      expect(inJson(text)).toBe(
        `unknown_reference: E2: ${JSON.stringify(text)} is no reference. Write #E1, or give that step another id where the text is meant.`,
      );
      expect(inJson(text, ['first', 'last'])).toBe(text);
    },
  );

  it.each(['E9', 'E1 is', 'E1. Start', 'E1.5', 'E 1', 'E12', 'see E1', 'E1, E1'])(
    'not in a longer text, and not what names no step: %s',
    (text) => {
      expect(inJson(text)).toBe(text);
    },
  );

  it('P8: the literal #E1 is written as in any other text', () => {
    expect(inJson('##E1')).toBe('##E1');
    expect(secondText('#E1 = search[x]\n#E2 = math[E1]')).toMatch(/^unknown_reference: E2: "E1"/);
  });

  it('a plain id, where a step is defined without a #', () => {
    const message =
      'unknown_reference: E2: "E1" is no reference. Write #E1, or give that step another id where the text is meant.';
    expect(secondText('E1 = search[x]\nE2 = math[E1]')).toBe(message);
    expect(secondText('#E1 = search[x]\nE2 = math[2 * (E1)]')).toBe(message);
    expect(secondText('E1 = search[x]\nE2 = math[#E1 + AE1 + E1a + E9]')).toBe(
      '#E1 + AE1 + E1a + E9',
    );
    expect(secondText('#E1 = search[x]\n#E2 = math[E1 + 1]')).toBe('E1 + 1');
  });

  it('$1 in a JSON plan whose ids are numbers, but not in an amount', () => {
    expect(inJson('$1', [1, 2])).toMatch(/^unknown_reference: 2: "\$1" .* Write #\{1\}, or/);
    expect(inJson(`so \${1} it is`, [1, 2])).toMatch(/^unknown_reference/);
    for (const text of ['$1.50', '$1 million', 'US$1', 'costs $1', '$3', '$$1']) {
      expect(inJson(text, [1, 2])).toBe(text);
    }
    expect(inJson('$1')).toBe('$1');
  });
});

describe('P8: dollars in the numbered form', () => {
  it.each([
    ['$$1', '$1'],
    ['it costs $$1 USD', 'it costs $1 USD'],
    [`$\${1}`, `\${1}`],
    ['$$1.50', '$1.50'],
    ['$$$1', '$#{1}'],
    ['#$$1', '#$1'],
    ['a $$ b', 'a $$ b'],
  ])('%s is escaped: %s', (written, read) => {
    expect(numbered(written)).toBe(read);
    expect(substitute({ x: read }, { 1: 'evidence' })).toEqual({
      ok: true,
      value: { x: read.replace('#{1}', 'evidence') },
    });
  });

  it('without quotes as well', () => {
    expect(secondText('1. a("q")\n2. b($$1)')).toBe('$1');
  });

  it.each([
    'costs $5 USD',
    'costs about $5',
    'US$5',
    '$7.50',
    '$5,000',
    '$5m',
    '$5 million',
    '$9/month',
    'a fee of $5',
  ])('%s is an amount where there is no such step', (text) => {
    expect(numbered(text)).toBe(text);
  });

  it.each(['costs $1 USD', 'pay $1', '$1.50', '$1 million', 'US$1'])(
    '%s has two readings where there is such a step, which is an error that names both',
    (text) => {
      const shown = text.includes('.') ? '$1.50' : '$1';
      expect(numbered(text)).toBe(
        `unknown_reference: 2: ${shown} can be an amount or a reference. Write \${1} for what that step gives, and $${shown} for the amount.`,
      );
      expect(numbered(text.replace('$1', () => '$$1'))).toBe(text);
      expect(numbered(text.replace('$1', `\${1}`))).toBe(text.replace('$1', '#{1}'));
    },
  );

  it('no reference is lost to them', () => {
    expect(numbered('the price of $1 in $1')).toBe('the price of #{1} in #{1}');
    expect(numbered('see $9')).toBe(
      'unknown_reference: 2: $9 refers to no step. Write $$9 for that text. Steps: 1, 2.',
    );
    expect(numbered('$9')).toMatch(/^unknown_reference/);
  });

  it('any text with its dollars doubled before numbers arrives as it was meant', () => {
    const pieces = fc.array(
      fc.constantFrom('$1', `\${1}`, '$', '$$', '#', ' ', 'x', '1', '$2.50', '##', 'costs '),
    );
    fc.assert(
      fc.property(pieces, (list) => {
        const meant = `p ${list.join('')} q`;
        const escaped = meant.replace(/\$+(?=\d|\{\d+\})/g, (dollars) => dollars + dollars);
        const reading = parsePlan(`1. a("q")\n2. b(${JSON.stringify(escaped)})`);
        expect(reading.ok && substitute(reading.plan.steps[1]!.args, { 1: 'evidence' })).toEqual({
          ok: true,
          value: { input: meant },
        });
      }),
    );
  });
});
