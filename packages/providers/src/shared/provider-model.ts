import { type Model, type ModelReply, type ModelRequest, withCallIds } from '@loopwright/agent-run';
import { settle } from '@loopwright/tool-registry';
import { type ModelCapabilities, takeSettings } from './capabilities.ts';
import { toModelCallError } from './classify-failure.ts';
import { type ModelCallError, modelCallError } from './model-call-error.ts';
import { sendableMessages } from './sendable-messages.ts';
import { createStopCutter } from './stop-cutter.ts';
import { checkAmount } from './wrapper-checks.ts';

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
  capabilities?: Partial<ModelCapabilities> | undefined;
};

/** A model of an adapter, which says what it is made for. */
export type ProviderModel = Model & {
  readonly provider: string;
  readonly capabilities: ModelCapabilities;
};

type Adapter = ProviderModelOptions & {
  provider: string;
  capabilities: ModelCapabilities;
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
 * @throws ConfigurationError `invalid_option` for a deadline below 1 ms or NaN
 */
export function createProviderModel(adapter: Adapter): ProviderModel {
  const { provider, model, id = model, capabilities, stream = false, send } = adapter;
  const { timeoutMs = callDefaults.timeoutMs, idleMs = callDefaults.idleMs } = adapter;
  checkAmount('timeoutMs', timeoutMs, 1);
  checkAmount('idleMs', idleMs, 1);
  return {
    id,
    provider,
    capabilities,
    ...(stream ? { streams: true } : {}),
    async generate(asked, { signal, onDelta }) {
      const { request, warnings } = prepare(asked, adapter);
      const cutter = createStopCutter(asked.stop);
      const show = (piece: string) => {
        if (stream) onDelta(piece);
      };
      const settled = await settle(
        (inner, heartbeat) => {
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
          return send({ request, signal: inner, onActivity, onText });
        },
        { timeoutMs, ...(stream ? { idleMs } : {}), signal },
      );
      if (settled.kind === 'thrown') throw toModelCallError(settled.error, provider);
      if (settled.kind !== 'value') throw interrupted(settled.kind, adapter);
      show(cutter.end());
      const reply = settled.value as ProviderReply;
      return {
        ...reply,
        text: cutter.text,
        toolCalls: withCallIds(reply.toolCalls, asked.messages.length),
        warnings: [...warnings, ...(reply.warnings ?? [])],
      };
    },
  };
}

function prepare(asked: ModelRequest, { provider, model, capabilities }: Adapter) {
  const messages = sendableMessages(asked.messages);
  const prepared = takeSettings({ ...asked, messages }, capabilities);
  if (capabilities.tools || !asked.tools?.length) return prepared;
  const message = `${model} takes no tools: use textFormat or jsonFormat, or say in the capabilities that it does`;
  throw modelCallError({ kind: 'bad_request', message, retryable: false, provider });
}

function interrupted(kind: 'timeout' | 'aborted', adapter: Adapter): ModelCallError {
  const { provider, model, stream, timeoutMs = callDefaults.timeoutMs } = adapter;
  const silence = stream ? `, or was silent for ${adapter.idleMs ?? callDefaults.idleMs} ms` : '';
  const timeout = `${model} did not answer within ${timeoutMs} ms${silence}`;
  const message = kind === 'aborted' ? 'The call was cancelled' : timeout;
  return modelCallError({ kind, message, retryable: kind === 'timeout', provider });
}
