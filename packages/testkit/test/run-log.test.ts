import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { createMemoryJournal, type DurableEvent, journalFromEvents } from '@loopwright/agent-run';
import { runPlanExecute } from '@loopwright/planner';
import {
  createRunLog,
  diffRunLogs,
  type RunLogLevel,
  type RunLogOptions,
  readRunLog,
  replayableEvents,
} from '@loopwright/telemetry/run-log';
import { createToolRegistry } from '@loopwright/tool-registry';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { describe, expect, it } from 'vitest';
import { hostileScenario } from '../src/hostile-scenario.ts';
import {
  createHostileOracle,
  createWorld,
  hostileToolNames,
  hostileTools,
  type Life,
  type Lived,
  live,
  type Scenario,
} from '../src/index.ts';
import { cutScenarios } from './cut-scenarios.ts';
import { planning, planText } from './planner-support.ts';
import { planningModel, rewooLife } from './rewoo-support.ts';

const file = fileURLToPath(import.meta.resolve('@loopwright/telemetry/run-log.schema.json'));
const check = new Ajv2020({ strict: false }).compile(JSON.parse(readFileSync(file, 'utf8')));
const levels: readonly RunLogLevel[] = ['quiet', 'normal', 'verbose'];
const hostileRuns = 12;

/** A hostile run of each kind. */
const hostiles: Scenario[] = Array.from({ length: hostileRuns }, (_, index) => [
  { name: `hostile ${index}`, run: (life: Life) => hostileScenario(index).begin(life).result },
  {
    name: `rewoo ${index}`,
    run: (life: Life) =>
      rewooLife(
        life,
        { model: planningModel(oracle(index)), approve: async (asks) => asks.map(() => true) },
        hostileTools(life.world),
      ),
  },
  {
    name: `plan-execute ${index}`,
    run: ({ runtime, world, onEvent }: Life) =>
      runPlanExecute({
        task: 'Find out.',
        tools: createToolRegistry({ tools: hostileTools(world) }),
        model: planning(oracle(index), (random) => planText(random, hostileToolNames)),
        limits: { retryDelayMs: 0, callMs: 4, graceMs: 1 },
        now: () => 0,
        runtime,
        onEvent,
      }),
  },
]).flat();

function oracle(index: number) {
  return createHostileOracle({
    seed: `log ${index}`,
    mood: 'busy',
    streams: false,
    tools: hostileToolNames,
  });
}

async function write(events: readonly DurableEvent[], options: Omit<RunLogOptions, 'write'>) {
  const lines: string[] = [];
  const log = createRunLog({ ...options, write: (line) => void lines.push(line) });
  for (const event of events) log.onEvent(event);
  const end = await log.end();
  expect(end.failure).toBeUndefined();
  return { lines, end, log: lines.length > 0 ? readRunLog(lines.join('\n')) : undefined };
}

/** Whatever the run told is one log at every level, valid line by line, the same as itself, and kept where it went wrong. */
async function checkLogs({ events, result }: Lived): Promise<void> {
  const logs = await Promise.all(
    levels.flatMap((level) => [true, false].map((redact) => write(events, { level, redact }))),
  );
  for (const { lines } of logs) {
    for (const line of lines) {
      const isRight = check(JSON.parse(line));
      expect(isRight, isRight ? '' : line).toBe(true);
    }
  }
  const [first] = logs;
  for (const { log } of logs) expect(diffRunLogs(first!.log!, log!)).toEqual({ kind: 'same' });
  expect(logs.at(-1)?.log?.events).toEqual(JSON.parse(JSON.stringify(events)));
  const sampled = await write(events, { sampleRate: 0 });
  const { ok: _, reused: __, ...wrong } = result!.counts.toolCalls;
  const hasFailed =
    result!.status !== 'solved' || result!.flags.length > 0 || wrong.failed + wrong.refused > 0;
  if (hasFailed) expect(sampled.end.isKept).toBe(true);
  if (sampled.end.isKept) expect(sampled.lines).toEqual((await write(events, {})).lines);
}

/** A run again from its log, over a journal alone. */
async function replay(scenario: Scenario, events: readonly DurableEvent[], redact: boolean) {
  const { log } = await write(events, { level: 'verbose', redact });
  const world = createWorld();
  const stored = journalFromEvents(replayableEvents(log!));
  return { replayed: await live(scenario, stored, world), world };
}

describe('run logs of hostile runs', () => {
  it('O2: every line is valid at every level, logs read as they were told, and no failure is lost to the sample', async () => {
    for (const scenario of hostiles) {
      const lived = await live(scenario, { sessionId: scenario.name }, createWorld());
      if (!lived.result) throw new Error(`${scenario.name}: ${lived.error}`);
      await checkLogs(lived);
    }
  });

  it('O2: a verbose log replays every hostile run, redacted or not, without a tool', async () => {
    for (const scenario of hostiles) {
      const { events, result } = await live(scenario, { sessionId: 's' }, createWorld());
      for (const redact of [true, false]) {
        const { replayed, world } = await replay(scenario, events, redact);
        expect(replayed.error, scenario.name).toBeUndefined();
        expect(replayed.events).toEqual(JSON.parse(JSON.stringify(events)));
        expect(JSON.stringify(replayed.result)).toBe(JSON.stringify(result));
        expect(world.starts).toBe(0);
      }
    }
  });
});

describe('run logs of runs with critics, approvals, sub-agents and waves', () => {
  it.each(cutScenarios.map((scenario) => [scenario.name, scenario] as const))(
    'O2: is logged at every level and replays from its log, where %s',
    async (_, scenario) => {
      const lived = await live(scenario, { sessionId: 's' }, createWorld());
      await checkLogs(lived);
      const { replayed, world } = await replay(scenario, lived.events, true);
      expect(replayed.result).toEqual(lived.result);
      expect(replayed.events).toEqual(lived.events);
      expect(world.starts).toBe(0);
    },
  );

  it('O2: a run that died is logged as far as it came, and its next life logs it whole', async () => {
    const scenario = cutScenarios[0]!;
    const world = createWorld();
    const first = await live(scenario, { sessionId: 's' }, world, { diesAt: 5 });
    const second = await live(scenario, first.record(), world);
    const begun = await write(first.events, { level: 'verbose', sampleRate: 0 });
    const whole = await write(second.events, { level: 'verbose' });
    expect(begun.log?.events).toEqual(first.events);
    expect(readRunLog([...begun.lines, ...whole.lines].join('\n'))).toEqual(whole.log);
    expect(diffRunLogs(begun.log!, whole.log!)).toEqual({
      kind: 'shorter',
      shorter: 'a',
      seq: first.events.length,
    });
    expect(createMemoryJournal(journalFromEvents(replayableEvents(begun.log!))).sessionId).toBe(
      's',
    );
  });
});
