import type { Message, ModelReply, ModelRequest, Step } from '@loopwright/agent-run';
import type { Json, JsonObject } from '@loopwright/core-parser';
import type { Call, Tool } from '@loopwright/tool-registry';

/** What a format needs for the first request. */
export type FormatStart = {
  task: string;
  tools: readonly Tool[];
  /** The system prompt, complete. */
  system: string;
  /** Earlier turns of a conversation, before the task. */
  history: readonly Message[];
  /** The JSON Schema of a typed answer, for a format that has a place for it beside the system prompt. */
  answerSchema?: JsonObject | undefined;
};

/** What a reply says, in every format alike. */
export type Parsed =
  | { kind: 'calls'; thought: string; calls: Call[]; flags: string[] }
  | { kind: 'final'; thought: string; answer: Json; flags: string[] }
  | { kind: 'give_up'; thought: string; reason: string; partial: string; flags: string[] }
  | { kind: 'parse_error'; thought: string; code: string; message: string; flags: string[] };

/**
 * How steps are written and read: three pure functions, and the only place where text, JSON and native calling
 * differ. A request only ever grows at its end, so that every request is a prefix of the next one; a deliberate reset
 * (option `keepSteps`) starts again and appends the last steps anew, so that `append` must depend on its arguments alone.
 */
export type StepFormat = {
  readonly name: string;
  /** Calls that one reply can hold. */
  readonly callsPerStep: number;
  /** How to write a step, for the system prompt. */
  readonly instructions: string;
  /**
   * True when the request itself lists the tools and the schema of the answer: the system prompt need not, and a text
   * asked for at the end is asked for in the run's own conversation, whose beginning the provider has in its cache.
   */
  readonly toolsInRequest?: true;
  start(input: FormatStart): ModelRequest;
  /** Total: whatever the reply holds, it is one of the four kinds. */
  read(reply: ModelReply, toolNames: readonly string[]): Parsed;
  /** Adds a finished step, its observations and its notes. */
  append(request: ModelRequest, reply: ModelReply, step: Step): ModelRequest;
};
