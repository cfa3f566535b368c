import type { Json, JsonObject } from '@loopwright/core-parser';

/** What an advisor sees of one call. `unreadable` says why a call could not be read; such a call never started. */
export type ReflectedCall = {
  readonly tool: string;
  readonly args: JsonObject;
  readonly unreadable?: string;
};

/** What an advisor sees of one result. A success carries `value`, a failure `error`; `text` is what the model saw. */
export type ReflectedObservation = {
  readonly tool: string;
  readonly ok: boolean;
  readonly text: string;
  readonly value?: Json;
  readonly error?: {
    readonly type: string;
    readonly class: string;
    readonly message: string;
    readonly code?: string;
    /** Milliseconds to wait before another attempt. */
    readonly retryAfterMs?: number;
    /** Whatever else came with the failure, such as the headers of a response. */
    readonly details?: Json;
  };
};

/** What an advisor sees of one recorded step: one observation per call, in call order. */
export type ReflectedStep = {
  readonly n: number;
  readonly kind: string;
  readonly thought: string;
  readonly calls: readonly ReflectedCall[];
  readonly observations: readonly ReflectedObservation[];
};

/** The role under which an advisor's model calls are counted. */
export type AdvisorRole = 'critic' | 'reflector';

/** One request to a model. A block is a piece of text that a provider may cache on its own. */
export type AdvisorRequest = {
  readonly system: string;
  readonly messages: { readonly role: 'user'; readonly blocks: string[] }[];
  readonly temperature?: number;
};

/** What an advisor may use. `think` answers with an empty text when the model call failed. */
export type AdvisorContext = {
  readonly task: string;
  /** Names of the tools of this run, when known. */
  readonly tools?: readonly string[];
  think(request: AdvisorRequest, role: AdvisorRole): Promise<{ readonly text: string }>;
};

/**
 * Looks at each step after it was recorded and may return a note, which the loop appends to the step as a labelled
 * line for the next thought to read. A pure function of its arguments and the model's reply: it keeps no state, so one
 * advisor serves any number of runs and a resumed run gets the same notes. It advises; it never acts.
 */
export type Advisor = {
  readonly name: string;
  /** The role of its model calls. Absent: it makes none. */
  readonly role?: AdvisorRole;
  /** The options in force, so that a run can refuse to go on under other ones. */
  readonly options?: Json;
  advise(
    context: AdvisorContext,
    step: ReflectedStep,
    before: readonly ReflectedStep[],
  ): Promise<string | undefined> | string | undefined;
};
