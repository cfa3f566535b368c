import { expectTypeOf } from 'vitest';
import {
  type ActionStep,
  type Critique,
  canonicalJson,
  capText,
  digest,
  encodeNote,
  encodeObservation,
  extractJson,
  type FinalStep,
  type GiveUpStep,
  isControlWord,
  type Json,
  type JsonObject,
  type ParseErrorCode,
  type ParseErrorStep,
  parseCritique,
  type parseErrorCodes,
  parseJsonStep,
  parseReactStep,
  parseStep,
  type ReactStep,
  type StepFlag,
  type StepForm,
  toJson,
} from '../src/index.ts';

const step = parseReactStep('', { tools: ['a'] as const, truncated: true });
expectTypeOf(step).toEqualTypeOf<ReactStep>();
expectTypeOf(parseJsonStep('')).toEqualTypeOf<ReactStep>();
expectTypeOf(parseStep('', { forms: ['text'] }).step).toEqualTypeOf<ReactStep>();
expectTypeOf(parseStep('').form).toEqualTypeOf<StepForm | undefined>();
expectTypeOf<ReactStep['kind']>().toEqualTypeOf<'action' | 'final' | 'give_up' | 'parse_error'>();

// P1: what belongs to one kind cannot be read before the kind is known.
expectTypeOf<ReactStep>().not.toHaveProperty('args');
if (step.kind === 'action') {
  expectTypeOf(step).toEqualTypeOf<ActionStep>();
  expectTypeOf(step.args).toEqualTypeOf<JsonObject>();
} else if (step.kind === 'final') {
  expectTypeOf(step).toEqualTypeOf<FinalStep>();
  expectTypeOf(step.answer).toEqualTypeOf<Json>();
} else if (step.kind === 'give_up') {
  expectTypeOf(step).toEqualTypeOf<GiveUpStep>();
} else {
  expectTypeOf(step).toEqualTypeOf<ParseErrorStep>();
  expectTypeOf(step.code).toEqualTypeOf<ParseErrorCode>();
}
expectTypeOf(step.flags).toEqualTypeOf<StepFlag[]>();

expectTypeOf<(typeof parseErrorCodes)[number]>().toEqualTypeOf<ParseErrorCode>();

// P7: a critique that could not be read is neither on track nor off it.
expectTypeOf(parseCritique('')).toEqualTypeOf<Critique>();
expectTypeOf<Critique['onTrack']>().toEqualTypeOf<boolean | 'unknown'>();

const reading = extractJson('', { truncated: false });
expectTypeOf(reading).not.toHaveProperty('value');
if (reading.ok) expectTypeOf(reading.value).toEqualTypeOf<JsonObject>();
else expectTypeOf(reading.code).toEqualTypeOf<ParseErrorCode>();

expectTypeOf(toJson).parameter(0).toEqualTypeOf<unknown>();
expectTypeOf(toJson).returns.toEqualTypeOf<Json>();
expectTypeOf(canonicalJson).parameter(0).toEqualTypeOf<Json>();
expectTypeOf(digest).returns.toEqualTypeOf<string>();
expectTypeOf(capText).toBeCallableWith('text', 100);
expectTypeOf(capText).toBeCallableWith('text', 100, 'hint');
expectTypeOf(encodeObservation).toEqualTypeOf<(text: string) => string>();
expectTypeOf(encodeNote).toEqualTypeOf<(text: string) => string>();
expectTypeOf(isControlWord).returns.toEqualTypeOf<boolean>();

// @ts-expect-error undefined is no Json
canonicalJson({ a: undefined });
