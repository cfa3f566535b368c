import type { AdmittedCall } from '../admit.ts';
import type { Call } from '../call.ts';
import { displayName } from '../error-observation.ts';
import type { Execution } from '../execution.ts';
import { ignoreRejection } from '../ignore-rejection.ts';
import type { Observation, ToolError } from '../observation.ts';
import { sensitiveTexts, sentTexts } from '../sensitive-texts.ts';
import type { SettleOptions } from '../settle.ts';
import { settle } from '../settle.ts';
import type { Tool } from '../tool.ts';
import type { Audit, AuditEvent } from './audit-event.ts';
import { auditedArguments, auditedReason } from './audit-event.ts';
import type { Authorisation, Authorise } from './authorisation.ts';
import { askAuthorisation } from './authorisation.ts';

/** What oversight needs to know of one call. */
export type OversightOptions = {
  idempotencyKey: string;
  /** Tells the call from every other one in the audit. Default: the idempotency key. */
  callId?: string;
  /** The clock, in milliseconds. Default `Date.now`. */
  now?: () => number;
  /** Milliseconds that all answers together may take. Default: the tool's own, from now. */
  timeoutMs?: number;
  /** Cancels the call, and with it the wait for an answer. */
  signal?: AbortSignal;
};

/**
 * Authorisation and audit of calls. `registry.perform` sees to both; whoever starts or settles calls without it, as a run
 * does with sub-agents and with recorded results, asks here.
 */
export type Oversight = {
  /** Asks whether a call may start and has the decision audited. Undefined means yes; an error is why not. */
  readonly decide: (
    admitted: AdmittedCall,
    options: OversightOptions & { reused?: boolean },
  ) => Promise<ToolError | undefined>;
  /** Has a call audited that was refused before anybody was asked. */
  readonly refused: (
    call: Partial<Call>,
    observation: Observation,
    options: OversightOptions,
  ) => Promise<void>;
  /** Has the end of a call audited. */
  readonly ended: (tool: Tool, execution: Execution, options: OversightOptions) => Promise<void>;
};

/** Milliseconds for the audit of what has no deadline of its own. */
const refusedTimeoutMs = 30_000;

/** Undefined when there is neither an authorisation nor an audit. `tools` are all, also those that are not allowed. */
export function createOversight(
  tools: readonly Tool[],
  context: unknown,
  authorise: Authorise | undefined,
  audit: Audit | undefined,
): Oversight | undefined {
  if (authorise === undefined && audit === undefined) return undefined;

  /** Tells, also when there is no time to wait until it was heard: no end is told of without its decision. */
  const send = async (event: AuditEvent, limits: SettleOptions) => {
    const sent = new Promise((resolve) => resolve(audit?.(event)));
    ignoreRejection(sent);
    return settle(() => sent, limits);
  };

  const decide: Oversight['decide'] = async (admitted, options) => {
    const { tool } = admitted;
    const { idempotencyKey, now = Date.now, timeoutMs = tool.timeoutMs, signal } = options;
    const startedAt = now();
    const elapsedMs = () => Math.max(0, now() - startedAt);
    const limits = () => ({ timeoutMs: timeoutMs - elapsedMs(), ...(signal ? { signal } : {}) });
    const textsToHide = sensitiveTexts(admitted);
    const answer: Authorisation =
      authorise === undefined
        ? { kind: signal?.aborted ? 'aborted' : 'allowed' }
        : await askAuthorisation(authorise, admitted, { context, idempotencyKey }, limits());
    const error = errorOf(answer);
    if (audit === undefined) return error;
    const event: AuditEvent = {
      type: 'decision',
      ...identityOf(tool.name, options),
      args: auditedArguments({ tool, args: admitted.args, textsToHide }),
      allowed: error === undefined,
      ...reasonOf(answer, error, textsToHide),
      ...(options.reused && error === undefined ? { reused: true } : {}),
    };
    if (error !== undefined) {
      await send(event, limits());
      return error;
    }
    const settled = await send(event, limits());
    if (settled.kind === 'value') return undefined;
    const refusal = settled.kind === 'aborted' ? aborted : unaudited;
    // Whoever has stored the decision all the same learns that the call did not start.
    const end: AuditEvent = {
      type: 'ended',
      ...identityOf(tool.name, options),
      ok: false,
      outcome: 'not_started',
      code: refusal.code,
      class: refusal.class,
      attempts: 0,
      ms: elapsedMs(),
    };
    await send(end, limits());
    return refusal;
  };

  return {
    decide,
    refused: async (call, observation, options) => {
      const { timeoutMs = refusedTimeoutMs, signal } = options;
      const error = observation.ok ? undefined : observation.error;
      const tool = tools.find(({ name }) => name === call.tool);
      const textsToHide = tool === undefined ? [] : sentTexts(tool, call.args);
      const event: AuditEvent = {
        type: 'decision',
        ...identityOf(displayName(call.tool ?? observation.tool), options),
        args: auditedArguments({ tool, args: call.args, textsToHide }),
        allowed: false,
        ...(error ? { code: error.code, reason: auditedReason(error.message, textsToHide) } : {}),
      };
      await send(event, { timeoutMs, ...(signal ? { signal } : {}) });
    },
    ended: async (tool, { observation, outcome, attempts, ms }, options) => {
      const { timeoutMs = tool.timeoutMs, signal } = options;
      const error = observation.ok ? undefined : observation.error;
      const event: AuditEvent = {
        type: 'ended',
        ...identityOf(tool.name, options),
        ok: observation.ok,
        outcome,
        ...(error ? { code: error.code, class: error.class } : {}),
        attempts,
        ms,
      };
      await send(event, { timeoutMs, ...(signal ? { signal } : {}) });
    },
  };
}

function identityOf(
  tool: string,
  { idempotencyKey, callId = idempotencyKey, now = Date.now }: OversightOptions,
) {
  return { at: now(), tool, callId, idempotencyKey };
}

const aborted: ToolError = {
  type: 'Aborted',
  class: 'aborted',
  code: 'aborted',
  message: 'cancelled before the call was started',
};
const unaudited: ToolError = denied('the call could not be audited, so it was not started');

function denied(message: string): ToolError {
  return { type: 'Denied', class: 'policy', code: 'denied', message };
}

function errorOf(answer: Authorisation): ToolError | undefined {
  if (answer.kind === 'allowed') return undefined;
  if (answer.kind === 'aborted') return aborted;
  if (answer.cause !== undefined) {
    return denied('nobody could decide whether the call is allowed, so it was not started');
  }
  const reason = answer.reason === undefined ? '' : `: ${answer.reason}`;
  return denied(`the call is not allowed and was not started${reason}`);
}

function reasonOf(
  answer: Authorisation,
  error: ToolError | undefined,
  textsToHide: readonly string[],
): { code?: ToolError['code']; reason?: string } {
  if (error === undefined) return {};
  const reason = answer.kind === 'denied' ? (answer.reason ?? answer.cause) : error.message;
  return {
    code: error.code,
    ...(reason === undefined ? {} : { reason: auditedReason(reason, textsToHide) }),
  };
}
