import type { ApprovalAnswer, Effect } from './effect.ts';
import type { DurableEvent } from './events.ts';
import type { JournalEntry, JournalRecord } from './memory-journal.ts';
import { newSessionId } from './new-session-id.ts';

/**
 * Makes a journal out of the events of a run, so that resume, replay and fork are one mechanism: run the same
 * configuration over `createMemoryJournal(journalFromEvents(events))`. With all events this replays the run without
 * any model or tool; with `fork`, it goes on from that point under a new session id, in which effects that the
 * original had afterwards need approval before they are made again. A point inside a wave means where the wave begins.
 *
 * @throws TypeError when the events do not start with `started`.
 */
export function journalFromEvents(
  events: readonly DurableEvent[],
  fork?: { atSeq: number; sessionId?: string },
): JournalRecord {
  const [first] = events;
  if (first?.type !== 'started' || first.seq !== 0) {
    throw new TypeError('The events of a run start with the event `started`, seq 0');
  }
  const seq = fork ? forkPoint(events, fork.atSeq) : events.length;
  const kept = events.filter((event) => event.seq < seq);
  const answers: Record<string, ApprovalAnswer> = {};
  const asked = new Map<string, string[]>();
  const entries: JournalEntry[] = [];
  for (const event of kept) {
    if (event.type === 'asked')
      asked.set(
        event.key,
        event.asks.map((ask) => ask.key),
      );
    if (event.type === 'answered' && event.via === 'signal') {
      for (const [index, key] of (asked.get(event.key) ?? []).entries()) {
        const answer = event.answers[index];
        if (answer) answers[key] = answer;
      }
    }
    entries.push(...entriesOf(event));
  }
  const { sessionId, stamp, forkOf } = first;
  if (!fork) return { sessionId, stamp, entries, answers, ...(forkOf ? { forkOf } : {}) };
  return {
    sessionId: fork.sessionId ?? newSessionId(),
    entries,
    answers,
    forkOf: {
      sessionId,
      seq,
      effects: effectsAfter(events, seq),
      // What the original's own original had done has happened, too.
      ...(forkOf ? { forkOf: { ...forkOf, seq: Math.min(forkOf.seq, seq) } } : {}),
    },
  };
}

/**
 * Half a wave cannot be taken over: approval for what the original did in the other half is asked for before the wave
 * starts. What sub-agents did belongs to the wave of their call.
 */
function forkPoint(events: readonly DurableEvent[], atSeq: number): number {
  const wavesAfter = new Set(events.filter((event) => event.seq >= atSeq).map(waveOf));
  const cut = events.find((event) => {
    const wave = waveOf(event);
    return event.seq < atSeq && wave !== undefined && wavesAfter.has(wave);
  });
  return cut?.seq ?? atSeq;
}

/** `act:3` for everything that belongs to the fourth wave of the run itself. */
function waveOf(event: DurableEvent): string | undefined {
  const isCall = event.type === 'asked' || event.type === 'answered' || event.type === 'intent';
  // What oversight said of a call belongs to it; other I/O has keys of its own.
  const isOversight = event.type === 'io' && event.key.startsWith('act:');
  const hasKey = isCall || isOversight || event.type === 'tool';
  const key = event.path || (hasKey ? event.key : undefined);
  return key?.split(':', 2).join(':');
}

function entriesOf(event: DurableEvent): JournalEntry[] {
  switch (event.type) {
    case 'started':
      return [entry(`${event.path}started`, event.at)];
    case 'model': {
      const { key, requestDigest, reply, error, attempts, lostAttempts, ms } = event;
      const outcome = {
        ...(reply ? { reply } : {}),
        ...(error ? { error } : {}),
        attempts,
        ...(lostAttempts ? { lostAttempts } : {}),
        ms,
      };
      return [entry(key, outcome, requestDigest)];
    }
    case 'answered':
      return event.via === 'callback' ? [entry(event.key, event.answers)] : [];
    case 'intent':
      return [entry(`${event.key}/intent`, event.effect.id)];
    case 'tool': {
      if (event.via !== 'performed') return [];
      const { key, observation, outcome, attempts, ms, inputDigest, cancelled } = event;
      const execution = {
        observation,
        outcome,
        attempts,
        ms,
        ...(event.effect ? { effectId: event.effect.id } : {}),
        ...(cancelled ? { cancelled } : {}),
      };
      return [entry(key, execution, inputDigest)];
    }
    case 'io':
      return [entry(event.key, event.value)];
    default:
      return [];
  }
}

function entry(key: string, value: unknown, inputDigest?: string): JournalEntry {
  return {
    key,
    value: JSON.stringify(value),
    ...(inputDigest === undefined ? {} : { inputDigest }),
  };
}

/** What happened from an event on; an intent without its call may have happened. */
function effectsAfter(events: readonly DurableEvent[], seq: number): Effect[] {
  const later = events.filter((event) => event.seq >= seq);
  const called = new Set(later.flatMap((event) => (event.type === 'tool' ? [event.key] : [])));
  return later.flatMap((event) => {
    if (event.type === 'intent') return called.has(event.key) ? [] : [event.effect];
    return event.type === 'tool' && event.effect ? [event.effect] : [];
  });
}
