import { describeError } from '@loopwright/tool-registry';
import { adviseInTime, isNoAnswer } from './advise-in-time.ts';
import { openAdvisorContext } from './advisor-context.ts';
import { Ended } from './ended.ts';
import { flag, type RunState } from './run-state.ts';
import type { Step } from './step.ts';
import { untilLeft } from './until-left.ts';

/** Asks the advisors about a step. An advisor that fails is a flag: advice is never worth a run. */
export async function advise(
  state: RunState,
  step: Step,
  before: readonly Step[],
): Promise<string[]> {
  const notes: string[] = [];
  for (const advisor of state.spec.advisors ?? []) {
    const { context, join, close } = openAdvisorContext(state);
    let fault: string | undefined;
    let end: Ended | undefined;
    const left = new AbortController();
    try {
      const note = await untilLeft(
        state,
        () =>
          adviseInTime(state, {
            context,
            advise: (watched) => advisor.advise(watched, step, before),
            left: left.signal,
          }),
        join,
      );
      if (typeof note === 'string' && note.trim() !== '') notes.push(note);
    } catch (error) {
      if (error instanceof Ended) end = error;
      const { type, message } = describeError(error);
      fault = isNoAnswer(error) ? error.message : `the advisor threw ${type}: ${message}`;
    } finally {
      left.abort();
    }
    await close();
    if (end) throw end;
    if (fault !== undefined) flag(state, advisor.name, fault);
  }
  return notes;
}
