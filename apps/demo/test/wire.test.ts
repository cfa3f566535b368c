import { readModelOptions, sdkNames } from '@loopwright/lab/providers';
import { formatNames, scenarios } from '@loopwright/lab/zephyr';
import { describe, expect, it } from 'vitest';
import { openConnection } from '../src/open-connection.ts';
import { runScenario, type ScenarioRun } from '../src/run-scenario.ts';
import { runWithPolicies } from './run-with-policies.ts';

/** What a run did and came to, without what belongs to its format. */
function outcomeOf({ result, critiques, asExpected }: ScenarioRun) {
  const { status, stopReason, reason, partial, counts } = result;
  const steps = result.steps.map(({ kind, calls, observations, notes }) => ({
    ...{ kind, notes },
    calls: calls.map(({ tool, args }) => ({ tool, args })),
    observations: observations.map(({ ok, text }) => ({ ok, text })),
  }));
  const answer = result.status === 'solved' ? result.answer : undefined;
  const end = { status, stopReason, answer, reason, partial, counts };
  return { ...end, steps, critiques, asExpected };
}

const ways = sdkNames.flatMap((wire) =>
  formatNames.flatMap((format) => [false, true].map((stream) => ({ wire, format, stream }))),
);

describe('policies over the wire do what they do without', () => {
  it.each(ways)('E3: $wire, $format, streamed: $stream', async (way) => {
    const connection = await openConnection(readModelOptions(way));
    try {
      expect(connection.notice).toMatch(
        /^No language model was called.* over HTTP on 127\.0\.0\.1/,
      );
      for (const scenario of scenarios) {
        const models = connection.modelsFor(scenario);
        const overWire = await runScenario(scenario, { models, format: way.format });
        const without = await runWithPolicies(scenario);
        expect(overWire.asExpected).toBe(true);
        expect(outcomeOf(overWire)).toEqual(outcomeOf(without));
        const { usage } = overWire.result;
        expect(usage.inputTokens).toBeGreaterThan(0);
        expect(usage.estimated).toBeUndefined();
      }
    } finally {
      await connection.close();
    }
  });
});

it.each(formatNames)(
  'E3: in the format %s policies do the same in this process',
  async (format) => {
    for (const scenario of scenarios) {
      const run = await runWithPolicies(scenario, { format });
      expect(outcomeOf(run)).toEqual(outcomeOf(await runWithPolicies(scenario)));
    }
  },
);

it('E3: the calls of the native format are calls on the wire, and their results are results', async () => {
  const scenario = scenarios[0]!;
  const connection = await openConnection(readModelOptions({ wire: 'openai', format: 'native' }));
  const { actor, critic } = connection.modelsFor(scenario);
  const requests: Parameters<typeof actor.generate>[0][] = [];
  const models = {
    critic,
    actor: {
      ...actor,
      generate: (...asked: Parameters<typeof actor.generate>) => {
        requests.push(asked[0]);
        return actor.generate(...asked);
      },
    },
  };
  await runScenario(scenario, { models, format: 'native' });
  await connection.close();
  expect(requests[0]!.tools?.map(({ name }) => name)).toEqual([
    ...['calculator', 'knowledge_lookup', 'web_search', 'give_up'],
  ]);
  const last = requests.at(-1)!;
  expect(last.messages.filter(({ role }) => role === 'tool')).toHaveLength(4);
});
