import { maxInputChars } from '../defaults.ts';
import { withLineFeeds } from '../text/lines.ts';
import type { ParseErrorStep, ParseStepOptions } from './react-step.ts';
import { removeReasoning } from './remove-reasoning.ts';
import { noFacts, parseError, type StepFacts } from './step-results.ts';
import { unwrapStep } from './unwrap-step.ts';

/** A completion as the grammars read it, or why there is nothing to read. */
export type Completion =
  | {
      ok: true;
      body: string;
      facts: StepFacts;
      /** What stands before the end of reasoning that the prompt has opened, '' when there is none. */
      draft: string;
      /** What stands behind a tag that may end reasoning, opened in the midst of a thought, '' when there is none. */
      behind: string;
    }
  | { ok: false; step: ParseErrorStep };

/**
 * Makes a completion ready to be read in any form: refuses one that is too long or empty, removes reasoning and the
 * fence around the step, and leaves line feeds only.
 */
export function openCompletion(
  text: string,
  wanted: string,
  options: ParseStepOptions,
): Completion {
  const facts = noFacts();
  const completion = typeof text === 'string' ? text : '';
  if (completion.length > maxInputChars) {
    const message = `The reply has ${completion.length} characters; at most ${maxInputChars} are read.`;
    return { ok: false, step: parseError(facts, 'too_large', message, options) };
  }
  const reasoning = removeReasoning(withLineFeeds(completion));
  if (reasoning.removed) facts.flags.push('reasoning_removed');
  const { thought = '', draft = '', behind = '' } = reasoning;
  const body = unwrapStep(thought + reasoning.body);
  if (!reasoning.unclosed && body.trim() !== '') return { ok: true, body, facts, draft, behind };
  const fact = reasoning.removed ? 'The reply holds only reasoning.' : 'The reply is empty.';
  return { ok: false, step: parseError(facts, 'empty', `${fact} ${wanted}`, options) };
}
