import { describeError } from '@loopwright/tool-registry';
import { Ended } from './ended.ts';
import { flag, type RunState } from './run-state.ts';
import type { AdvisorContext, Step } from './step.ts';
import { think } from './think.ts';

/** Asks the advisors about a step. An advisor that fails is a flag: advice is never worth a run. */
export async function advise(
  state: RunState,
  step: Step,
  before: readonly Step[],
): Promise<string[]> {
  const notes: string[] = [];
  const context: AdvisorContext = {
    task: state.spec.task,
    tools: [...state.spec.tools.tools.keys()],
    think: (request, role) => think(state, request, role),
  };
  for (const advisor of state.spec.advisors ?? []) {
    try {
      const note = await advisor.advise(context, step, before);
      if (typeof note === 'string' && note.trim() !== '') notes.push(note);
    } catch (error) {
      if (error instanceof Ended || state.session.runtime.isControl(error)) throw error;
      const { type, message } = describeError(error);
      flag(state, advisor.name, `the advisor threw ${type}: ${message}`);
    }
  }
  return notes;
}
