import type { AdmittedCall } from './admit.ts';
import { describeErrorWithout } from './describe-error.ts';
import { errorObservation } from './error-observation.ts';
import type { Observation, ToolErrorCode } from './observation.ts';
import { sensitiveTexts } from './sensitive-texts.ts';
import { isToolFailure, toolFailureCodes } from './tool-failure.ts';

/**
 * The observation of what a tool threw, or returned as a failure. When its effect may have happened, the text says so;
 * the class is then `unknown_outcome` for an effect `once`, and stays what it is for `idempotent`, where another
 * attempt does no harm.
 */
export function failureObservation(
  admitted: AdmittedCall,
  thrown: unknown,
  outcomeIsUnknown: boolean,
  maxChars: number,
): Observation {
  const { tool } = admitted;
  const described = describeErrorWithout(thrown, sensitiveTexts(admitted));
  return errorObservation(
    tool.name,
    {
      ...described,
      code: codeOf(thrown),
      ...(outcomeIsUnknown
        ? { message: `outcome unknown, it may have taken effect: ${described.message}` }
        : {}),
      ...(outcomeIsUnknown && tool.effect === 'once' ? { class: 'unknown_outcome' } : {}),
    },
    maxChars,
  );
}

function codeOf(thrown: unknown): ToolErrorCode {
  if (!isToolFailure(thrown)) return 'thrown';
  // Another copy of this package may know other codes.
  return toolFailureCodes.includes(thrown.code) ? thrown.code : 'failed';
}
