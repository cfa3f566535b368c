import type { AdmittedCall } from '../admit.ts';
import { copyArguments } from '../copy-arguments.ts';
import { describeErrorWithout } from '../describe-error.ts';
import { hideTexts } from '../leaf-texts.ts';
import { readProperty } from '../read-property.ts';
import { sensitiveTexts } from '../sensitive-texts.ts';
import type { SettleOptions } from '../settle.ts';
import { settle } from '../settle.ts';
import type { Tool } from '../tool.ts';

/** What whoever decides is told of a call. */
export type AuthorisationRequest<Context = unknown> = {
  readonly tool: Tool;
  /** A copy of the validated arguments, sensitive ones included. An instance of a class that the schema made is shared. */
  readonly args: unknown;
  /** The registry's context: who it is that asks. */
  readonly context: Context;
  readonly idempotencyKey: string;
  /** Aborted when the call is cancelled or its deadline has passed. */
  readonly signal: AbortSignal;
};

/** The decision. Only `true` lets the call start; the `reason` of a denial is shown to the model. */
export type AuthorisationAnswer = boolean | { allowed: boolean; reason?: string };

/** Decides, outside the model, whether a call may start. */
export type Authorise<Context = unknown> = (
  request: AuthorisationRequest<Context>,
) => AuthorisationAnswer | Promise<AuthorisationAnswer>;

/** The answer as it was understood. `cause` says why there was none, for the audit alone. */
export type Authorisation =
  | { readonly kind: 'allowed' }
  | { readonly kind: 'aborted' }
  | { readonly kind: 'denied'; readonly reason?: string; readonly cause?: string };

/** Asks. Whatever is not a clear yes in time is a no. Total. */
export async function askAuthorisation(
  authorise: Authorise,
  admitted: AdmittedCall,
  request: Pick<AuthorisationRequest, 'context' | 'idempotencyKey'>,
  limits: SettleOptions,
): Promise<Authorisation> {
  const { tool, args } = admitted;
  const settled = await settle(
    (signal) => authorise({ ...request, tool, args: copyArguments(args), signal }),
    limits,
  );
  if (settled.kind === 'aborted') return { kind: 'aborted' };
  if (settled.kind === 'timeout') return { kind: 'denied', cause: 'no decision in time' };
  if (settled.kind === 'thrown') {
    const { type, message } = describeErrorWithout(settled.error, sensitiveTexts(admitted));
    return { kind: 'denied', cause: `the decision failed: ${type}: ${message}` };
  }
  const { value } = settled;
  if (value === true || readProperty(value, 'allowed') === true) return { kind: 'allowed' };
  const reason = readProperty(value, 'reason');
  return typeof reason === 'string' && reason !== ''
    ? { kind: 'denied', reason: hideTexts(reason, sensitiveTexts(admitted)) }
    : { kind: 'denied' };
}
