import type { DurableEvent } from '@loopwright/agent-run';
import { changeAt, type Path } from './change-at.ts';
import type { RunLogLevel } from './run-log-types.ts';

export const runLogLevels: readonly RunLogLevel[] = ['quiet', 'normal', 'verbose'];

type LeftOut = 'the event' | readonly Path[];

const values: LeftOut = ['step.observations.*.value'];

const leftOut: Record<
  DurableEvent['type'],
  { readonly quiet?: LeftOut; readonly normal?: LeftOut }
> = {
  started: {},
  model: {
    quiet: 'the event',
    normal: ['appended', 'reply.text', 'reply.toolCalls', 'reply.opaque'],
  },
  asked: {},
  answered: {},
  intent: { quiet: 'the event', normal: ['effect.args'] },
  tool: {
    quiet: 'the event',
    normal: [
      ...['call.args', 'call.unreadable', 'effect.args'],
      ...['observation.value', 'observation.text', 'observation.error.message'],
    ],
  },
  io: { quiet: 'the event', normal: 'the event' },
  step: { quiet: values, normal: values },
  flag: {},
  note: {},
  finished: {},
};

/** An event as a level tells it; undefined where the level leaves it out. What a level does not know it tells whole. */
export function atLevel(event: DurableEvent, level: RunLogLevel): DurableEvent | undefined {
  if (level === 'verbose' || !Object.hasOwn(leftOut, event.type)) return event;
  const out = leftOut[event.type][level] ?? [];
  if (out === 'the event') return undefined;
  return changeAt(event, out, () => undefined);
}
