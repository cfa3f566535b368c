import { describeError, settle } from '@loopwright/tool-registry';
import { Ended } from './ended.ts';
import {
  type Model,
  type ModelError,
  type ModelErrorKind,
  type ModelReply,
  type ModelRequest,
  modelErrorKinds,
} from './model.ts';
import { normaliseReply } from './normalise-reply.ts';
import type { RunState } from './run-state.ts';

/** What one logical model call came to, as it is stored. */
export type ModelOutcome = {
  reply?: ModelReply;
  error?: ModelError;
  attempts: number;
  /** Attempts that a provider may charge for although nothing usable came of them. */
  lostAttempts?: number;
  ms: number;
};

/** Asks a model, with its attempts, waits and deadlines. Runs inside a stored step; never rejects but to detach. */
export async function callModel(
  state: RunState,
  call: { model: Model; request: ModelRequest; key: string; requestChars: number },
): Promise<ModelOutcome> {
  const { session, limits } = state;
  const startedAt = session.now();
  // A clock that is set back gives no time.
  const elapsed = () => Math.max(0, session.now() - startedAt);
  const timeLeft = () => state.meter.timeLeft() - elapsed();
  let lostAttempts = 0;
  const outcome = (attempts: number, end: Pick<ModelOutcome, 'reply' | 'error'>): ModelOutcome => ({
    ...end,
    attempts,
    ...(lostAttempts > 0 ? { lostAttempts } : {}),
    ms: elapsed(),
  });
  for (let attempt = 1; ; attempt++) {
    const tried = await attemptCall(state, call, attempt, timeLeft());
    if (tried.reply) return outcome(attempt, { reply: tried.reply });
    const { error } = tried;
    const attempts = tried.started ? attempt : attempt - 1;
    if (tried.started && lostKinds.includes(error.kind)) lostAttempts += 1;
    const backoffMs = Math.min(limits.retryDelayMs * 2 ** (attempt - 1), limits.callMs);
    const delayMs = error.retryAfterMs ?? backoffMs;
    // A provider may ask for hours; a run waits no longer for an attempt than one may take.
    const worthWaiting = delayMs <= limits.callMs && delayMs < timeLeft();
    if (!error.retryable || attempt >= limits.attempts || !worthWaiting) {
      return outcome(attempts, { error });
    }
    session.log.live({ type: 'attempt_failed', key: call.key, attempt, error });
    if ((await wait(delayMs, session.signal)) === 'aborted') {
      leaveIfDetached(state);
      return outcome(attempts, { error: aborted });
    }
  }
}

/** Failures after which the request was worked on; a refused one costs nothing. */
const lostKinds: readonly ModelErrorKind[] = [
  'timeout',
  'malformed_reply',
  'truncated_stream',
  'aborted',
];

const aborted: ModelError = {
  kind: 'aborted',
  message: 'The call was cancelled',
  retryable: false,
};

async function attemptCall(
  state: RunState,
  {
    model,
    request,
    key,
    requestChars,
  }: { model: Model; request: ModelRequest; key: string; requestChars: number },
  attempt: number,
  timeLeft: number,
): Promise<
  | { reply: ModelReply; started: true; error?: never }
  | { reply?: never; started: boolean; error: ModelError }
> {
  const { session, limits } = state;
  const timeoutMs = Math.min(limits.callMs, timeLeft);
  let isSettled = false;
  const settled = await settle(
    (signal, heartbeat) =>
      model.generate(request, {
        signal,
        onDelta: (text) => {
          if (isSettled || signal.aborted) return;
          heartbeat();
          if (text !== '') session.log.live({ type: 'delta', key, attempt, text });
        },
      }),
    {
      timeoutMs,
      ...(model.streams ? { idleMs: limits.idleStreamMs } : {}),
      ...(session.signal ? { signal: session.signal } : {}),
    },
  );
  isSettled = true;
  const { started } = settled;
  switch (settled.kind) {
    case 'value': {
      const reply = normaliseReply(settled.value, {
        chars: requestChars,
        turn: request.messages.length,
      });
      if (reply) return { reply, started: true };
      return {
        started,
        error: {
          kind: 'malformed_reply',
          message: 'The model answered without a text',
          retryable: false,
        },
      };
    }
    case 'thrown':
      return { started, error: toModelError(settled.error) };
    case 'timeout':
      return {
        started,
        error: {
          kind: 'timeout',
          message: `The model did not answer within ${Math.max(0, timeoutMs)} ms`,
          retryable: true,
        },
      };
    case 'aborted':
      leaveIfDetached(state);
      return { started, error: aborted };
  }
}

/** Leaves without storing anything when it was this process that was told to go, not the run. */
export function leaveIfDetached({ session }: RunState): void {
  if (session.detach?.aborted && !session.cancel?.aborted) throw new Ended({ kind: 'detached' });
}

async function wait(ms: number, signal: AbortSignal | undefined): Promise<'timeout' | 'aborted'> {
  const { kind } = await settle(() => new Promise(() => {}), {
    timeoutMs: ms,
    ...(signal ? { signal } : {}),
  });
  return kind === 'aborted' ? 'aborted' : 'timeout';
}

function toModelError(thrown: unknown): ModelError {
  const described = describeError(thrown);
  const fields = readFields(thrown);
  const declared = modelErrorKinds.find((each) => each === fields.kind) ?? kindOf(described.class);
  // Only the run's own signal cancels a call; a model that aborts on its own has failed.
  const kind = declared === 'aborted' ? 'unknown' : declared;
  const { retryAfterMs } = described;
  return {
    kind,
    message: described.message,
    retryable:
      typeof fields.retryable === 'boolean' ? fields.retryable : retryableKinds.includes(kind),
    ...(retryAfterMs === undefined ? {} : { retryAfterMs }),
    ...(typeof fields.status === 'number' ? { status: fields.status } : {}),
    ...(typeof fields.requestId === 'string' ? { requestId: fields.requestId } : {}),
  };
}

const retryableKinds: readonly ModelErrorKind[] = [
  'transient',
  'rate_limit',
  'timeout',
  'truncated_stream',
];

type Fields = { [name in 'kind' | 'retryable' | 'status' | 'requestId']?: unknown };

function readFields(thrown: unknown): Fields {
  try {
    return typeof thrown === 'object' && thrown !== null ? { ...thrown } : {};
  } catch {
    return {};
  }
}

function kindOf(errorClass: string): ModelErrorKind {
  switch (errorClass) {
    case 'transient':
    case 'timeout':
    case 'context_overflow':
      return errorClass;
    case 'quota':
      return 'quota';
    case 'fixable_by_model':
      return 'bad_request';
    default:
      return 'unknown';
  }
}
