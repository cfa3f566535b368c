import type { Attributes, Meter, MeterProvider } from '@opentelemetry/api';
import { safely } from './safely.ts';

/** The name under which spans and metrics are told. */
export const scopeName = '@loopwright/telemetry';

const counters = {
  iterations: ['agent_iterations_total', '{iteration}', 'Steps of agents.'],
  terminations: ['agent_termination_reason', '{run}', 'Runs that ended, by reason.'],
  reflections: ['agent_reflection_count', '{reflection}', 'Reflections on steps.'],
  loops: ['agent_loop_detected', '{verdict}', 'Verdicts that a run repeats itself or stalls.'],
  drifts: ['agent_goal_drift_detected', '{verdict}', 'Verdicts that a run has left its goal.'],
  inputTokens: [
    'gen_ai.client.inference.usage.input_tokens',
    '{token}',
    'The number of input (prompt) tokens used, including cached tokens.',
  ],
  outputTokens: [
    'gen_ai.client.inference.usage.output_tokens',
    '{token}',
    'The number of output (completion) tokens used, including reasoning tokens.',
  ],
  cacheReadInputTokens: [
    'gen_ai.client.inference.usage.cache_read.input_tokens',
    '{token}',
    'The number of input tokens served from a provider-managed cache.',
  ],
  cacheWriteInputTokens: [
    'gen_ai.client.inference.usage.cache_write.input_tokens',
    '{token}',
    'The number of input tokens written to a provider-managed cache.',
  ],
  reasoningOutputTokens: [
    'gen_ai.client.inference.usage.reasoning.output_tokens',
    '{token}',
    'The number of output tokens used for reasoning.',
  ],
} as const;

const callSeconds = doubling(0.01, 14);
const callCounts = doubling(1, 8);

const histograms = {
  iterationDuration: [
    'agent_iteration_duration_ms',
    'ms',
    'Duration of a step.',
    [10, 20, 50, 100, 200, 500, 1_000, 2_000, 5_000, 10_000, 20_000, 50_000, 100_000],
  ],
  agentDuration: [
    'gen_ai.invoke_agent.duration',
    's',
    'GenAI agent invocation duration.',
    doubling(0.1, 13),
  ],
  inferenceCalls: [
    'gen_ai.invoke_agent.inference_calls',
    '{inference_call}',
    'Number of model calls of one agent invocation.',
    callCounts,
  ],
  toolCalls: [
    'gen_ai.invoke_agent.tool_calls',
    '{tool_call}',
    'Number of tool calls of one agent invocation.',
    callCounts,
  ],
  toolDuration: [
    'gen_ai.execute_tool.duration',
    's',
    'GenAI tool execution duration.',
    callSeconds,
  ],
  inferenceDuration: [
    'gen_ai.client.inference.duration',
    's',
    'GenAI inference duration.',
    callSeconds,
  ],
} as const;

/** One function for each metric; it takes an amount and the labels, and never throws. */
export type Instruments = {
  readonly [Name in keyof typeof counters | keyof typeof histograms]: (
    amount: number,
    labels: Attributes,
  ) => void;
};

/**
 * Gives the instruments of a meter provider, made when they are first asked for: one that is made before the provider of
 * the application is registered would be dead for ever.
 */
export function createInstrumentsOf(): (provider: MeterProvider) => Instruments {
  const known = new WeakMap<MeterProvider, Instruments>();
  return (provider) => {
    const instruments = known.get(provider) ?? createInstruments(provider);
    known.set(provider, instruments);
    return instruments;
  };
}

function createInstruments(provider: MeterProvider): Instruments {
  const meter = safely(() => provider.getMeter(scopeName));
  const made = [
    ...Object.entries(counters).map(([key, [name, unit, description]]) => {
      const counter = make(meter, (from) => from.createCounter(name, { unit, description }));
      return [key, write((amount, labels) => counter?.add(amount, labels))] as const;
    }),
    ...Object.entries(histograms).map(([key, [name, unit, description, bounds]]) => {
      const advice = { explicitBucketBoundaries: [...bounds] };
      const histogram = make(meter, (from) =>
        from.createHistogram(name, { unit, description, advice }),
      );
      return [key, write((amount, labels) => histogram?.record(amount, labels))] as const;
    }),
  ];
  return Object.fromEntries(made) as Instruments;
}

function make<Instrument>(
  meter: Meter | undefined,
  create: (meter: Meter) => Instrument,
): Instrument | undefined {
  return meter && safely(() => create(meter));
}

function write(to: (amount: number, labels: Attributes) => unknown) {
  return (amount: number, labels: Attributes) => void safely(() => to(amount, labels));
}

function doubling(first: number, count: number): number[] {
  // Without the error of repeated doubling of a decimal fraction.
  return Array.from({ length: count }, (_, index) => Number((first * 2 ** index).toPrecision(6)));
}
