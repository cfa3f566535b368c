import { isDeepStrictEqual } from 'node:util';
import { parseStep, type ReactStep, type StepForm } from '@loopwright/core-parser';
import { seededRandom } from '../../seeded-random.ts';
import { checkFloor, type MeasuredTable, type Measurement } from '../measurement.ts';
import { brokenJsonVariations } from './generated/broken-json-variations.ts';
import { brokenTextVariations } from './generated/broken-text-variations.ts';
import type { GeneratedText, RightReading, Variation } from './generated/generated-text.ts';
import { jsonVariations } from './generated/json-variations.ts';
import { toolNames } from './generated/random-content.ts';
import { textCallVariations } from './generated/text-call-variations.ts';
import { textEndVariations } from './generated/text-end-variations.ts';
import { showStep } from './judge-step.ts';

type Kind = Variation & { form: StepForm; isBroken: boolean };

const kinds: Kind[] = [
  ...textCallVariations.map((kind) => ({ ...kind, form: 'text' as const, isBroken: false })),
  ...textEndVariations.map((kind) => ({ ...kind, form: 'text' as const, isBroken: false })),
  ...brokenTextVariations.map((kind) => ({ ...kind, form: 'text' as const, isBroken: true })),
  ...jsonVariations.map((kind) => ({ ...kind, form: 'json' as const, isBroken: false })),
  ...brokenJsonVariations.map((kind) => ({ ...kind, form: 'json' as const, isBroken: true })),
];

/**
 * Reads generated texts of the text form and the JSON form, so many of each. The form of a step is not told to the reader;
 * that of a broken one is, as which error is right depends on what was asked for.
 */
export function measureGeneratedSteps(textsPerForm: number): Omit<Measurement, 'title'> {
  const rows: MeasuredTable['rows'] = [];
  const wrong: MeasuredTable['rows'] = [];
  for (const kind of kinds) {
    const texts = textsOf(kind, textsPerForm);
    let right = 0;
    for (let index = 0; index < texts; index += 1) {
      const generated = kind.write(seededRandom(`${kind.form}/${kind.name}/${index}`));
      const { form, step } = readGenerated(kind, generated);
      if (isRight(generated.right, step) && (kind.isBroken || form === kind.form)) right += 1;
      else if (index - right < shownWrong) wrong.push(wrongRow(kind, generated, form, step));
    }
    const variation = kind.isBroken ? `broken: ${kind.name}` : kind.name;
    rows.push({ form: kind.form, variation, texts, right });
  }
  return {
    tables: [
      { title: 'Generated texts', rows },
      ...(wrong.length === 0 ? [] : [{ title: 'Generated texts read wrongly', rows: wrong }]),
    ],
    floors: (['text', 'json'] as const).map((form) => {
      const ofForm = rows.filter((row) => row.form === form);
      const share = sum(ofForm, 'right') / sum(ofForm, 'texts');
      return checkFloor(`generated texts read rightly, ${form} form`, share, 'at least', 1);
    }),
    remarks: [],
  };
}

/** So many wrong readings of a kind are shown; more would hide the tables. */
const shownWrong = 3;

/** The share of a kind; the first kinds of a form take what is left over. */
function textsOf(kind: Kind, textsPerForm: number): number {
  const ofForm = kinds.filter(({ form }) => form === kind.form);
  const rest = textsPerForm % ofForm.length;
  return Math.floor(textsPerForm / ofForm.length) + (ofForm.indexOf(kind) < rest ? 1 : 0);
}

function readGenerated({ form, isBroken }: Kind, { text, truncated = false }: GeneratedText) {
  const forms = isBroken ? [form] : undefined;
  return parseStep(text, { tools: toolNames, truncated, forms });
}

/** Compares the members that the right reading has. */
function isRight(right: RightReading, step: ReactStep): boolean {
  return Object.entries(right).every(([key, value]) =>
    isDeepStrictEqual((step as Record<string, unknown>)[key], value),
  );
}

function wrongRow(
  kind: Kind,
  { text, right }: GeneratedText,
  form: StepForm | undefined,
  step: ReactStep,
) {
  return {
    form: kind.form,
    variation: kind.name,
    'right reading': JSON.stringify(right).slice(0, 160),
    read: `${form ?? 'none'}: ${showStep(step)}`.slice(0, 160),
    text: JSON.stringify(text).slice(0, 400),
  };
}

function sum(rows: MeasuredTable['rows'], column: string): number {
  return rows.reduce((total, row) => total + Number(row[column]), 0);
}
