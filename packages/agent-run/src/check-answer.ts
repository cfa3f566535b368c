import type { Json } from '@loopwright/core-parser';
import { describeError, settle } from '@loopwright/tool-registry';
import { resolveLimits } from './limits.ts';
import type { AnswerCheck, RunSpec } from './run-spec.ts';

/**
 * Shows an answer to the caller's check, if there is one. A check that throws, or does not answer within `callMs`, has
 * not accepted the answer.
 *
 * @param signal ends the deadline, not the check: from then on it is the caller who waits no longer than it wants.
 */
export async function checkAnswer<Answer>(
  spec: Pick<RunSpec<Answer>, 'checkAnswer' | 'limits'>,
  answer: Json,
  signal?: AbortSignal,
): Promise<AnswerCheck<Answer> | undefined> {
  const { callMs } = resolveLimits(spec.limits);
  try {
    const check = Promise.resolve(spec.checkAnswer?.(answer));
    const { kind } = await settle(() => check, {
      timeoutMs: callMs,
      ...(signal ? { signal } : {}),
    });
    if (kind !== 'timeout') return await check;
    return { ok: false, message: `its check did not answer within ${callMs} ms` };
  } catch (thrown) {
    const { type, message } = describeError(thrown);
    return { ok: false, message: `its check threw ${type}: ${message}` };
  }
}
