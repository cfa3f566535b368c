import type { DurableEvent } from '@loopwright/agent-run';
import type { Json, JsonObject } from '@loopwright/core-parser';
import { RunLogError } from './run-log-error.ts';

type Kind = 'text' | 'number' | 'flag' | 'object' | 'any';

/**
 * What every level tells of an event, as far as readers walk through it: by names with dots between them, `*` for each item
 * of a list. The published schema says the rest.
 */
const shapes: Record<DurableEvent['type'], { readonly [path: string]: Kind }> = {
  started: {
    ...{ sessionId: 'text', at: 'text', stamp: 'object', task: 'text' },
    ...{ limits: 'object', allowance: 'object', 'tools.*.name': 'text' },
  },
  model: { key: 'text', role: 'text', requestDigest: 'text', attempts: 'number', ms: 'number' },
  asked: { key: 'text', 'asks.*.key': 'text', 'asks.*.call.tool': 'text' },
  answered: { key: 'text', via: 'text', 'answers.*.approved': 'flag' },
  intent: { key: 'text', 'effect.tool': 'text', 'effect.status': 'text' },
  tool: {
    ...{ key: 'text', 'call.tool': 'text', via: 'text', outcome: 'text' },
    ...{ 'observation.tool': 'text', 'observation.ok': 'flag', attempts: 'number', ms: 'number' },
  },
  io: { key: 'text', value: 'any' },
  step: {
    ...{ 'step.n': 'number', 'step.kind': 'text', 'step.thought': 'text' },
    ...{ 'step.calls.*.tool': 'text', 'step.observations.*.tool': 'text' },
    ...{ 'step.observations.*.ok': 'flag', 'step.verdicts.*.guard': 'text' },
    ...{ 'step.verdicts.*.kind': 'text', 'step.notes.*': 'text' },
  },
  flag: { code: 'text', text: 'text' },
  note: { name: 'text', data: 'any' },
  finished: {
    ...{ 'result.status': 'text', 'result.stopReason': 'text', 'result.reason': 'text' },
    ...{ 'result.partial': 'object', 'result.counts': 'object', 'result.usage': 'object' },
    ...{ 'result.effects.*.tool': 'text', 'result.effects.*.status': 'text' },
    'result.flags.*': 'text',
  },
};

/**
 * Reads the line of an event. Types and fields that this version does not know stay as they are.
 *
 * @throws RunLogError `damaged_line`, `newer_format`, `other_session`.
 */
export function readEvent(value: JsonObject, session: string, line: number): DurableEvent {
  const { session: of, ...event } = value;
  const { v, seq, path, type } = event;
  const isNumbered = Number.isSafeInteger(v) && Number.isSafeInteger(seq) && Number(seq) >= 0;
  if (
    !isNumbered ||
    typeof of !== 'string' ||
    typeof path !== 'string' ||
    typeof type !== 'string'
  ) {
    throw damaged(line, 'it is no event: session, v, seq, path and type belong to each');
  }
  if (v !== 1) throw new RunLogError('newer_format', line, `the event has the version ${v}, not 1`);
  if (of !== session) {
    throw new RunLogError('other_session', line, `it is of session ${of}, not of ${session}`);
  }
  const shape = Object.hasOwn(shapes, type) ? shapes[type as DurableEvent['type']] : {};
  for (const [place, kind] of Object.entries(shape)) {
    if (hasAt(event, place.split('.'), kind)) continue;
    throw damaged(line, `the event ${type} has no ${place} that is right`);
  }
  if (observationsOf(event).some((value) => !saysItsError(value))) {
    throw damaged(
      line,
      `an observation of the event ${type} is not ok and has no error that is right`,
    );
  }
  return event as unknown as DurableEvent;
}

function observationsOf({ type, observation, step }: JsonObject): Json[] {
  if (type === 'tool') return [observation ?? null];
  return type === 'step' ? ((step as { observations: Json[] }).observations ?? []) : [];
}

function saysItsError(observation: Json): boolean {
  const { ok } = observation as JsonObject;
  return ok === true || ['code', 'class'].every((of) => hasAt(observation, ['error', of], 'text'));
}

function damaged(line: number, what: string): RunLogError {
  return new RunLogError('damaged_line', line, what);
}

/** Whether there is something of this kind; of a list, in each item. */
function hasAt(value: Json, [name, ...rest]: readonly string[], kind: Kind): boolean {
  if (name === undefined) return kind === 'any' || kindOf(value) === kind;
  if (name === '*') return Array.isArray(value) && value.every((item) => hasAt(item, rest, kind));
  const isObject = kindOf(value) === 'object';
  if (!isObject || !Object.hasOwn(value as JsonObject, name)) return false;
  return hasAt((value as JsonObject)[name]!, rest, kind);
}

function kindOf(value: Json): Kind | undefined {
  if (Array.isArray(value) || value === null) return undefined;
  if (typeof value === 'object') return 'object';
  if (typeof value === 'string') return 'text';
  if (typeof value === 'boolean') return 'flag';
  return typeof value === 'number' ? 'number' : undefined;
}
