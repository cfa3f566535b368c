import { type Json, toJson } from '@loopwright/core-parser';
import { describeError } from '@loopwright/tool-registry';
import { boundedIo, type IoOutcome } from './bounded-io.ts';
import { ends, type StopReason } from './ends.ts';
import type { RunState } from './run-state.ts';
import type { Guard, GuardAnswer, Step, Verdict } from './step.ts';

type NamedVerdict = Step['verdicts'][number];

/** Asks every guard about a step. A guard that throws, or says nothing that is a verdict, becomes a flag. */
export async function askGuards(
  state: RunState,
  step: Step,
  before: readonly Step[],
): Promise<NamedVerdict[]> {
  const verdicts: NamedVerdict[] = [];
  for (const [index, guard] of state.guards.entries()) {
    const answers = guard.io
      ? await askStored(state, guard, `${state.path}judge:${step.n}:${index}`, step, before)
      : ask(guard, step, before);
    verdicts.push(...answers.map((verdict) => ({ guard: guard.name, ...verdict })));
  }
  return verdicts;
}

async function askStored(
  state: RunState,
  guard: Guard,
  key: string,
  step: Step,
  before: readonly Step[],
): Promise<Verdict[]> {
  const value = await state.session.runtime.step<Json>({
    key,
    run: async () => {
      const judgeStep = async () => readAnswer(await guard.judge(step, before));
      const outcome = await boundedIo(state, guard.name, judgeStep);
      return outcome.ok ? outcome.value : toJson([failed(outcome)]);
    },
  });
  state.session.log.emit(state.path, { type: 'io', key, value });
  return value as Verdict[];
}

/** A run that is cancelled while a guard looks is not one that the guard let pass. */
function failed(outcome: Extract<IoOutcome, { ok: false }>): Verdict {
  if (!outcome.aborted) return threw(outcome);
  return { kind: 'stop', stopReason: 'aborted', text: outcome.message };
}

function ask(guard: Guard, step: Step, before: readonly Step[]): Verdict[] {
  try {
    const answer = guard.judge(step, before);
    if (!isPromise(answer)) return readAnswer(answer);
    // Whatever it waits for is not stored, so its verdict could differ when the run is resumed.
    answer.then(undefined, () => {});
    return [
      { kind: 'flag', text: 'the guard answered with a promise; one that waits says io: true' },
    ];
  } catch (thrown) {
    return [threw(describeError(thrown))];
  }
}

function isPromise(answer: ReturnType<Guard['judge']>): answer is Promise<GuardAnswer> {
  return typeof answer === 'object' && 'then' in answer;
}

function readAnswer(answer: GuardAnswer): Verdict[] {
  if (answer === undefined) return [];
  return (Array.isArray(answer) ? answer : [answer]).map((each) => readVerdict(each));
}

function threw({ type, message }: { type: string; message: string }): Verdict {
  return { kind: 'flag', text: `the guard threw ${type}: ${message}` };
}

function readVerdict(given: Verdict): Verdict {
  const data = 'data' in given && given.data !== undefined ? { data: toJson(given.data) } : {};
  switch (given.kind) {
    case 'hint':
    case 'flag':
      return { kind: given.kind, text: String(given.text), ...data };
    case 'done':
      return {
        kind: 'done',
        answer: toJson(given.answer),
        ...(given.text === undefined ? {} : { text: String(given.text) }),
      };
    case 'stop':
      if (canStopWith(given.stopReason)) {
        return { kind: 'stop', stopReason: given.stopReason, text: String(given.text), ...data };
      }
      return {
        kind: 'flag',
        text: `the guard wanted to stop with ${String(given.stopReason)}, which is not an end a guard can give`,
      };
    default:
      return {
        kind: 'flag',
        text: 'the guard gave no verdict: hint, flag, stop and done are verdicts',
      };
  }
}

function canStopWith(reason: StopReason): boolean {
  const status = Object.hasOwn(ends, reason) ? ends[reason] : undefined;
  return status === 'stopped' || status === 'degraded' || status === 'failed';
}
