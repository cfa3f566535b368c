// For `createAgent` of LangChain, by the shape of its middleware and messages: nothing of it is imported.
import type { LangChainMessage } from './langchain-steps.ts';
import { hintName, modelStepsOf, noteStartOfRun } from './langchain-steps.ts';
import type { LoopGuardOptions } from './loop-guard.ts';
import type { LoopAdapterOptions, LoopVerdict } from './loop-judge.ts';
import { checkedAdapterOptions, createLoopJudge, hintText, stopText } from './loop-judge.ts';

export type { LangChainMessage } from './langchain-steps.ts';
export type { LoopAdapterOptions, LoopVerdict } from './loop-judge.ts';

/** A message as LangChain takes it from anybody, and makes one of its own of it. */
export type AddedMessage = {
  readonly role: 'assistant' | 'user';
  readonly name?: string;
  readonly content: string;
};

/** A change of the state of an agent. */
export type LangChainUpdate = {
  readonly messages: readonly AddedMessage[];
  readonly jumpTo?: 'end';
};

type LangChainState = { readonly messages: readonly LangChainMessage[] };

/**
 * A middleware for `createAgent`. It notes where a run begins, and runs before each call of the model, when the results
 * of the tools are there.
 */
export type LangChainMiddleware = {
  readonly name: string;
  readonly beforeAgent: (state: LangChainState) => undefined;
  readonly beforeModel: {
    readonly canJumpTo: 'end'[];
    readonly hook: (state: LangChainState) => LangChainUpdate | undefined;
  };
};

export type LangChainStopOptions = LoopAdapterOptions & {
  /** The text of the last message. Default: `Stopped: ` and the verdict in words. */
  readonly finalText?: ((verdict: LoopVerdict) => string) | undefined;
};

/**
 * A middleware that ends the run when the agent goes round in circles (L1, L6), with a last message of the assistant
 * that says why. Counts from the start of the run, whatever was asked before. Put it before {@link hintOnLoop}. Throws `invalid_options` as `loopGuard` does.
 */
export function stopOnLoop(options: LangChainStopOptions = {}): LangChainMiddleware {
  const { onVerdict, finalText = stopText, ...guardOptions } = checkedAdapterOptions(options);
  const judge = createLoopJudge(guardOptions);
  return middleware('StopOnLoop', (messages) => {
    const verdict = judge(modelStepsOf(messages));
    if (verdict?.kind !== 'stop') return undefined;
    onVerdict?.(verdict);
    return { messages: [{ role: 'assistant', content: finalText(verdict) }], jumpTo: 'end' };
  });
}

/**
 * A middleware that tells the model, in a message of the user, that it repeats itself and what to do about it. Without
 * {@link stopOnLoop} it goes on to hint where that would have stopped.
 */
export function hintOnLoop(options: LoopAdapterOptions = {}): LangChainMiddleware {
  const { onVerdict, ...guardOptions } = checkedAdapterOptions(options);
  const judge = createLoopJudge(guardOptions);
  return middleware('HintOnLoop', (messages) => {
    const verdict = judge(modelStepsOf(messages));
    if (verdict === undefined) return undefined;
    onVerdict?.(verdict);
    return { messages: [{ role: 'user', name: hintName, content: hintText(verdict) }] };
  });
}

/** What the messages of the latest run say: a loop that begins, one that ended the run, or none. */
export function loopVerdict(
  messages: readonly LangChainMessage[],
  options: LoopGuardOptions = {},
): LoopVerdict | undefined {
  return createLoopJudge(options)(modelStepsOf(messages));
}

function middleware(
  name: string,
  judgeMessages: (messages: readonly LangChainMessage[]) => LangChainUpdate | undefined,
): LangChainMiddleware {
  return {
    name,
    beforeAgent({ messages }) {
      noteStartOfRun(messages);
    },
    beforeModel: { canJumpTo: ['end'], hook: ({ messages }) => judgeMessages(messages) },
  };
}
