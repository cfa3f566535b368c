import type { DurableEvent } from '@loopwright/agent-run';
import type { Json, JsonObject } from '@loopwright/core-parser';
import { RunLogError } from './run-log-error.ts';

type Kind = 'text' | 'number' | 'object' | 'list' | 'any';

/** What every level tells of an event. The published schema says the rest. */
const shapes: Record<DurableEvent['type'], { readonly [name: string]: Kind }> = {
  started: {
    ...{ sessionId: 'text', at: 'text', stamp: 'object', task: 'text' },
    ...{ limits: 'object', allowance: 'object', tools: 'list' },
  },
  model: { key: 'text', role: 'text', requestDigest: 'text', attempts: 'number', ms: 'number' },
  asked: { key: 'text', asks: 'list' },
  answered: { key: 'text', via: 'text', answers: 'list' },
  intent: { key: 'text', effect: 'object' },
  tool: {
    ...{ key: 'text', call: 'object', observation: 'object', via: 'text', outcome: 'text' },
    ...{ attempts: 'number', ms: 'number' },
  },
  io: { key: 'text', value: 'any' },
  step: { step: 'object' },
  flag: { code: 'text', text: 'text' },
  note: { name: 'text', data: 'any' },
  finished: { result: 'object' },
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
  for (const [name, kind] of Object.entries(shape)) {
    const isThere = Object.hasOwn(event, name) && (kind === 'any' || kindOf(event[name]!) === kind);
    if (!isThere) throw damaged(line, `the event ${type} has no ${name} that is right`);
  }
  return event as unknown as DurableEvent;
}

function damaged(line: number, what: string): RunLogError {
  return new RunLogError('damaged_line', line, what);
}

function kindOf(value: Json): Kind | undefined {
  if (Array.isArray(value)) return 'list';
  if (typeof value === 'object') return value === null ? undefined : 'object';
  if (typeof value === 'string') return 'text';
  return typeof value === 'number' ? 'number' : undefined;
}
