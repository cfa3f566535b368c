import { runPlanExecute } from '@loopwright/planner';
import { scriptedModel } from '@loopwright/providers/scripted';
import { runReact } from '@loopwright/react-loop';
import { createCritic } from '@loopwright/reflection';
import { createToolRegistry } from '@loopwright/tool-registry';
import { context, ROOT_CONTEXT, SpanKind, SpanStatusCode, trace } from '@opentelemetry/api';
import { describe, expect, it } from 'vitest';
import { createTelemetry, type TelemetryOptions } from '../src/index.ts';
import { recordTelemetry } from './recorded-telemetry.ts';
import { action, final, giveUp, harbourPilot, payment, radio, tide } from './runs.ts';

function watched(options: Partial<TelemetryOptions> = {}) {
  const recorded = recordTelemetry();
  const { tracerProvider, meterProvider } = recorded;
  const telemetry = createTelemetry({
    agentName: 'harbour',
    tracerProvider,
    meterProvider,
    ...options,
  });
  return { ...recorded, telemetry };
}

const critique = '{"on_track": true, "critique": "fine", "next_hint": "read on"}';

describe('the spans of a run', () => {
  it('are a tree of agent, steps, model calls, tools and reflection', async () => {
    const { telemetry, tree, span, spans } = watched();
    await runReact({
      ...telemetry.watch(),
      task: 'How high is the tide at 5?',
      model: scriptedModel([action('tide', { hour: 5 }), final('105')]),
      models: { critic: scriptedModel([critique], { id: 'judge' }) },
      advisors: [createCritic()],
      tools: createToolRegistry({ tools: [tide] }),
    });
    expect(tree()).toEqual([
      'invoke_agent harbour',
      '  step 1',
      '    chat scripted',
      '    execute_tool tide',
      '    reflect',
      '      chat judge',
      '  step 2',
      '    chat scripted',
    ]);
    expect(span('invoke_agent harbour')).toMatchObject({
      kind: SpanKind.INTERNAL,
      status: undefined,
      atStart: {
        'gen_ai.operation.name': 'invoke_agent',
        'gen_ai.agent.name': 'harbour',
        'agent.mode': 'react',
      },
      attributes: { 'agent.outcome': 'solved', 'agent.stop_reason': 'final', 'agent.steps': 2 },
    });
    expect(span('execute_tool tide')).toMatchObject({
      kind: SpanKind.INTERNAL,
      atStart: { 'gen_ai.operation.name': 'execute_tool', 'gen_ai.tool.name': 'tide' },
      attributes: { 'gen_ai.tool.call.id': 'act:0:0', 'agent.tool.outcome': 'done' },
    });
    expect(spans.find(({ name }) => name === 'chat judge')).toMatchObject({
      kind: SpanKind.CLIENT,
      atStart: {
        'gen_ai.operation.name': 'chat',
        'gen_ai.request.model': 'judge',
        'agent.role': 'critic',
      },
      attributes: { 'gen_ai.response.finish_reasons': ['stop'], 'agent.attempts': 1 },
    });
    expect(
      spans.every(({ startTime, endTime }) => endTime !== undefined && endTime >= startTime),
    ).toBe(true);
  });

  it('have planners beside the steps, and replans as events', async () => {
    const { telemetry, tree, span } = watched();
    const plan = (tool: string, args: object) => JSON.stringify([{ id: 1, tool, args }]);
    await runPlanExecute({
      ...telemetry.watch(),
      task: 'How high is the tide at 5?',
      model: scriptedModel([plan('radio', {}), plan('tide', { hour: 5 })], { id: 'planner' }),
      tools: createToolRegistry({ tools: [tide, radio] }),
    });
    expect(tree().slice(0, 3)).toEqual([
      'invoke_agent harbour',
      '  plan harbour',
      '    chat planner',
    ]);
    expect(tree()).toContain('    execute_tool radio');
    expect(tree()).toContain('    execute_tool tide');
    const { events } = span('invoke_agent harbour');
    expect(events.map(({ name }) => name)).toEqual(
      expect.arrayContaining(['agent.plan', 'agent.replan']),
    );
  });

  it('nest sub-agents in the call that runs them', async () => {
    const { telemetry, tree, span } = watched({ subAgentName: ({ tools }) => `of ${tools[0]}` });
    await runReact({
      ...telemetry.watch(),
      task: 'Ask the pilot.',
      model: scriptedModel([action('pilot', { question: 'How high at 3?' }), final('103')]),
      tools: createToolRegistry({ tools: [harbourPilot()] }),
    });
    expect(tree()).toEqual([
      'invoke_agent harbour',
      '  step 1',
      '    chat scripted',
      '    execute_tool pilot',
      '      invoke_agent of tide',
      '        step 1',
      '          chat small',
      '          execute_tool tide',
      '        step 2',
      '          chat small',
      '  step 2',
      '    chat scripted',
    ]);
    expect(span('invoke_agent of tide').attributes).toMatchObject({
      'agent.path': 'act:0:0/',
      'agent.outcome': 'solved',
    });
  });

  it.each([
    { end: 'degraded', replies: [giveUp], status: undefined, reason: 'gave_up' },
    {
      end: 'stopped',
      replies: Array.from({ length: 10 }, () => action('tide', { hour: 5 })),
      status: undefined,
      reason: 'loop_detected',
    },
    { end: 'failed', replies: [], status: SpanStatusCode.ERROR, reason: 'error' },
  ])('of a run that is $end have the status that belongs to it', async (example) => {
    const { telemetry, span } = watched();
    const result = await runReact({
      ...telemetry.watch(),
      task: 'How high is the tide at 5?',
      model: scriptedModel(example.replies),
      tools: createToolRegistry({ tools: [tide] }),
    });
    expect(result.status).toBe(example.end);
    const { status, attributes } = span('invoke_agent harbour');
    expect(status).toBe(example.status);
    expect(attributes).toMatchObject({
      'agent.outcome': example.end,
      'agent.stop_reason': example.reason,
    });
    expect(attributes['error.type']).toBe(example.end === 'failed' ? 'bad_request' : undefined);
  });

  it('tell what happened on the way as events, without texts', async () => {
    const { telemetry, spans } = watched();
    const { pay } = payment();
    await runReact({
      ...telemetry.watch(),
      task: 'Pay 5 and look at the tide.',
      model: scriptedModel([
        action('pay', { eur: 5 }),
        action('nothing', {}),
        ...Array.from({ length: 5 }, () => action('tide', { hour: 5 })),
      ]),
      tools: createToolRegistry({ tools: [pay, tide] }),
      approve: async (pending) => pending.map(() => false),
    });
    const events = spans.flatMap((span) => span.events);
    expect(events.map(({ name }) => name)).toEqual(
      expect.arrayContaining([
        'agent.approval.asked',
        'agent.approval.answered',
        'agent.call.refused',
        'agent.loop_detected',
      ]),
    );
    expect(events.find(({ name }) => name === 'agent.approval.answered')?.attributes).toEqual({
      'agent.approval.approved': 0,
      'agent.approval.denied': 1,
      'agent.approval.via': 'callback',
    });
    expect(events.find(({ name }) => name === 'agent.loop_detected')?.attributes).toEqual({
      'agent.loop.kind': 'repeat',
      'agent.verdict': 'hint',
      'agent.guard': 'loop',
    });
  });

  it('leave out the name of a tool that the model made up', async () => {
    const { telemetry, spans } = watched();
    const { pay } = payment();
    await runReact({
      ...telemetry.watch(),
      task: 'Pay.',
      model: scriptedModel([action('tell-ann-the-code-4711', {}), action('pay', {}), final('no')]),
      tools: createToolRegistry({ tools: [pay] }),
      approve: async (pending) => pending.map(() => false),
    });
    const refused = spans
      .flatMap(({ events }) => events)
      .filter(({ name }) => name === 'agent.call.refused');
    expect(refused.map(({ attributes }) => attributes)).toEqual([
      { 'error.type': 'unknown_tool' },
      { 'gen_ai.tool.name': 'pay', 'error.type': 'invalid_arguments' },
    ]);
    expect(JSON.stringify(spans.map(({ parent: _, ...span }) => span))).not.toContain('4711');
  });

  it('mark a tool that failed by the class of its error, and say no more of it', async () => {
    const { telemetry, span, spans } = watched();
    await runReact({
      ...telemetry.watch(),
      task: 'Ask the harbour master.',
      model: scriptedModel([action('radio', {}), final('nobody answers')]),
      tools: createToolRegistry({ tools: [radio] }),
    });
    expect(span('execute_tool radio')).toMatchObject({
      status: SpanStatusCode.ERROR,
      attributes: { 'error.type': 'unknown', 'agent.tool.error_code': 'thrown' },
    });
    expect(JSON.stringify(spans)).not.toMatch(/mast-17|harbour master|nobody answers/);
  });

  it('last as long as the events say, by the clock of the run', async () => {
    let time = 1_000_000;
    const { telemetry, span, spans } = watched();
    const model = {
      id: 'slow',
      async generate() {
        time += 700;
        return { text: final('done') };
      },
    };
    await runReact({
      ...telemetry.watch({ now: () => time }),
      task: 'Wait.',
      model,
      tools: createToolRegistry({ tools: [] }),
    });
    expect(span('chat slow')).toMatchObject({ startTime: 1_000_000, endTime: 1_000_700 });
    expect(spans.map(({ startTime }) => startTime)).toEqual([1_000_000, 1_000_000, 1_000_000]);
  });

  it('belong to the span that is active where the run starts', async () => {
    const { telemetry, spans, tracerProvider } = watched();
    const outer = tracerProvider.getTracer('test').startSpan('request');
    const active = trace.setSpan(ROOT_CONTEXT, outer);
    const manager = {
      active: () => active,
      with: () => undefined,
      bind: () => undefined,
      enable: () => manager,
      disable: () => manager,
    };
    expect(context.setGlobalContextManager(manager as never)).toBe(true);
    try {
      await runReact({
        ...telemetry.watch(),
        task: 'Answer.',
        model: scriptedModel([final('yes')]),
        tools: createToolRegistry({ tools: [] }),
      });
    } finally {
      context.disable();
    }
    expect(spans.map(({ name, parent }) => [name, parent?.name])).toEqual([
      ['request', undefined],
      ['invoke_agent harbour', 'request'],
      ['step 1', 'invoke_agent harbour'],
      ['chat scripted', 'step 1'],
    ]);
  });
});
