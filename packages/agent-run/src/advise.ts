import { describeError } from '@loopwright/tool-registry';
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
    try {
      const note = await untilLeft(state, () => advisor.advise(context, step, before), join);
      if (typeof note === 'string' && note.trim() !== '') notes.push(note);
    } catch (error) {
      if (error instanceof Ended) end = error;
      const { type, message } = describeError(error);
      fault = `the advisor threw ${type}: ${message}`;
    }
    await close();
    if (end) throw end;
    if (fault !== undefined) flag(state, advisor.name, fault);
  }
  return notes;
}
