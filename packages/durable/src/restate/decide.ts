import { type ApprovalAnswer, readApprovalAnswer } from '@loopwright/agent-run';
import { TerminalError, type WorkflowSharedContext } from '@restatedev/restate-sdk';
import { isEngineError } from './engine-errors.ts';
import { texts } from './texts.ts';

/** What the engine answers to a second decision. */
const alreadyDecided = 409;

/**
 * Decides a call that the run of this workflow waits for, or will wait for: for a shared handler of the same workflow. The
 * first decision stands: resolves with false when there was one.
 *
 * @param key As in `asks` of the run's event `asked`, such as `act:1:0`.
 * @throws TerminalError 400 unless the key is a text and the answer is true, false or an object with a boolean `approved`: whoever called the
 * handler is told, and nothing is tried again.
 */
export async function decide(
  ctx: WorkflowSharedContext,
  key: string,
  answer: boolean | ApprovalAnswer,
): Promise<boolean> {
  if (typeof key !== 'string' || key === '') {
    throw new TerminalError('The key of a decision is a text', { errorCode: 400 });
  }
  const text = JSON.stringify(checked(answer));
  try {
    await ctx.promise(key, texts).resolve(text);
    return true;
  } catch (error) {
    const isSecond =
      isEngineError(error) && error.name === 'TerminalError' && error.code === alreadyDecided;
    if (isSecond) return false;
    throw error;
  }
}

function checked(answer: unknown): ApprovalAnswer {
  try {
    return readApprovalAnswer(answer);
  } catch (error) {
    throw new TerminalError((error as Error).message, { errorCode: 400 });
  }
}
