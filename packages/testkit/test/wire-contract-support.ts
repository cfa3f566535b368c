import { openAiEndpoints } from '@loopwright/providers/openai';
import {
  type RawResponse,
  type WireQuirks,
  type WireReply,
  type WireRequest,
  wireFaults,
  wireQuirks,
} from '../src/wire/index.ts';
import { type RealModel, realModels } from '../src/wire/real-models.ts';

/** An adapter over a client library, in front of a server with its quirks. */
export type Subject = RealModel & {
  readonly quirks: WireQuirks;
  /** The first request of a text run whose bytes are a prefix of the next. Default: the very first. */
  readonly growsFrom?: number;
};

const compatible = (name: 'nim' | 'vllm' | 'ollama' | 'lmstudio'): Subject => {
  const { capabilities } = openAiEndpoints[name];
  const { create } = realModels.openai;
  return {
    api: 'chat',
    quirks: wireQuirks[name],
    create: (url, options) => create(url, { capabilities, ...options }),
  };
};

const original = (name: keyof typeof realModels): Subject => {
  return { ...realModels[name], quirks: wireQuirks.openai };
};

/** What the suite runs over. */
export const subjects: Readonly<Record<string, Subject>> = {
  'OpenAI chat': original('openai'),
  'OpenAI chat in front of NIM': compatible('nim'),
  'OpenAI chat in front of vLLM': compatible('vllm'),
  'OpenAI chat in front of Ollama': compatible('ollama'),
  'OpenAI chat in front of LM Studio': compatible('lmstudio'),
  Anthropic: original('anthropic'),
  // The provider package writes one block as a text and several as a list: the second request begins anew.
  'AI SDK, OpenAI-compatible': { ...original('ai-sdk openai-compatible'), growsFrom: 1 },
  'AI SDK, Anthropic': original('ai-sdk anthropic'),
};

/** The name of a model whose calls fail. */
export const failing = 'failing';

export const thinking = 'Two keys are needed: both can be looked up at once.';

/**
 * The model behind the server, a function of the request alone. With tools it asks for two calls at once and answers
 * with their results; without tools it does the same step by step in the text form, and invents an observation.
 */
export function contractAnswer(request: WireRequest): WireReply | RawResponse {
  if (request.model === failing) return wireFaults.serverError.respond(request);
  const results = request.messages.filter((message) => message.role === 'tool');
  if (results.length > 0) {
    return { text: `The numbers: ${results.map(({ text }) => text.trim()).join(', ')}` };
  }
  if (request.tools.length > 0 && request.toolChoice === 'auto') {
    return {
      thinking,
      // Models say nothing beside a call in many ways; strict services take back none of them.
      text: '\n',
      toolCalls: [
        { id: 'call_a', name: 'lookup', args: '{"key":"crew"}' },
        { id: 'call_b', name: 'lookup', args: '{"key":"food for two"}' },
      ],
    };
  }
  return { text: textStep(request), usage: { cachedInputTokens: 8 } };
}

const steps = [
  'Thought: the crew first\nAction: lookup\nAction Input: {"key":"crew"}',
  'Thought: now the food\nAction: lookup\nAction Input: {"key":"food for two"}',
  'Thought: both are known\nFinal Answer: 47 and 12',
];

function textStep({ messages }: WireRequest): string {
  const shown = messages.flatMap((message) => (message.role === 'user' ? message.blocks : []));
  const seen = shown.join('\n').split('\nObservation:').length - 1;
  return `${steps[Math.min(seen, steps.length - 1)]}\nObservation: 999\nFinal Answer: 999`;
}

/** What of the bodies has to stay: all before the messages, and the messages up to where they go on. */
export function stableParts({ body, bodyText }: WireRequest): { head: string; messages: string } {
  const messages = JSON.stringify(body.messages);
  const [head = '', ...others] = bodyText.split(messages);
  if (others.length === 0) throw new Error('The messages are not written as JSON.stringify does');
  return { head, messages: messages.replace(/["\]}]*$/, '') };
}
