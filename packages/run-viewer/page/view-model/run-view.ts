import type { Loose } from './loose.ts';

/** What a model call was: what was sent and what came. Undefined stands for what is not in the log. */
export type ModelView = {
  readonly key: string;
  readonly role: string;
  /** The id of the model that was asked. */
  readonly model: string | undefined;
  readonly sent: readonly string[] | undefined;
  readonly text: string | undefined;
  readonly toolCalls: readonly unknown[];
  readonly finish: string | undefined;
  readonly error: string | undefined;
  readonly warnings: readonly string[];
  readonly attempts: number | undefined;
  readonly ms: number | undefined;
  readonly inputTokens: number | undefined;
  readonly outputTokens: number | undefined;
  /** What it cost, in US dollars. */
  readonly costUsd: number | undefined;
  readonly isEstimated: boolean;
};

/** What became of a call. `unknown`: the log does not say. */
export type CallState = 'ok' | 'failed' | 'refused' | 'unknown';

/** A decision about a call. */
export type ApprovalView = {
  readonly key: string;
  readonly tool: string;
  readonly args: unknown;
  readonly decision: 'waiting' | 'approved' | 'denied' | 'cancelled';
  readonly note: string | undefined;
  readonly via: string | undefined;
  readonly seq: number;
};

/** One side effect of the run, as it stands. */
export type EffectView = {
  readonly id: string;
  readonly tool: string;
  readonly args: unknown;
  readonly status: 'committed' | 'not_started' | 'unknown';
  readonly stepKeys: readonly string[];
};

export type CallView = {
  readonly key: string | undefined;
  readonly tool: string;
  readonly args: unknown;
  readonly unreadable: string | undefined;
  readonly state: CallState;
  /** What the model was told. */
  readonly observation: string | undefined;
  /** Type and class of the error, where there is one. */
  readonly errorType: string | undefined;
  readonly errorCode: string | undefined;
  readonly via: string | undefined;
  readonly ms: number | undefined;
  readonly attempts: number | undefined;
  readonly effect: EffectView | undefined;
  /** Path of the run that a sub-agent made for this call. */
  readonly childPath: string | undefined;
};

export type VerdictView = {
  readonly guard: string;
  readonly kind: string;
  readonly text: string;
  readonly stopReason: string | undefined;
  readonly data: Loose;
};

/** A flag, a note or an event of a kind that is not known here. */
export type RemarkView = {
  readonly seq: number;
  readonly type: 'flag' | 'note' | 'io' | 'other';
  readonly name: string;
  readonly text: string | undefined;
  readonly data: unknown;
};

/** Milliseconds by what they were spent on, as the log says. */
export type PhaseMs = { readonly think: number; readonly act: number; readonly reflect: number };

export type TokenCount = {
  readonly input: number;
  readonly output: number;
  readonly isEstimated: boolean;
  /** Whether some call did not say. */
  readonly isIncomplete: boolean;
};

/** The answer of a run, or what was achieved where there is none. */
export type OutcomeView = { readonly name: 'Answer' | 'Partial result'; readonly text: string };

/** One step of the run or of a sub-agent, with everything that led to it. */
export type StepView = {
  /** Stands in links: `step-7`. */
  readonly id: string;
  readonly path: string;
  readonly depth: number;
  readonly n: number;
  /** `open` where the end of the step is not in the log, `end` for what came after the last step of a run that is over. */
  readonly stage: 'done' | 'open' | 'end';
  /** That of the step; empty where there is none. */
  readonly kind: string;
  readonly subtask: string | undefined;
  readonly thought: string | undefined;
  /** What the run came to, where it came to it here. */
  readonly outcome: OutcomeView | undefined;
  readonly calls: readonly CallView[];
  readonly verdicts: readonly VerdictView[];
  readonly notes: readonly string[];
  readonly models: readonly ModelView[];
  readonly remarks: readonly RemarkView[];
  readonly approvals: readonly ApprovalView[];
  /** Whether the log tells what its model calls and tool calls took. */
  readonly hasFigures: boolean;
  readonly ms: PhaseMs;
  readonly tokens: TokenCount;
  readonly firstSeq: number;
  readonly lastSeq: number;
};

/** The run itself, or that of a sub-agent. */
export type RunPart = {
  readonly path: string;
  readonly task: string | undefined;
  readonly started: Loose;
  /** The result without its steps; empty while there is none. */
  readonly result: Loose;
  readonly isFinished: boolean;
};

/** Everything that the page shows, from the events up to some point. */
export type RunView = {
  readonly root: RunPart;
  readonly parts: ReadonlyMap<string, RunPart>;
  readonly steps: readonly StepView[];
  readonly effects: readonly EffectView[];
  readonly approvals: readonly ApprovalView[];
  readonly eventCount: number;
};
