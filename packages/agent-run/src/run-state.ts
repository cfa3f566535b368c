import type { Json } from '@loopwright/core-parser';
import { type Call, describeError, type Observation } from '@loopwright/tool-registry';
import type { Prices } from './bounds.ts';
import { ConfigurationError } from './configuration-error.ts';
import type { Ended } from './ended.ts';
import type { EventLog } from './event-log.ts';
import { Gate } from './gate.ts';
import type { Ledger } from './ledger.ts';
import type { Limits } from './limits.ts';
import { Meter } from './meter.ts';
import type { RequestTrail } from './request-trail.ts';
import type { Role } from './role.ts';
import type { Progress } from './run.ts';
import type { RunSpec } from './run-spec.ts';
import type { Guard, Step } from './step.ts';
import type { StepRuntime } from './step-runtime.ts';

/** What a run and its sub-agents have in common. */
export type Session = {
  readonly runtime: StepRuntime;
  readonly ledger: Ledger;
  readonly log: EventLog;
  /** True when steps are stored or events are read; else digests would be made for nobody. */
  readonly isRecorded: boolean;
  /** Aborted by `cancel` or by `detach`. */
  readonly signal: AbortSignal | undefined;
  readonly cancel: AbortSignal | undefined;
  readonly detach: AbortSignal | undefined;
  /** Of the run that opened the session; a sub-agent without its own asks here. */
  readonly approve: RunSpec<unknown>['approve'];
  now(): number;
};

/** Everything that one run knows about itself. It is rebuilt by running again over stored results. */
export type RunState = {
  readonly session: Session;
  readonly spec: RunSpec<unknown>;
  readonly limits: Limits;
  readonly meter: Meter;
  /** Those of the parents and the run's own. */
  readonly prices: Prices;
  readonly guards: readonly Guard[];
  readonly gate: Gate;
  /** Prefix of this run's keys: empty, or the keys of the sub-agent's call with a slash behind. */
  readonly path: string;
  readonly steps: Step[];
  readonly flags: string[];
  readonly progress: Progress;
  readonly trails: Map<Role, RequestTrail>;
  readonly refusedCalls: Map<Role, number>;
  waves: number;
  ioCalls: number;
  /** What was performed and not yet judged. */
  openWave: { calls: readonly Call[]; observations: Observation[] } | undefined;
  /** True once a call was cut short by `cancel`. */
  interrupted: boolean;
  /** True once the result is made: what user code still says is not heard. */
  isOver: boolean;
};

export function createRunState(start: {
  session: Session;
  spec: RunSpec<unknown>;
  limits: Limits;
  maxToolCalls: number;
  path: string;
  parent: RunState | undefined;
}): RunState {
  const { session, spec, limits, maxToolCalls, path, parent } = start;
  return {
    session,
    spec,
    limits,
    path,
    meter: new Meter(limits, maxToolCalls, parent?.meter),
    prices: { ...parent?.prices, ...spec.prices },
    guards: makeGuards(spec),
    gate: new Gate((error) => session.runtime.isControl(error)),
    steps: [],
    flags: [],
    progress: {},
    trails: new Map(),
    refusedCalls: new Map(),
    waves: 0,
    ioCalls: 0,
    openWave: undefined,
    interrupted: false,
    isOver: false,
  };
}

/** @throws ConfigurationError when a factory throws or makes no guard: without its guard the run must not start. */
function makeGuards(spec: RunSpec<unknown>): Guard[] {
  return (spec.guards ?? []).map((make, index) => {
    let guard: Guard;
    try {
      guard = make();
    } catch (thrown) {
      const { type, message } = describeError(thrown);
      throw new ConfigurationError('invalid_option', `A guard factory threw ${type}: ${message}`);
    }
    const { name, judge } = Object(guard) as Partial<Guard>;
    if (typeof name === 'string' && name !== '' && typeof judge === 'function') return guard;
    throw new ConfigurationError(
      'invalid_option',
      `guards[${index}] must make a guard: an object with a name, a text that is not empty, and a judge function`,
    );
  });
}

/** Records something that a reader of the result should know. */
export function flag(state: RunState, code: string, text: string, data?: Json): void {
  state.flags.push(`${code}: ${text}`);
  state.session.log.emit(state.path, {
    type: 'flag',
    code,
    text,
    ...(data === undefined ? {} : { data }),
  });
}

/** Throws the first of several ends and keeps the others as flags. */
export function throwFirst(state: RunState, ends: readonly Ended[]): never {
  const [first, ...others] = ends;
  for (const { end } of others) {
    if (end.kind === 'stop') flag(state, end.stopReason, end.text);
  }
  throw first;
}
