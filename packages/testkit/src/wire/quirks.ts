/** How a server that calls itself compatible differs from the original. */
export type WireQuirks = {
  /** `flat`: errors are bodies without an `error` inside. */
  readonly errorShape: 'nested' | 'flat';
  /** Empty content beside tool calls: only `null` is taken, or the empty text as well. */
  readonly emptyContent: 'accepted' | 'rejected';
  /** `off`: a request with tools is refused with the advice to switch them on. */
  readonly nativeTools: 'on' | 'off';
  /** What a reply with calls says of its end. */
  readonly finishWithCalls: 'tool_calls' | 'stop';
  readonly callIds: 'given' | 'missing';
  readonly callArguments: 'text' | 'object';
  readonly usageInStreams: 'on_request' | 'never';
  readonly stop: 'honoured' | 'ignored';
  /** Fields that the original does not know. */
  readonly unknownFields: 'rejected' | 'ignored';
};

/** OpenAI itself. */
const original: WireQuirks = {
  errorShape: 'nested',
  emptyContent: 'accepted',
  nativeTools: 'on',
  finishWithCalls: 'tool_calls',
  callIds: 'given',
  callArguments: 'text',
  usageInStreams: 'on_request',
  stop: 'honoured',
  unknownFields: 'rejected',
};

const compatible: WireQuirks = { ...original, unknownFields: 'ignored' };

/** The quirks that were reported of servers by their users. */
export const wireQuirks = {
  openai: original,
  nim: { ...compatible, errorShape: 'flat', emptyContent: 'rejected' },
  vllm: { ...compatible, errorShape: 'flat', finishWithCalls: 'stop' },
  vllmWithoutTools: { ...compatible, errorShape: 'flat', nativeTools: 'off' },
  ollama: {
    ...compatible,
    callIds: 'missing',
    callArguments: 'object',
    usageInStreams: 'never',
    stop: 'ignored',
  },
  lmstudio: { ...compatible, callIds: 'missing', finishWithCalls: 'stop', stop: 'ignored' },
} as const satisfies Record<string, WireQuirks>;
