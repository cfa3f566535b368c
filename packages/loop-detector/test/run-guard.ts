import type { Json, JsonObject } from '@loopwright/core-parser';
import type { GuardedStep, GuardFactory, Verdict } from '../src/index.ts';

/** What a step is made of: one call and its result. */
export type Turn = Pick<GuardedStep, 'kind' | 'calls' | 'observations'>;

export function succeed(tool: string, args: JsonObject, value: Json = 'ok'): Turn {
  const text = typeof value === 'string' ? value : JSON.stringify(value);
  return {
    kind: 'act',
    calls: [{ tool, args }],
    observations: [{ tool, ok: true, value, text }],
  };
}

export function fail(tool: string, args: JsonObject, message = 'it broke'): Turn {
  return {
    kind: 'act',
    calls: [{ tool, args }],
    observations: [failure(tool, message)],
  };
}

export function unreadable(message: string): Turn {
  const tool = 'PARSE_ERROR';
  return {
    kind: 'act',
    calls: [{ tool, args: {}, unreadable: message }],
    observations: [failure(tool, message)],
  };
}

export function together(...turns: Turn[]): Turn {
  return {
    kind: 'act',
    calls: turns.flatMap((turn) => turn.calls),
    observations: turns.flatMap((turn) => turn.observations),
  };
}

export function final(): Turn {
  return { kind: 'final', calls: [], observations: [] };
}

function failure(tool: string, message: string) {
  const error = { type: 'Error', class: 'permanent', message };
  return { tool, ok: false, text: `ERROR[${tool}]: Error: ${message}`, error } as const;
}

/** Every verdict with the number of its step; judging ends with the first stop, as a run would. */
export function runGuard(
  factory: GuardFactory,
  turns: readonly Turn[],
): { n: number; verdict: Verdict }[] {
  const given: { n: number; verdict: Verdict }[] = [];
  for (const { step, before, verdicts } of judgements(factory, turns)) {
    given.push(...verdicts.map((verdict) => ({ n: step.n, verdict })));
    if (before.length + 1 !== step.n) throw new Error('steps are not numbered in order');
    if (verdicts.some(({ kind }) => kind === 'stop')) break;
  }
  return given;
}

/** Kinds of the verdicts by step, such as `3:hint 4:stop`. */
export function outline(factory: GuardFactory, turns: readonly Turn[]): string {
  return runGuard(factory, turns)
    .map(({ n, verdict }) => `${n}:${verdict.kind}`)
    .join(' ');
}

/** Judges every turn with one guard, recording its verdicts in the steps. `earlier` steps were recorded already. */
export function* judgements(
  factory: GuardFactory,
  turns: readonly Turn[],
  earlier: readonly GuardedStep[] = [],
) {
  const guard = factory();
  const before: GuardedStep[] = [...earlier];
  for (const turn of turns) {
    const step: GuardedStep = { ...turn, n: before.length + 1, thought: '', verdicts: [] };
    const answer = guard.judge(step, before);
    const verdicts: readonly Verdict[] =
      answer === undefined ? [] : 'kind' in answer ? [answer] : answer;
    yield { step, before: [...before], verdicts };
    const named = verdicts.map((verdict) => ({ guard: guard.name, ...verdict }));
    before.push({ ...step, verdicts: named });
  }
}
