import type { DurableEvent } from '@loopwright/agent-run';
import type { Json } from '@loopwright/core-parser';
import { redactSecrets } from '@loopwright/tool-registry';
import { atLevel, runLogLevels } from './at-level.ts';
import { comparable } from './comparable.ts';
import { firstDifference } from './first-difference.ts';
import { createRedaction } from './redact-event.ts';
import type { RunLog, RunLogLevel } from './run-log-types.ts';

/** How two logs compare. `seq` is the number of the event in a log that has it, the first one where both have one. */
export type RunLogDiff =
  | { kind: 'same' }
  | {
      kind: 'diverged';
      seq: number;
      /** The field, such as `step.observations[0].text`. */
      path: string;
      /** What stands there; undefined for nothing. */
      inA: Json | undefined;
      inB: Json | undefined;
    }
  /** One is the beginning of the other; `seq` is the first event that only the longer one has. */
  | { kind: 'shorter'; shorter: 'a' | 'b'; seq: number };

/**
 * Finds where two runs first went different ways. What differs by nature is not compared: session ids, the ids of effects,
 * calls and requests, times and durations, what a provider's cache did and cost, usage that was only estimated, content that only a provider reads, whether
 * a run is a fork, and digests, as what they stand for is compared where it is told. Logs of different levels are compared
 * on what both tell, and where one alone is redacted the other is, too.
 */
export function diffRunLogs(a: RunLog, b: RunLog): RunLogDiff {
  const level = lowerLevel(a.header.level, b.header.level);
  const redacts = a.header.redacted !== b.header.redacted;
  const eventsOf = ({ events, header }: RunLog) => {
    const told = events.flatMap((event) => atLevel(event, level) ?? []);
    return redacts && !header.redacted ? told.map(createRedaction(redactSecrets)) : told;
  };
  const inA = eventsOf(a);
  const inB = eventsOf(b);
  for (const [at, event] of inA.entries()) {
    const other = inB[at];
    if (!other) return { kind: 'shorter', shorter: 'b', seq: event.seq };
    const difference = firstDifference(ordered(event), ordered(other));
    if (difference) return { kind: 'diverged', seq: event.seq, ...difference };
  }
  const more = inB[inA.length];
  return more ? { kind: 'shorter', shorter: 'a', seq: more.seq } : { kind: 'same' };
}

/** The number comes last: where anything else differs too, that says more. */
function ordered(event: DurableEvent): Json {
  const { type, seq, ...rest } = comparable(event);
  return { type, ...rest, seq } as unknown as Json;
}

function lowerLevel(a: RunLogLevel, b: RunLogLevel): RunLogLevel {
  return runLogLevels.indexOf(a) < runLogLevels.indexOf(b) ? a : b;
}
