import type { AdmittedCall } from './admit.ts';
import { copyArguments } from './copy-arguments.ts';
import { describeError } from './describe-error.ts';
import { readProperty } from './read-property.ts';
import type { SettleOptions } from './settle.ts';
import { settle } from './settle.ts';
import type { Tool } from './tool.ts';

/** What whoever decides is told of a call. */
export type AuthorisationRequest = {
  readonly tool: Tool;
  /** A copy of the validated arguments, sensitive ones included. */
  readonly args: unknown;
  /** The registry's context: who it is that asks. */
  readonly context: unknown;
  readonly idempotencyKey: string;
  /** Aborted when the call is cancelled or its deadline has passed. */
  readonly signal: AbortSignal;
};

/** The decision. Only `true` lets the call start; the `reason` of a denial is shown to the model. */
export type AuthorisationAnswer = boolean | { allowed: boolean; reason?: string };

/** Decides, outside the model, whether a call may start. */
export type Authorise = (
  request: AuthorisationRequest,
) => AuthorisationAnswer | Promise<AuthorisationAnswer>;

/** The answer as it was understood. `cause` says why there was none, for the audit alone. */
export type Authorisation =
  | { readonly kind: 'allowed' }
  | { readonly kind: 'aborted' }
  | { readonly kind: 'denied'; readonly reason?: string; readonly cause?: string };

/** Asks. Whatever is not a clear yes in time is a no. Total. */
export async function askAuthorisation(
  authorise: Authorise,
  { tool, args }: AdmittedCall,
  request: Pick<AuthorisationRequest, 'context' | 'idempotencyKey'>,
  limits: SettleOptions,
): Promise<Authorisation> {
  const settled = await settle(
    (signal) => authorise({ ...request, tool, args: copyArguments(args), signal }),
    limits,
  );
  if (settled.kind === 'aborted') return { kind: 'aborted' };
  if (settled.kind === 'timeout') return { kind: 'denied', cause: 'no decision in time' };
  if (settled.kind === 'thrown') {
    const { type, message } = describeError(settled.error);
    return { kind: 'denied', cause: `the decision failed: ${type}: ${message}` };
  }
  const { value } = settled;
  if (value === true || readProperty(value, 'allowed') === true) return { kind: 'allowed' };
  const reason = readProperty(value, 'reason');
  return typeof reason === 'string' && reason !== ''
    ? { kind: 'denied', reason }
    : { kind: 'denied' };
}
