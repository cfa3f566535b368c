import type { DurableEvent } from '@loopwright/agent-run';
import type { Json } from '@loopwright/core-parser';
import { changeAt, type Path } from './change-at.ts';

function usageAt(place: string): Path[] {
  const names = ['cachedInputTokens', 'cacheWriteTokens', 'costUsd'];
  return names.map((name) => `${place}.usage.${name}`);
}

/**
 * What differs between two runs that did the same: ids, times, durations, what a provider's cache did, content that only
 * a provider reads, and the digests of what such things are part of.
 */
const differsByNature: Record<DurableEvent['type'], readonly Path[]> = {
  started: ['sessionId', 'at', 'stamp.config', 'forkOf'],
  model: [
    ...['requestDigest', 'ms', 'error.requestId', 'error.retryAfterMs'],
    ...['reply.toolCalls.*.id', 'reply.opaque', ...usageAt('reply')],
  ],
  asked: [],
  answered: [],
  intent: ['effect.id'],
  tool: ['ms', 'inputDigest', 'effect.id', 'observation.error.retryAfterMs'],
  io: [],
  step: ['step.observations.*.error.retryAfterMs'],
  flag: [],
  note: [],
  finished: ['result.activeMs', 'result.effects.*.id', ...usageAt('result')],
};

/** An event without what differs by nature. */
export function comparable(event: DurableEvent): DurableEvent {
  if (!Object.hasOwn(differsByNature, event.type)) return event;
  const told = changeAt(event, differsByNature[event.type], () => undefined);
  const same = changeAt(told, ['reply.usage', 'result.usage'], countedUsage);
  return changeAt(same, event.type === 'model' ? ['appended.*'] : [], withoutIds);
}

/** An estimate is no count, and says nothing of what was done. */
function countedUsage(usage: Json): Json | undefined {
  return Object(usage).estimated === true ? undefined : usage;
}

const writtenMessage = /^\{"role":"(?:assistant|tool)"/;

/** A part of a request that is a written message names its calls by ids of the provider. */
function withoutIds(part: Json): Json {
  if (typeof part !== 'string' || !writtenMessage.test(part)) return part;
  try {
    const { id: _, opaque: __, toolCalls, ...message } = JSON.parse(part);
    const calls = toolCalls?.map(({ id: ___, ...call }: { id: unknown }) => call);
    return JSON.stringify({ ...message, ...(calls ? { calls } : {}) });
  } catch {
    return part;
  }
}
