import { type DurableEvent, journalFromEvents, type LiveEvent } from '@loopwright/agent-run';
import { createRunLog, readRunLog, replayableEvents } from '@loopwright/telemetry/run-log';
import type { HostileOracle } from './hostile-oracle.ts';
import type { HostileScenario, Leave } from './hostile-scenario.ts';
import { type Lived, live, type Scenario } from './journal-cuts.ts';
import { createWorld } from './world.ts';

export const sessionId = 'session';

/** A hostile scenario as a scenario to be cut, and the model of each of its lives. */
export function withOracles(hostile: HostileScenario): {
  scenario: Scenario;
  oracles: HostileOracle[];
} {
  const oracles: HostileOracle[] = [];
  const run: Scenario['run'] = (life) => {
    const { oracle, result } = hostile.begin(life);
    oracles.push(oracle);
    return result;
  };
  return { scenario: { name: hostile.name, run }, oracles };
}

/** When a life is left: as an event is told, or while the tool that was started then is at work. */
export type Moment = { event: number } | { toolStart: number };

/** Lives until a moment, and then leaves in the given way. */
export function leaveAt(
  hostile: HostileScenario,
  how: keyof Leave,
  moment: Moment,
): Promise<Lived> {
  const controller = new AbortController();
  let toolStarts = 0;
  const scenario: Scenario = {
    name: hostile.name,
    run({ onEvent, ...life }) {
      const leaving = (event: DurableEvent) => {
        onEvent(event);
        if ('event' in moment && event.seq === moment.event) controller.abort();
      };
      const onLive = ({ type }: LiveEvent) => {
        if (type !== 'tool_started' || !('toolStart' in moment)) return;
        if (toolStarts++ === moment.toolStart) setImmediate(() => controller.abort());
      };
      const left = { ...life, onEvent: leaving, onLive, [how]: controller.signal };
      return hostile.begin(left).result;
    },
  };
  return live(scenario, { sessionId }, createWorld());
}

/** A run made from its log alone is the same run, and nothing runs for it. */
export async function replayFaults(hostile: HostileScenario, original: Lived): Promise<string[]> {
  const { scenario, oracles } = withOracles(hostile);
  const stored = journalFromEvents(await throughLog(original.told));
  const world = createWorld();
  const { result, told, error } = await live(scenario, stored, world);
  if (!result) return [`the replay rejected: ${textOf(error)}`];
  const faults: string[] = [];
  if (JSON.stringify(result) !== JSON.stringify(original.result)) {
    faults.push('the replay has another result');
  }
  if (told.join() !== original.told.join()) faults.push('the replay has other events');
  const { calls } = oracles[0]!;
  if (calls + world.starts > 0) {
    faults.push(`the replay started ${calls} model calls and ${world.starts} tools`);
  }
  return faults;
}

/** Events as they come back from the text of a run log. */
async function throughLog(told: readonly string[]): Promise<readonly DurableEvent[]> {
  const lines: string[] = [];
  const write = (line: string) => void lines.push(line);
  const log = createRunLog({ level: 'verbose', redact: false, write });
  for (const event of told) log.onEvent(JSON.parse(event));
  const { failure } = await log.end();
  if (failure) throw failure.error;
  return replayableEvents(readRunLog(lines.join('\n')));
}

export function textOf(error: unknown): string {
  return error instanceof Error ? (error.stack ?? error.message) : String(error);
}
