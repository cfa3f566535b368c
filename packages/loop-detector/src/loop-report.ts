import type { GuardedStep } from './step.ts';

/**
 * Why a run goes round in circles (L6). `failure_repeated`: a call of the pattern fails each time.
 * `success_not_recognised`: one call keeps succeeding with a result that answers it. `result_unchanged`: the calls
 * succeed, but nothing changes (a cycle of several steps, or an empty result).
 */
export type LoopCause = 'failure_repeated' | 'success_not_recognised' | 'result_unchanged';

/**
 * The facts of a loop. `repeat`: one step `repeats` times in a row. `cycle`: several steps in turn, `repeats` rounds.
 * `revisit`: the last `repeats` steps each repeat some earlier step. `pattern` holds display signatures, secrets hidden.
 */
export type LoopReport = {
  readonly kind: 'repeat' | 'cycle' | 'revisit';
  readonly pattern: readonly string[];
  readonly repeats: number;
  readonly cause: LoopCause;
};

/** Says why the steps of one round repeat. */
export function loopCause(round: readonly GuardedStep[]): LoopCause {
  const observations = round.flatMap((step) => step.observations);
  if (observations.some((observation) => !observation.ok)) return 'failure_repeated';
  const answered = observations.some(
    ({ value, text }) => !isEmpty(value === undefined ? text : value),
  );
  return round.length === 1 && answered ? 'success_not_recognised' : 'result_unchanged';
}

/** The report in plain words; everything in it comes from the report. */
export function loopText(report: LoopReport): string {
  const { kind, pattern, repeats, cause } = report;
  const steps = pattern.join(', ');
  switch (kind) {
    case 'repeat':
      return `Called ${steps} ${repeats} times${endings[cause]}`;
    case 'cycle':
      return `Went round ${steps} ${repeats} times${endings[cause]}`;
    case 'revisit':
      return `The last ${repeats} steps only repeated earlier ones${endings[cause].slice(0, -1)}: ${steps}.`;
  }
}

/** What the model is told to do about it. */
export function loopAdvice(cause: LoopCause): string {
  return advice[cause];
}

const endings: Record<LoopCause, string> = {
  failure_repeated: ' with the same failure.',
  success_not_recognised: ' with the same result.',
  result_unchanged: ' with the same result.',
};

const advice: Record<LoopCause, string> = {
  failure_repeated: 'It will fail again: change the arguments, use another tool, or give up.',
  success_not_recognised: 'The result is already there: use it and go on.',
  result_unchanged:
    'Nothing changes this way: do something different, or answer with what is known.',
};

function isEmpty(value: unknown): boolean {
  if (value === null || value === '') return true;
  return typeof value === 'object' && Object.keys(value as object).length === 0;
}
