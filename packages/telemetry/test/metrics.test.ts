import { driftGuard } from '@loopwright/loop-detector';
import { scriptedModel } from '@loopwright/providers/scripted';
import { runReact } from '@loopwright/react-loop';
import { createCritic, reflectOnFailure } from '@loopwright/reflection';
import { createToolRegistry } from '@loopwright/tool-registry';
import { describe, expect, it } from 'vitest';
import { createTelemetry } from '../src/index.ts';
import { recordTelemetry } from './recorded-telemetry.ts';
import { action, final, harbourPilot, radio, tide } from './runs.ts';

type Options = Partial<Parameters<typeof runReact>[0]>;

async function measure(replies: Parameters<typeof scriptedModel>[0], options: Options = {}) {
  const recorded = recordTelemetry();
  const { tracerProvider, meterProvider } = recorded;
  const telemetry = createTelemetry({
    agentName: 'harbour',
    provider: () => 'openai',
    tracerProvider,
    meterProvider,
  });
  await runReact({
    ...telemetry.watch(),
    task: 'How high is the tide at 5 at the harbour?',
    model: scriptedModel(replies),
    tools: createToolRegistry({ tools: [tide, radio, harbourPilot()] }),
    ...(options as object),
  });
  return recorded;
}

const onTrack = '{"on_track": true, "critique": "fine", "next_hint": "read on"}';

describe('the metrics of runs', () => {
  it('O1 has the six metrics of agent quality under their usual names', async () => {
    const { created } = await measure([final('105')]);
    const names = created.map(({ name }) => name);
    for (const name of [
      'agent_iterations_total',
      'agent_iteration_duration_ms',
      'agent_termination_reason',
      'agent_reflection_count',
      'agent_loop_detected',
      'agent_goal_drift_detected',
    ]) {
      expect(names.filter((each) => each === name)).toHaveLength(1);
    }
    expect(created.find(({ name }) => name === 'agent_iteration_duration_ms')?.unit).toBe('ms');
    const bounds = created.find(({ name }) => name === 'gen_ai.client.inference.duration')?.bounds;
    expect(bounds).toEqual([
      0.01, 0.02, 0.04, 0.08, 0.16, 0.32, 0.64, 1.28, 2.56, 5.12, 10.24, 20.48, 40.96, 81.92,
    ]);
  });

  it('O1 counts steps with their durations, and runs by reason', async () => {
    const { sum, labels } = await measure([action('tide', { hour: 5 }), final('105')]);
    const agent = { 'gen_ai.agent.name': 'harbour', 'agent.mode': 'react' };
    expect(sum('agent_iterations_total')).toBe(2);
    expect(labels('agent_iterations_total')).toEqual([agent, agent]);
    expect(labels('agent_iteration_duration_ms')).toEqual([
      { ...agent, 'agent.step.kind': 'act' },
      { ...agent, 'agent.step.kind': 'final' },
    ]);
    expect(labels('agent_termination_reason')).toEqual([
      { ...agent, 'agent.outcome': 'solved', 'agent.stop_reason': 'final' },
    ]);
  });

  it('O1 counts reflections by who made them', async () => {
    const { labels } = await measure(
      [action('radio', {}), action('tide', { hour: 5 }), final('105')],
      {
        models: { critic: scriptedModel([onTrack, onTrack], { id: 'judge' }) },
        advisors: [createCritic(), reflectOnFailure()],
      },
    );
    expect(labels('agent_reflection_count').map((label) => label['agent.reflection.by'])).toEqual([
      'critic',
      'rules',
      'critic',
    ]);
  });

  it('O1 counts loops and stalls by kind, and drift', async () => {
    const { labels } = await measure(Array.from({ length: 5 }, () => action('tide', { hour: 5 })));
    expect(labels('agent_loop_detected')).toEqual([
      expect.objectContaining({ 'agent.loop.kind': 'repeat', 'agent.verdict': 'hint' }),
      expect.objectContaining({ 'agent.loop.kind': 'repeat', 'agent.verdict': 'stop' }),
    ]);
    const drifted = await measure(
      [
        ...['cats', 'dogs', 'birds', 'mice'].map((topic) => action('poem', { topic })),
        final('105'),
      ],
      { guards: [driftGuard({ goal: 'How high is the tide at five?', windowSize: 3 })] },
    );
    expect(drifted.labels('agent_goal_drift_detected')).toEqual([
      {
        'gen_ai.agent.name': 'harbour',
        'agent.mode': 'react',
        'agent.verdict': 'flag',
      },
    ]);
  });

  it('count the calls of an invocation, sub-agents apart, and the tokens that were reported', async () => {
    const usage = {
      inputTokens: 100,
      outputTokens: 20,
      cachedInputTokens: 60,
      reasoningTokens: 5,
      costUsd: null,
    };
    const { points, labels, sum } = await measure([
      { text: action('pilot', { question: 'How high at 3?' }), usage },
      // Estimated: without usage.
      final('103'),
    ]);
    const callsOf = (name: string) =>
      points
        .filter((point) => point.name === `gen_ai.invoke_agent.${name}`)
        .map(({ amount, labels }) => [labels['gen_ai.agent.name'], amount]);
    expect(callsOf('inference_calls')).toEqual([
      ['react', 2],
      ['harbour', 2],
    ]);
    expect(callsOf('tool_calls')).toEqual([
      ['react', 1],
      ['harbour', 1],
    ]);
    expect(sum('gen_ai.client.inference.usage.input_tokens')).toBe(100);
    expect(sum('gen_ai.client.inference.usage.output_tokens')).toBe(20);
    expect(sum('gen_ai.client.inference.usage.cache_read.input_tokens')).toBe(60);
    expect(sum('gen_ai.client.inference.usage.reasoning.output_tokens')).toBe(5);
    expect(labels('gen_ai.client.inference.usage.input_tokens')).toEqual([
      {
        'gen_ai.operation.name': 'chat',
        'gen_ai.provider.name': 'openai',
        'gen_ai.request.model': 'scripted',
        'gen_ai.token.modality': 'unknown',
      },
    ]);
    expect(labels('gen_ai.client.inference.duration')).toHaveLength(4);
    expect(
      labels('gen_ai.execute_tool.duration').map((label) => label['gen_ai.tool.name']),
    ).toEqual(['tide', 'pilot']);
  });

  it('have no label that grows with runs, arguments or errors', async () => {
    const { points } = await measure([
      action('radio', {}),
      action('made_up_by_the_model', { secret: 'argument' }),
      action('tide', { hour: 5 }),
      final('105'),
    ]);
    const values = new Set(points.flatMap(({ labels }) => Object.values(labels)));
    expect([...values].sort()).toEqual(
      [
        ...['act', 'chat', 'execute_tool', 'final', 'function', 'harbour', 'invoke_agent'],
        ...['openai', 'radio', 'react', 'scripted', 'solved', 'tide', 'unknown'],
      ].sort(),
    );
  });
});
