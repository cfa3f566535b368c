import type { Json } from '@loopwright/core-parser';
import { describeError } from '@loopwright/tool-registry';
import type { AnswerCheck, RunSpec } from './run-spec.ts';

/** Shows an answer to the caller's check, if there is one. A check that throws has not accepted the answer. */
export async function checkAnswer<Answer>(
  spec: Pick<RunSpec<Answer>, 'checkAnswer'>,
  answer: Json,
): Promise<AnswerCheck<Answer> | undefined> {
  try {
    return await spec.checkAnswer?.(answer);
  } catch (thrown) {
    const { type, message } = describeError(thrown);
    return { ok: false, message: `its check threw ${type}: ${message}` };
  }
}
