import { readFileSync } from 'node:fs';
import {
  createMemoryJournal,
  type DurableEvent,
  journalFromEvents,
  type Model,
} from '@loopwright/agent-run';
import { openTrace } from '@loopwright/lab/output';
import { formatNames, policyModels, scenarios } from '@loopwright/lab/zephyr';
import { readRunLog, replayableEvents } from '@loopwright/telemetry/run-log';
import { describe, expect, it } from 'vitest';
import { runScenario } from '../src/run-scenario.ts';
import { useFolder } from './run-demo.ts';

const folder = useFolder();
const everyRun = scenarios.flatMap((scenario) =>
  formatNames.map((format) => ({ scenario, format, name: scenario.name })),
);

describe('the trace of a scenario', () => {
  it.each(everyRun)('O2: replays $name, told as $format, without a model', async (run) => {
    const { scenario, format } = run;
    const file = folder.file(`${scenario.name}-${format}.jsonl`);
    const trace = openTrace(file, [scenario.name]);
    const onEvent = trace.of(scenario.name);
    const models = policyModels(scenario, format);
    const told = await runScenario(scenario, { models, format, onEvent });
    expect(await trace.close()).toBeUndefined();

    const recorded = replayableEvents(readRunLog(readFileSync(file, 'utf8')));
    const again: DurableEvent[] = [];
    const { actor, critic } = policyModels(scenario, format);
    const replayed = await runScenario(scenario, {
      models: { actor: unasked(actor), critic: unasked(critic) },
      format,
      runtime: createMemoryJournal(journalFromEvents(recorded)),
      onEvent: (event) => again.push(event),
    });
    expect(JSON.parse(JSON.stringify(again))).toEqual(recorded);
    expect(replayed).toEqual({ ...told, result: replayed.result });
    expect(JSON.stringify(replayed.result)).toBe(JSON.stringify(told.result));
  });
});

/** The same model to the journal, which must never be asked. */
function unasked(model: Model): Model {
  return {
    ...model,
    generate: () => Promise.reject(new Error('A replay asked a model')),
  };
}
