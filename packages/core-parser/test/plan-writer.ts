import * as fc from 'fast-check';
import { canonicalJson, type Json, type PlanForm } from '../src/index.ts';

/** A piece of an argument: literal text, or the place of an earlier step and a path into its evidence. */
export type Piece = string | { step: number; field: string | undefined };

/** An argument as it is meant, before it is written in any form. */
export type Argument = { pieces: Piece[] } | { value: Json } | { list: Argument[] };

/** A step as it is meant: the place of its tool, its arguments, and steps that it waits for without a reference. */
export type MeantStep = { tool: number; args: Argument[]; after: number[] };

/** Words that no form reads as anything, set apart by blanks so that no reference runs into them. */
const words = fc
  .array(
    fc.constantFrom('tide', 'of', 'Brest,', 'a', '(m)', 'é', "it's", '"x"', '\\', ';', '=', 'E1'),
    {
      minLength: 1,
      maxLength: 4,
    },
  )
  .map((list) => ` so ${list.join(' ')} `);

function argumentUpTo(step: number, form: PlanForm): fc.Arbitrary<Argument> {
  const reference = fc.record({
    step: fc.nat(Math.max(step - 1, 0)),
    field: fc.constantFrom(undefined, undefined, 'height'),
  });
  const piece: fc.Arbitrary<Piece> = step === 0 ? words : fc.oneof(words, reference);
  const text = fc
    .array(piece, { minLength: 1, maxLength: 4 })
    .map((pieces): Argument => ({ pieces }));
  if (form === 'text') return text;
  const value = fc
    .constantFrom<Json>(1, -2.5, true, null, 'plain', [], { a: [1] })
    .map((json): Argument => ({ value: json }));
  return fc.oneof(
    text,
    value,
    fc.array(text, { maxLength: 3 }).map((list): Argument => ({ list })),
  );
}

/** Plans of one to twelve steps, each of which may refer to any earlier one. */
export function meantPlan(form: PlanForm): fc.Arbitrary<MeantStep[]> {
  const canWait = form === 'json' || form === 'json_calls' || form === 'json_steps';
  return fc.integer({ min: 1, max: 12 }).chain((count) =>
    fc.tuple(
      ...Array.from({ length: count }, (_, step) =>
        fc.record({
          tool: fc.nat(3),
          args: fc.array(argumentUpTo(step, form), {
            minLength: 1,
            maxLength: form === 'text' ? 1 : 3,
          }),
          after:
            canWait && step > 0
              ? fc.array(fc.nat(step - 1), { maxLength: 2 })
              : fc.constant<number[]>([]),
        }),
      ),
    ),
  );
}

export const idOf: Record<PlanForm, (step: number) => string> = {
  json: (step) => `E${step + 1}`,
  text: (step) => `E${step + 1}`,
  numbered: (step) => String(step + 1),
  json_calls: (step) => `var${step + 1}`,
  json_steps: (step) => String(step + 1),
};

const referenceTo: Record<PlanForm, (id: string, field: string) => string> = {
  json: (id, field) => `#${id}${field}`,
  text: (id, field) => `#${id}${field}`,
  numbered: (id, field) => (field === '' ? `\${${id}}` : `$${id}${field}`),
  json_calls: (id, field) => `$${id}${field}$`,
  json_steps: (id, field) => `#{${id}${field}}`,
};

function written(argument: Argument, form: PlanForm): Json {
  if ('value' in argument) return argument.value;
  if ('list' in argument) return argument.list.map((item) => written(item, form));
  return argument.pieces
    .map((piece) => {
      if (typeof piece === 'string') return piece;
      const field = piece.field === undefined ? '' : `.${piece.field}`;
      return referenceTo[form](idOf[form](piece.step), field);
    })
    .join('');
}

/** The names that the arguments of a step get in a form. */
export function nameOf(position: number, form: PlanForm): string {
  const isLine = form === 'text' || form === 'numbered';
  if (!isLine) return `arg${position + 1}`;
  return position === 0 ? 'input' : `input_${position + 1}`;
}

/** Writes a plan in a form, as a planner would. */
export function writePlan(steps: readonly MeantStep[], form: PlanForm): string {
  const id = idOf[form];
  const args = (step: MeantStep): Json =>
    Object.fromEntries(
      step.args.map((argument, place) => [nameOf(place, form), written(argument, form)]),
    );
  switch (form) {
    case 'json':
      return JSON.stringify({
        plan: steps.map((step, place) => ({
          id: id(place),
          tool: `tool${step.tool}`,
          args: args(step),
          depends_on: step.after.map((after) => `#${id(after)}`),
        })),
      });
    case 'json_calls':
      return JSON.stringify(
        steps.map((step, place) => ({
          name: `tool${step.tool}`,
          arguments: args(step),
          label: id(place),
          depends_on: step.after.map(id),
        })),
        null,
        1,
      );
    case 'json_steps':
      return JSON.stringify({
        plan: 'In words.',
        steps: steps.map((step, place) => ({
          step_number: place + 1,
          tool_to_use: `tool${step.tool}`,
          args: args(step),
          depends_on: step.after.map((after) => after + 1),
        })),
      });
    case 'text':
      return steps
        .map((step, place) => {
          const input = String(written(step.args[0]!, form));
          return `Plan: step ${place}\n#${id(place)} = tool${step.tool}[${input}]`;
        })
        .join('\n');
    case 'numbered': {
      const lines = steps.map((step, place) => {
        const list = step.args.map((argument) => JSON.stringify(written(argument, form)));
        return `${id(place)}. tool${step.tool}(${list.join(', ')})`;
      });
      return [...lines, `${steps.length + 1}. join()<END_OF_PLAN>`].join('\n');
    }
  }
}

/** What an argument is with the evidence in it, by the plainest means. */
export function meaningOf(argument: Argument, evidence: readonly { height: Json }[]): Json {
  if ('value' in argument) return argument.value;
  if ('list' in argument) return argument.list.map((item) => meaningOf(item, evidence));
  const values = argument.pieces.map((piece): Json => {
    if (typeof piece === 'string') return piece;
    const value = evidence[piece.step]!;
    return piece.field === undefined ? value : value.height;
  });
  if (values.length === 1) return values[0]!;
  return values.map((value) => (typeof value === 'string' ? value : canonicalJson(value))).join('');
}

/** An argument without the blanks at its ends, which the text form does not keep. */
export function trimmed(argument: Argument): Argument {
  if (!('pieces' in argument)) return argument;
  const pieces = [...argument.pieces];
  const [first, last] = [pieces[0], pieces.at(-1)];
  if (typeof first === 'string') pieces[0] = first.trimStart();
  if (typeof last === 'string') pieces[pieces.length - 1] = last.trimEnd();
  if (pieces.length === 1 && typeof first === 'string') pieces[0] = first.trim();
  return { pieces };
}

/** The places of the steps that a step waits for. */
export function dependenciesOf(step: MeantStep): number[] {
  const referred = (argument: Argument): number[] => {
    if ('list' in argument) return argument.list.flatMap(referred);
    if (!('pieces' in argument)) return [];
    return argument.pieces.flatMap((piece) => (typeof piece === 'string' ? [] : [piece.step]));
  };
  return [...new Set([...step.after, ...step.args.flatMap(referred)])].sort((a, b) => a - b);
}
