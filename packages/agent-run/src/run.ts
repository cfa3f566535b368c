import type { Json } from '@loopwright/core-parser';
import type { Call, Observation, ToolRegistry } from '@loopwright/tool-registry';
import { act } from './act.ts';
import { boundedIo } from './bounded-io.ts';
import type { Effect } from './effect.ts';
import type { DurableEventBody } from './events.ts';
import { judge, type Turn } from './judge.ts';
import type { ModelReply, ModelRequest } from './model.ts';
import type { Role } from './role.ts';
import { flag, type RunState } from './run-state.ts';
import type { Step } from './step.ts';
import { think } from './think.ts';

/** Partial results, registered ahead of any end, because an end unwinds the strategy. */
export type Progress = {
  done?: number;
  total?: number;
  missing?: readonly string[];
};

type NoteName = Extract<DurableEventBody, { type: 'note' }>['name'];

/**
 * What a strategy sees: the one door to models, tools and other I/O. Every method but the plain readers may throw
 * the end of the run; that is control flow, not to be caught, and once thrown it is thrown by every later call.
 */
export type Run = {
  readonly task: string;
  readonly tools: ToolRegistry;
  readonly steps: readonly Step[];
  readonly effects: readonly Effect[];
  /**
   * One model call. Essential roles (actor, selector, planner, solver): a failed call ends the run. Advisory roles:
   * a failed call is a flag and an empty reply. A call beyond the role's allowance is refused.
   */
  think(request: ModelRequest, role: Role): Promise<ModelReply>;
  /** One wave of tool calls: exactly one observation for each call, in call order. */
  act(calls: readonly Call[]): Promise<Observation[]>;
  /** Records a step and shows it to guards and advisors; gives the step with their notes. */
  judge(turn: Turn): Promise<Step>;
  /** Tells how far the run is; read whenever the end comes. Later values replace earlier ones of the same name. */
  progress(progress: Progress): void;
  /** Records something that a reader of the result should know. */
  flag(code: string, text: string, data?: Json): void;
  /** Records what a strategy did, for viewers. */
  note(name: NoteName, data: Json): void;
  /** Any other I/O of user code (a lesson store, an embedding): its value is stored and given back on replay. */
  io<Value extends Json>(name: string, run: () => Promise<Value>): Promise<Value>;
};

/** Makes the interface of a run. */
export function createRun(state: RunState): Run {
  const { session, spec, gate } = state;
  return {
    task: spec.task,
    tools: spec.tools,
    get steps() {
      return state.steps;
    },
    get effects() {
      return session.ledger.effects;
    },
    think: (request, role) => gate.pass('run.think', () => think(state, request, role)),
    act: (calls) => gate.pass('run.act', () => act(state, calls)),
    judge: (turn) => gate.pass('run.judge', () => judge(state, turn)),
    progress: (progress) => void Object.assign(state.progress, progress),
    flag: (code, text, data) => flag(state, code, text, data),
    note: (name, data) => session.log.emit(state.path, { type: 'note', name, data }),
    io: (name, run) =>
      gate.pass('run.io', async () => {
        const key = `${state.path}io:${state.ioCalls++}:${name}`;
        const value = await session.runtime.step({ key, run: () => boundedIo(state, name, run) });
        session.log.emit(state.path, { type: 'io', key, value });
        return value as Awaited<ReturnType<typeof run>>;
      }),
  };
}
