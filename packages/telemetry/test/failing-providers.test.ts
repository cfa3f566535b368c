import { createMemoryJournal } from '@loopwright/agent-run';
import { scriptedModel } from '@loopwright/providers/scripted';
import { runReact } from '@loopwright/react-loop';
import { createToolRegistry } from '@loopwright/tool-registry';
import { type MeterProvider, metrics, type TracerProvider } from '@opentelemetry/api';
import { describe, expect, it } from 'vitest';
import { createTelemetry, type TelemetryOptions } from '../src/index.ts';
import { recordTelemetry } from './recorded-telemetry.ts';
import { action, final, tide } from './runs.ts';

/** Has every member that is asked for; each throws, at once or when it is called. */
function hostile(when: 'read' | 'called' | 'later'): object {
  return new Proxy(
    {},
    {
      get(_, name) {
        // It is no promise itself; its functions give some that reject.
        if (when === 'later' && name === 'then') return undefined;
        if (when === 'read') throw new Error('read');
        return () => {
          if (when === 'called') throw new Error('called');
          return Promise.reject(new Error('later'));
        };
      },
    },
  );
}

async function runWith(options: Partial<TelemetryOptions>) {
  const telemetry = createTelemetry({ agentName: 'harbour', ...options });
  const events: string[] = [];
  const result = await runReact({
    ...telemetry.watch({ onEvent: ({ type }) => events.push(type) }),
    task: 'How high is the tide at 5?',
    model: scriptedModel([action('tide', { hour: 5 }), final('105')]),
    tools: createToolRegistry({ tools: [tide] }),
  });
  const { status, stopReason, flags, counts } = result;
  return { status, stopReason, flags, counts, events };
}

describe('a run whose telemetry fails', () => {
  it.each(['read', 'called', 'later'] as const)(
    'is the same run when providers fail as they are %s',
    async (when) => {
      const usual = await runWith({});
      const bad = hostile(when);
      const all = await runWith({
        tracerProvider: bad as TracerProvider,
        meterProvider: bad as MeterProvider,
        provider: () => {
          throw new Error('provider');
        },
      });
      expect(all).toEqual(usual);
    },
  );

  // An unhandled rejection fails the whole run of the tests.
  it.each(['called', 'later'] as const)(
    'is the same run when spans and instruments fail as they are %s, and the rest is told',
    async (when) => {
      const usual = await runWith({});
      const bad = hostile(when);
      const recorded = recordTelemetry();
      const spansFail = await runWith({
        tracerProvider: {
          getTracer: () => ({ startSpan: () => bad }),
        } as unknown as TracerProvider,
        meterProvider: recorded.meterProvider,
      });
      expect(spansFail).toEqual(usual);
      expect(recorded.sum('agent_iterations_total')).toBe(2);

      const noMetrics = recordTelemetry();
      const meter = { createCounter: () => bad, createHistogram: () => bad };
      const metersFail = await runWith({
        tracerProvider: noMetrics.tracerProvider,
        meterProvider: { getMeter: () => meter } as unknown as MeterProvider,
      });
      expect(metersFail).toEqual(usual);
      expect(noMetrics.spans).toHaveLength(6);
    },
  );
});

describe('a run without an SDK', () => {
  it('is the same run, and tells nobody', async () => {
    const result = await runWith({});
    expect(result).toMatchObject({ status: 'solved', flags: [] });
    expect(result.events.at(-1)).toBe('finished');
  });

  it('uses the meter provider that is registered when the run starts', async () => {
    const { meterProvider, sum } = recordTelemetry();
    const telemetry = createTelemetry({ agentName: 'harbour' });
    const run = () =>
      runReact({
        ...telemetry.watch(),
        task: 'Answer.',
        model: scriptedModel([final('yes')]),
        tools: createToolRegistry({ tools: [] }),
      });
    await run();
    metrics.setGlobalMeterProvider(meterProvider);
    try {
      await run();
      await Promise.all([run(), run()]);
    } finally {
      metrics.disable();
    }
    expect(sum('agent_iterations_total')).toBe(3);
  });
});

describe('telemetry', () => {
  it.each([
    [{}, /agentName must be/],
    [{ agentName: ' ' }, /agentName must be/],
    [{ agentName: 'a', captureContent: 'true' }, /captureContent must be true or false/],
    [{ agentName: 'a', redact: true }, /redact/],
    [{ agentName: 'a', meterProvider: 1 }, /meterProvider must be a provider/],
    [{ agentName: 'a', agent: 'b' }, /There is no option agent; the options are agentName/],
  ])('refuses %o', (options, message) => {
    expect(() => createTelemetry(options as never)).toThrow(message);
  });

  it.each([
    { onEvent: 'log', runtime: { sessionId: 'x' } },
    { runtime: 'redis' },
    { runtme: createMemoryJournal() },
  ])('leaves what cannot be meant for the run to refuse: %o', async (options) => {
    const telemetry = createTelemetry({ agentName: 'harbour' });
    await expect(
      runReact({
        ...telemetry.watch(options as never),
        task: 'Answer.',
        model: scriptedModel([final('yes')]),
        tools: createToolRegistry({ tools: [] }),
      }),
    ).rejects.toMatchObject({ code: expect.stringMatching(/^invalid_/) });
  });

  it('never throws', () => {
    const telemetry = createTelemetry({ agentName: 'harbour' });
    for (const options of [null, undefined, 7, 'x', []]) telemetry.watch(options as never);
  });
});
