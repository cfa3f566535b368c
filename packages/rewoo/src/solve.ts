import { answerSchemaOf, type Outcome, type Run } from '@loopwright/agent-run';
import { rewooDefaults } from './defaults.ts';
import type { Evidence } from './perform-plan.ts';
import { readAnswer } from './read-answer.ts';
import { askAgain, startRequest } from './request.ts';
import type { RewooOptions } from './rewoo-options.ts';
import { defaultSolverPrompt, evidenceBlock } from './solver-prompt.ts';

/**
 * Has the solver answer from the evidence, and answer again as often as `answerRepairs` allows (W1). When steps were never
 * started (`incomplete`), whatever it says is a partial result and no answer (W3).
 */
export async function solve<Answer>(
  run: Run,
  { evidence, incomplete }: Evidence,
  options: RewooOptions<Answer>,
): Promise<Outcome> {
  const { answerRepairs = rewooDefaults.answerRepairs } = options;
  let request = startRequest(solverPromptOf(options), run.task, evidence.map(evidenceBlock));
  for (let repairs = 0; ; repairs++) {
    const reading = await readAnswer(run, await run.think(request, 'solver'));
    for (const flag of reading.flags) run.flag('parser', `answer: ${flag}`);
    const partial = reading.said;
    if (incomplete !== undefined) {
      return { stopReason: 'incomplete_evidence', text: incomplete, partial };
    }
    if (reading.kind === 'answer') return { stopReason: 'final', answer: reading.answer };
    if (reading.kind === 'give_up') {
      const text = reading.reason || 'The evidence does not answer the task';
      return { stopReason: 'gave_up', text, partial };
    }
    if (repairs >= answerRepairs) return { stopReason: 'error', text: reading.message, partial };
    request = askAgain(request, `${reading.message} Write the whole answer again.`);
  }
}

/** The system prompt of the solver as these options make it. */
export function solverPromptOf<Answer>(
  options: Pick<RewooOptions<Answer>, 'instructions' | 'solverPrompt' | 'answer'>,
): string {
  const { instructions, solverPrompt = defaultSolverPrompt, answer } = options;
  return solverPrompt({ instructions, answerSchema: answerSchemaOf(answer) });
}
