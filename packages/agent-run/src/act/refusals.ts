import type { ToolError } from '@loopwright/tool-registry';

/** Why the waist does not start a call, in words for the model. */

export function tooManyInStep(limit: number): ToolError {
  const message = `One step may make ${limit} calls; this one was not started`;
  return { type: 'CallLimit', class: 'quota', code: 'call_limit', message };
}

export function tooManyInRun(limit: number): ToolError {
  const message = `The run may make ${limit} tool calls; this one was not started`;
  return { type: 'CallLimit', class: 'quota', code: 'call_limit', message };
}

export function notEnoughTime(timeoutMs: number): ToolError {
  const message = `The call may take ${timeoutMs} ms and the run has less left; it was not started`;
  return { type: 'NotEnoughTime', class: 'timeout', code: 'not_enough_time', message };
}

export function repeatOfUnknown(): ToolError {
  const message =
    'An identical call has an unknown outcome: it may have happened, so it is not repeated';
  return { type: 'RepeatRefused', class: 'policy', code: 'repeat_refused', message };
}

export function repeatInStep(): ToolError {
  const message = 'The same step already asks for an identical call; this one was not started';
  return { type: 'RepeatRefused', class: 'policy', code: 'repeat_refused', message };
}

export function denied(note: string | undefined): ToolError {
  const message = `The call was not approved${note ? `: ${note}` : ''}`;
  return { type: 'Denied', class: 'policy', code: 'denied', message };
}

export function cancelledBeforeDecision(): ToolError {
  const message = 'The run was cancelled before the decision';
  return { type: 'Aborted', class: 'aborted', code: 'aborted', message };
}
