import { isDeepStrictEqual } from 'node:util';
import { type DetectedStep, parseStep, type ReactStep } from '@loopwright/core-parser';
import { type ExpectedStep, expectsReading, type StepRecord } from './step-record.ts';

/** How a reading compares with what the record says the completion means. */
type StepOutcome = 'same reading' | 'typed error' | 'flagged reading' | 'other reading';

/** A record, how it was read, and what that reading is worth. */
export type JudgedStep = {
  record: StepRecord;
  form: DetectedStep['form'];
  step: ReactStep;
  outcome: StepOutcome;
  /** The reading is right: the same, or the typed error where nothing else is. */
  isRight: boolean;
  /** A call whose text breaks off was read as a call. */
  executesTruncatedCall: boolean;
  /** What stands behind an observation that the model wrote itself changed the reading. */
  acceptsInvention: boolean;
};

/** Reads a record with the tools of its source, without telling the reader its form or that it was cut off. */
export function judgeStep(record: StepRecord, tools: readonly string[]): JudgedStep {
  const { form, step } = parseStep(record.raw, { tools });
  const outcome = compare(record.expected, step);
  const isRight =
    outcome === 'same reading' || (outcome === 'typed error' && !expectsReading(record.expected));
  const isCut = record.tags.some((tag) => tag.includes('truncated'));
  return {
    record,
    form,
    step,
    outcome,
    isRight,
    executesTruncatedCall: isCut && !isRight && step.kind === 'action',
    acceptsInvention: !isRight && restsOnInvention(record.raw, step, tools),
  };
}

/** One line that says what was read. */
export function showStep(step: ReactStep): string {
  switch (step.kind) {
    case 'action':
      return `${step.tool} ${JSON.stringify(step.args)}`;
    case 'final':
      return `final ${JSON.stringify(step.answer)}`;
    case 'give_up':
      return `give_up ${JSON.stringify(step.reason)}`;
    case 'parse_error':
      return `${step.code}: ${step.message}`;
  }
}

function compare(expected: ExpectedStep, step: ReactStep): StepOutcome {
  if (step.kind === 'parse_error') return 'typed error';
  if (isSame(expected, step)) return 'same reading';
  // P3: of an answer and an action behind it the answer counts, and the reading says that it passed over the action.
  return step.flags.includes('action_ignored_after_final') ? 'flagged reading' : 'other reading';
}

function isSame(expected: ExpectedStep, step: ReactStep): boolean {
  switch (step.kind) {
    case 'action':
      // A tool of the caller that ends the run, such as Finish, is a call to us and an answer to the record.
      return (
        (expected.kind === 'action' || expected.kind === 'final') &&
        expected.tool === step.tool &&
        argumentsOf(expected).some((args) => isDeepStrictEqual(args, step.args))
      );
    case 'final':
      return expected.kind === 'final' && textOf(step.answer) === (expected.input ?? '').trim();
    case 'give_up':
      return expected.kind === 'give_up' && step.reason === (expected.input ?? '').trim();
    case 'parse_error':
      return false;
  }
}

/** The objects that may stand for the input of a record: a text as it was written, or nothing as no member at all. */
function argumentsOf({ input, args_json_ok: isJson }: ExpectedStep): unknown[] {
  const text = input ?? '';
  if (isJson === true) return [JSON.parse(text)];
  return text === '' ? [{ input: '' }, {}] : [{ input: text }];
}

function textOf(answer: unknown): string {
  return typeof answer === 'string' ? answer.trim() : JSON.stringify(answer);
}

/** True when the text before the first line that begins like an observation reads otherwise than the whole. */
function restsOnInvention(raw: string, step: ReactStep, tools: readonly string[]): boolean {
  const observation = /\n[ \t*_#]*Observation\b/i.exec(raw);
  if (observation === null || step.kind === 'parse_error') return false;
  const before = parseStep(raw.slice(0, observation.index), { tools }).step;
  return showStep(before) !== showStep(step);
}
