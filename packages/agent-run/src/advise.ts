import { describeError } from '@loopwright/tool-registry';
import { openAdvisorContext } from './advisor-context.ts';
import { flag, type RunState } from './run-state.ts';
import type { Step } from './step.ts';

/** Asks the advisors about a step. An advisor that fails is a flag: advice is never worth a run. */
export async function advise(
  state: RunState,
  step: Step,
  before: readonly Step[],
): Promise<string[]> {
  const notes: string[] = [];
  for (const advisor of state.spec.advisors ?? []) {
    const { context, close } = openAdvisorContext(state);
    let fault: string | undefined;
    try {
      const note = await advisor.advise(context, step, before);
      if (typeof note === 'string' && note.trim() !== '') notes.push(note);
    } catch (error) {
      const { type, message } = describeError(error);
      fault = `the advisor threw ${type}: ${message}`;
    }
    await close();
    if (fault !== undefined) flag(state, advisor.name, fault);
  }
  return notes;
}
