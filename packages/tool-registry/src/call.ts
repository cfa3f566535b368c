import type { JsonObject } from '@loopwright/core-parser';

/** One call that a model asks for. */
export type Call = {
  readonly tool: string;
  readonly args: JsonObject;
  /** Set when the call could not be read: why. Such a call is refused and never started. */
  readonly unreadable?: string;
};
