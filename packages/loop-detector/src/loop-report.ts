/**
 * Why a run goes round in circles (L6). `failure_repeated`: a call of the pattern fails each time.
 * `success_not_recognised`: one call keeps succeeding with a result that answers it. `result_unchanged`: the calls
 * succeed, but nothing changes (a cycle of several steps, or an empty result).
 */
export type LoopCause = 'failure_repeated' | 'success_not_recognised' | 'result_unchanged';

/**
 * The facts of a loop. `repeat`: one step `repeats` times in a row. `cycle`: several steps in turn, `repeats` rounds.
 * `failure`: `repeats` steps in a row that failed in the same way, whatever they called. `revisit`: the last step of the pattern has come `repeats` times since step `firstStep`; a pattern of more steps holds
 * the latest ones that brought nothing new, and the cause is that of the last step. `pattern` holds display signatures, secrets hidden.
 */
export type LoopReport = {
  readonly kind: 'repeat' | 'cycle' | 'failure' | 'revisit';
  readonly pattern: readonly string[];
  readonly repeats: number;
  readonly firstStep?: number;
  readonly cause: LoopCause;
};

/** What is to be known of a result to say why a step repeats. */
export type ResultFacts = { readonly ok: boolean; readonly isEmpty: boolean };

/** Says why the steps of one round repeat, from the results of the round. */
export function loopCause(results: readonly ResultFacts[], stepsOfRound: number): LoopCause {
  if (results.some(({ ok }) => !ok)) return 'failure_repeated';
  const isAnswered = stepsOfRound === 1 && results.some((result) => !result.isEmpty);
  return isAnswered ? 'success_not_recognised' : 'result_unchanged';
}

/** The report in plain words; everything in it comes from the report. */
export function loopText({ kind, pattern, repeats, firstStep, cause }: LoopReport): string {
  const result = cause === 'failure_repeated' ? 'the same failure' : 'the same result';
  const steps = pattern.join(', ');
  switch (kind) {
    case 'repeat':
      return `Called ${steps} ${repeats} times with ${result}.`;
    case 'cycle':
      return `Went round ${steps} ${repeats} times with ${result}.`;
    case 'failure':
      return `Failed ${repeats} times in a row in the same way: ${steps}.`;
    case 'revisit':
      return pattern.length === 1
        ? `Called ${steps} again with ${result} as in step ${firstStep}.`
        : `Called ${pattern.at(-1)} ${repeats} times with ${result}, and the last ${pattern.length} steps brought nothing new: ${steps}.`;
  }
}

/** What the model is told to do about it. */
export function loopAdvice(cause: LoopCause, kind: LoopReport['kind'] = 'repeat'): string {
  if (kind === 'failure') return 'Other arguments do not help: do something different, or give up.';
  return kind === 'revisit' && cause === 'failure_repeated'
    ? 'What was done in between changed nothing for it: try something else.'
    : advice[cause];
}

const waiting = 'If you are waiting, wait longer or do something else first.';

const advice: Record<LoopCause, string> = {
  failure_repeated: 'It will fail again: change the arguments, use another tool, or give up.',
  success_not_recognised: `The result is already there: use it and go on. ${waiting}`,
  result_unchanged: `Nothing changes this way: do something different, or answer with what is known. ${waiting}`,
};

const maxEmptyDepth = 4;

/** True for a result that tells nothing: null, a blank text, or a list or object in which nothing is. */
export function isEmptyResult(result: unknown): boolean {
  if (typeof result === 'string') return /^(?:|null|""|\[\]|\{\})$/.test(result.trim());
  return result === null || (typeof result === 'object' && holdsNothing(result, maxEmptyDepth));
}

function holdsNothing(value: unknown, depth: number): boolean {
  if (typeof value !== 'object') return value === '' || value === 0 || value === false;
  if (value === null) return true;
  return depth > 0 && Object.values(value).every((inner) => holdsNothing(inner, depth - 1));
}
