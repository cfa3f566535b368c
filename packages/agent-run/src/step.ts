import type { Json } from '@loopwright/core-parser';
import type { Call, Observation } from '@loopwright/tool-registry';
import type { StopReasonOf } from './ends.ts';
import type { ModelReply, ModelRequest } from './model.ts';

/**
 * What a guard says about a step. Every hint and flag is kept; of `stop` and `done` the one that comes first in
 * the order of ends wins (see `endOrder`).
 */
export type Verdict =
  | { kind: 'hint' | 'flag'; text: string; data?: Json }
  | {
      kind: 'stop';
      stopReason: StopReasonOf<'stopped' | 'degraded' | 'failed'>;
      text: string;
      data?: Json;
    }
  | { kind: 'done'; answer: Json; text?: string };

/**
 * One turn of the agent. Every actor reply is one step, the terminal one and a failed one included, so that
 * `counts.modelCalls.actor === steps.length` (R3); in plans every wave is one.
 */
export type Step = {
  /** Counted from 1. */
  n: number;
  kind: 'act' | 'final' | 'give_up' | 'failed' | 'interrupted';
  thought: string;
  calls: Call[];
  /** One for each call, in call order. */
  observations: Observation[];
  verdicts: ({ guard: string } & Verdict)[];
  /** What guards (hints) and advisors said, as the next prompt shows it. */
  notes: string[];
  subtask?: string;
};

/** A turn as a strategy hands it in. */
export type Turn = {
  thought: string;
  calls: readonly Call[];
  observations: readonly Observation[];
  subtask?: string;
  /** No further step will read advice about this one. */
  last?: boolean;
};

/**
 * Judges steps while a run goes on. Pure: the verdict depends on the recorded steps alone, so that a resumed run
 * judges alike. A guard that does I/O says `io: true`; its verdict is then stored with the run.
 */
export type Guard = {
  readonly name: string;
  readonly io?: true;
  /** Part of what a resumed run must have in common with the first one. */
  readonly options?: Json;
  judge(step: Step, before: readonly Step[]): GuardAnswer | Promise<GuardAnswer>;
};

export type GuardAnswer = Verdict | readonly Verdict[] | undefined;

/** Makes a guard anew each time a run starts or resumes: whatever state it keeps dies with the run. */
export type GuardFactory = () => Guard;

/**
 * Gives advice after a step: a note that the next prompt shows. It runs after the guards and not on the last step,
 * whose advice nobody would read. It may ask a model through `think`, within the role's allowance.
 * For anything else it may wait `callMs`, anew after each of its model calls; silence beyond that is a flag.
 */
export type Advisor = {
  readonly name: string;
  readonly role?: 'critic' | 'reflector';
  readonly options?: Json;
  advise(
    context: AdvisorContext,
    step: Step,
    before: readonly Step[],
  ): Promise<string | undefined> | string | undefined;
};

export type AdvisorContext = {
  readonly task: string;
  /** Names of the tools of this run. */
  readonly tools: readonly string[];
  think(request: ModelRequest, role: 'critic' | 'reflector'): Promise<ModelReply>;
};
