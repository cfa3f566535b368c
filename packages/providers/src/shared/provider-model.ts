import { type Model, type ModelReply, type ModelRequest, withCallIds } from '@loopwright/agent-run';
import { checkFunctions } from '@loopwright/agent-run/option-checks';
import type { Json } from '@loopwright/core-parser';
import { type Settled, settle } from '@loopwright/tool-registry';
import {
  checkCapabilities,
  type GivenCapabilities,
  type ModelCapabilities,
} from './capabilities.ts';
import { toModelCallError } from './classify-failure.ts';
import { fieldsOf, listOf } from './fields.ts';
import { type ModelCallError, modelCallError } from './model-call-error.ts';
import { withOrigin } from './opaque-origin.ts';
import { checkAdapterOptions, checkText } from './option-checks.ts';
import { prepareRequest } from './prepare-request.ts';
import { createStopCutter } from './stop-cutter.ts';

/** Deadlines of one call that apply when the caller sets none, in milliseconds. */
export const callDefaults = {
  /** The whole call, whatever the client library does. */
  timeoutMs: 120_000,
  /** Silence in a stream. */
  idleMs: 30_000,
} as const;

/** Options that every adapter takes. */
export type ProviderModelOptions = {
  /** The model's name at the provider. */
  model: string;
  /** By which prices and stamps name the model. Default: the model's name. */
  id?: string | undefined;
  /** Streams the reply: deltas are told while it arrives, and a silent stream is given up. Default: false. */
  stream?: boolean | undefined;
  /** Milliseconds for one call. Default 120,000. */
  timeoutMs?: number | undefined;
  /** Milliseconds of silence after which a stream is given up. Default 30,000. */
  idleMs?: number | undefined;
  /** Output tokens where the request names no limit. */
  maxOutputTokens?: number | undefined;
  /** What differs from the adapter's defaults. */
  capabilities?: GivenCapabilities<ModelCapabilities> | undefined;
};

/** A model of an adapter, which says what it is made for. */
export type ProviderModel<Capabilities extends ModelCapabilities = ModelCapabilities> = Model & {
  readonly provider: string;
  readonly capabilities: Capabilities;
};

type Adapter<Capabilities extends ModelCapabilities> = Omit<
  ProviderModelOptions,
  'capabilities'
> & {
  provider: string;
  capabilities: Capabilities;
  /** What of a turn's `opaque` this provider made itself; undefined for nothing. Default: all of it. */
  ownOpaque?: ((opaque: Json) => Json | undefined) | undefined;
  /** Where the model is asked; an `opaque` from elsewhere is nobody's own. Default: not told apart. */
  origin?: string | undefined;
  send: (call: ProviderCall) => Promise<ProviderReply>;
};

/** What an adapter is asked to send: a valid conversation and only settings that the model takes. */
export type ProviderCall = {
  readonly request: ModelRequest;
  readonly signal: AbortSignal;
  /** Tells of text that arrived. False once a stop sequence has come: nothing that follows is wanted. */
  readonly onText: (piece: string) => boolean;
  /** Tells that something else arrived. */
  readonly onActivity: () => void;
};

/** What an adapter gives back beside the text, which it has told: `toolCalls` as they came, read by `withCallIds`. */
export type ProviderReply = Omit<ModelReply, 'text' | 'toolCalls' | 'warnings'> & {
  toolCalls: readonly unknown[];
  warnings?: readonly string[];
};

/**
 * Makes a model out of an adapter's `send`, with what no adapter may forget: a conversation that is valid to send, only
 * settings that the model takes, a deadline of its own, texts that end at a stop sequence, ids for calls, and one class
 * of error for everything that goes wrong.
 *
 * @throws ConfigurationError `invalid_option`, for example for a deadline below 1 ms or NaN
 */
export function createProviderModel<Capabilities extends ModelCapabilities>(
  adapter: Adapter<Capabilities>,
): ProviderModel<Capabilities> {
  checkAdapter(adapter);
  const { provider, model, id = model, capabilities, stream = false, send } = adapter;
  const { timeoutMs = callDefaults.timeoutMs, idleMs = callDefaults.idleMs } = adapter;
  const silenceMs = stream ? idleMs : Infinity;
  return {
    id,
    provider,
    capabilities,
    ...(stream ? { streams: true } : {}),
    async generate(asked, { signal, onDelta }) {
      const cutter = createStopCutter(asked.stop);
      const work = async (inner: AbortSignal, heartbeat: () => void) => {
        const show = (piece: string) => {
          if (stream && !inner.aborted) onDelta(piece);
        };
        // An empty delta: whoever watches the stream for silence hears of thinking and calls as well.
        const onActivity = () => {
          if (inner.aborted) return;
          heartbeat();
          show('');
        };
        const onText = (piece: string) => {
          if (inner.aborted) return false;
          heartbeat();
          show(cutter.push(piece));
          return !cutter.isCut;
        };
        const { request, warnings } = prepareRequest(asked, adapter);
        const reply = await send({ request, signal: inner, onActivity, onText });
        show(cutter.end());
        const said = readReply(reply, asked.messages.length, adapter);
        return {
          ...said,
          text: cutter.text,
          warnings: [...warnings, ...said.warnings],
        };
      };
      // One inside the other, so that it is known which of the two times has passed.
      const settled = await settle((inner) => settle(work, { idleMs: silenceMs, signal: inner }), {
        timeoutMs,
        signal,
      });
      const isInTime = settled.kind === 'value';
      const ended = isInTime ? (settled.value as Settled) : settled;
      if (ended.kind === 'value') return ended.value as ModelReply;
      if (ended.kind === 'thrown') throw toModelCallError(ended.error, provider);
      const late = isInTime
        ? `${model} said nothing for ${idleMs} ms (idleMs)`
        : `${model} did not answer within ${timeoutMs} ms (timeoutMs)`;
      throw interrupted(ended.kind, late, provider);
    },
  };
}

function checkAdapter(adapter: Adapter<ModelCapabilities>): void {
  checkAdapterOptions(adapter);
  checkText('provider', adapter.provider);
  checkCapabilities(adapter.capabilities);
  checkFunctions(adapter, ['ownOpaque', 'send']);
}

/** The reply of an adapter as data: whoever wrote it, the run gets a list of calls and one of warnings. */
function readReply(
  given: unknown,
  turn: number,
  { provider, origin }: { provider: string; origin?: string | undefined },
) {
  const { toolCalls, warnings, opaque, ...reply } = fieldsOf(given);
  if (!Array.isArray(toolCalls)) {
    const message = `The adapter of ${provider} gave no reply: an object with a list of toolCalls`;
    throw modelCallError({ kind: 'malformed_reply', message, retryable: true, provider });
  }
  return {
    ...reply,
    ...(opaque === undefined ? {} : { opaque: withOrigin(opaque, origin) }),
    toolCalls: withCallIds(toolCalls, turn),
    warnings: listOf(warnings),
  };
}

function interrupted(kind: 'timeout' | 'aborted', late: string, provider: string): ModelCallError {
  const message = kind === 'aborted' ? 'The call was cancelled' : late;
  return modelCallError({ kind, message, retryable: kind === 'timeout', provider });
}
