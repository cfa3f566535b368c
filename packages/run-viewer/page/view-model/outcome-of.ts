import { recordOf, shownValue, textOf } from './loose.ts';
import type { OutcomeView, RunPart, StepView } from './run-view.ts';

/** Gives what each run came to, sub-agents included, to the step that said it; where none did, to what came after the last one. */
export function withOutcomes(
  steps: readonly StepView[],
  parts: ReadonlyMap<string, RunPart>,
): StepView[] {
  const all = [...steps];
  for (const [path, part] of parts) {
    const outcome = outcomeOf(part);
    const saidBy = (kinds: readonly string[]) =>
      all.findLastIndex((step) => step.path === path && kinds.includes(step.kind));
    const said = saidBy(['final', 'give_up']);
    const at = said === -1 ? saidBy(['end']) : said;
    if (outcome !== undefined && at !== -1) all[at] = { ...all[at]!, outcome };
  }
  return all;
}

function outcomeOf({ result }: RunPart): OutcomeView | undefined {
  if (result.answer !== undefined) return { name: 'Answer', text: shownValue(result.answer) };
  const text = textOf(recordOf(result.partial).text);
  return text ? { name: 'Partial result', text } : undefined;
}
