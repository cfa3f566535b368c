import { recordOf, shownValue, textOf } from './loose.ts';
import type { OutcomeView, RunPart, StepView } from './run-view.ts';

/**
 * Gives what each run came to, sub-agents included, to the step that said it. What came after the last step stands for one;
 * an answer that no step said is what the last one found.
 */
export function withOutcomes(
  steps: readonly StepView[],
  parts: ReadonlyMap<string, RunPart>,
): StepView[] {
  const all = [...steps];
  for (const [path, part] of parts) {
    const outcome = outcomeOf(part);
    if (outcome === undefined) continue;
    const lastOf = (isMeant: (step: StepView) => boolean) =>
      all.findLastIndex((step) => step.path === path && isMeant(step));
    const said = lastOf(({ kind }) => kind === 'final' || kind === 'give_up');
    const isAnswer = outcome.name === 'Answer';
    const at = said === -1 ? lastOf(({ stage }) => isAnswer || stage === 'end') : said;
    if (at !== -1) all[at] = { ...all[at]!, outcome };
  }
  return all;
}

function outcomeOf({ result }: RunPart): OutcomeView | undefined {
  if (result.answer !== undefined) return { name: 'Answer', text: shownValue(result.answer) };
  const text = textOf(recordOf(result.partial).text);
  return text ? { name: 'Partial result', text } : undefined;
}
