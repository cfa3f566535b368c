import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { trace } from '@opentelemetry/api';
import { name, register } from './providers.ts';
import { type SentSpan, startReceiver, treeOf, valuesOf } from './receiver.ts';
import { delegates, fails, givesUp, loops, replans } from './runs.ts';

const runs = { loops, replans, givesUp, fails, delegates };

const receiver = await startReceiver();
const { spans } = receiver;
let prometheus: string[] = [];

before(async () => {
  // Telemetry made before the providers are there is told of as well.
  const providers = register(receiver.url);
  const tracer = trace.getTracer('application');
  for (const [run, start] of Object.entries(runs)) {
    await tracer.startActiveSpan(`request ${run}`, async (span) => {
      await start();
      span.end();
    });
  }
  prometheus = (await providers.prometheusText()).split('\n');
  await providers.shutdown();
});

after(() => {
  receiver.close();
  console.log(
    `${name}: ${spans.length} spans and ${receiver.metrics().length} metrics over OTLP, ${prometheus.filter((line) => line.startsWith('# TYPE')).length} metrics as Prometheus text`,
  );
});

function only(spanName: string, among: readonly SentSpan[] = spans): SentSpan {
  const [found, ...others] = among.filter((span) => span.name === spanName);
  assert.ok(found && others.length === 0, `${others.length + (found ? 1 : 0)} spans ${spanName}`);
  return found;
}

const traceOf = (run: keyof typeof runs) => {
  const { traceId } = only(`request ${run}`);
  return spans.filter((span) => span.traceId === traceId);
};

const tree = (run: keyof typeof runs) => treeOf(spans, only(`request ${run}`));

const attributesOf = (span: SentSpan) => valuesOf(span.attributes);

function assertHas(actual: { [name: string]: unknown }, expected: { [name: string]: unknown }) {
  const picked = Object.fromEntries(Object.keys(expected).map((key) => [key, actual[key]]));
  assert.deepEqual(picked, expected);
}

test('a run that repeats itself, with a critic', () => {
  const step = (n: number) => [`    step ${n}`, '      chat large', '      execute_tool tide'];
  const reflect = ['      reflect', '        chat judge'];
  const lines = tree('loops');
  assert.deepEqual(lines.slice(0, 2), ['request loops', '  invoke_agent looper']);
  assert.deepEqual(lines.slice(2, 7), [...step(1), ...reflect]);
  // Nobody would read advice on the last step.
  assert.deepEqual(lines.slice(-3), step((lines.length - 5) / 5 + 1));
  const agent = only('invoke_agent looper');
  assert.equal(agent.kind, 1);
  assert.equal(agent.status.code, 0);
  assertHas(attributesOf(agent), {
    'gen_ai.operation.name': 'invoke_agent',
    'gen_ai.agent.name': 'looper',
    'agent.mode': 'react',
    'agent.outcome': 'stopped',
    'agent.stop_reason': 'loop_detected',
    'error.type': undefined,
  });
  const verdicts = traceOf('loops').flatMap((span) =>
    span.events
      .filter((event) => event.name === 'agent.loop_detected')
      .map((event) => valuesOf(event.attributes)),
  );
  const loop = { 'agent.loop.kind': 'repeat', 'agent.guard': 'loop' };
  assert.deepEqual(
    verdicts.map((verdict) => ({ ...verdict })),
    [
      { ...loop, 'agent.verdict': 'hint' },
      { ...loop, 'agent.verdict': 'stop' },
    ].map((verdict) => verdict),
  );
  const chat = traceOf('loops').find((span) => span.name === 'chat large');
  assert.equal(chat?.kind, 3);
  assertHas(attributesOf(chat!), {
    'gen_ai.operation.name': 'chat',
    'gen_ai.provider.name': 'openai',
    'gen_ai.request.model': 'large',
    'gen_ai.response.finish_reasons': ['stop'],
    'gen_ai.usage.input_tokens': 100,
    'gen_ai.usage.output_tokens': 20,
    'gen_ai.usage.cache_read.input_tokens': 60,
    'agent.role': 'actor',
  });
});

test('a run that replans', () => {
  assert.deepEqual(tree('replans'), [
    'request replans',
    '  invoke_agent planner',
    '    plan planner',
    '      chat large',
    '    step 1',
    '      execute_tool radio',
    '    plan planner',
    '      chat large',
    '    step 2',
    '      execute_tool tide',
  ]);
  const agent = only('invoke_agent planner');
  assert.equal(agent.status.code, 0);
  assertHas(attributesOf(agent), { 'agent.outcome': 'solved', 'agent.mode': 'plan-execute' });
  const events = traceOf('replans').flatMap((span) => span.events.map((event) => event.name));
  assert.deepEqual(events.filter((event) => event === 'agent.replan').length, 1);
  const radio = only('execute_tool radio');
  assert.equal(radio.status.code, 2);
  assertHas(attributesOf(radio), {
    'error.type': 'unknown',
    'agent.tool.error_code': 'thrown',
    'gen_ai.tool.call.arguments': undefined,
    'gen_ai.tool.call.result': undefined,
  });
});

test('a run that gives up is no error, one that fails is', () => {
  const quitter = only('invoke_agent quitter');
  assert.equal(quitter.status.code, 0);
  assertHas(attributesOf(quitter), { 'agent.outcome': 'degraded', 'agent.stop_reason': 'gave_up' });
  assert.deepEqual(
    quitter.events.map((event) => event.name).filter((event) => event !== 'agent.flag'),
    ['agent.degraded'],
  );
  const failing = only('invoke_agent failing');
  assert.equal(failing.status.code, 2);
  assertHas(attributesOf(failing), { 'agent.outcome': 'failed', 'error.type': 'bad_request' });
});

test('a sub-agent is below the call that runs it', () => {
  assert.deepEqual(tree('delegates'), [
    'request delegates',
    '  invoke_agent captain',
    '    step 1',
    '      chat large',
    '      execute_tool pilot',
    '        invoke_agent react',
    '          step 1',
    '            chat small',
    '            execute_tool tide',
    '          step 2',
    '            chat small',
    '    step 2',
    '      chat large',
  ]);
});

test('no text of a run is told, and every span lies in its parent', () => {
  assert.deepEqual([...receiver.scopes].sort(), ['@loopwright/telemetry', 'application']);
  assert.doesNotMatch(JSON.stringify(spans), /mast-17|How high|At 3|half|no signal/);
  const byId = new Map(spans.map((span) => [span.spanId, span]));
  for (const span of spans) {
    assert.ok(BigInt(span.startTimeUnixNano) <= BigInt(span.endTimeUnixNano), span.name);
    const parent = span.parentSpanId ? byId.get(span.parentSpanId) : undefined;
    if (!parent || parent.name.startsWith('request')) continue;
    assert.ok(BigInt(parent.startTimeUnixNano) <= BigInt(span.startTimeUnixNano), span.name);
    assert.ok(BigInt(span.endTimeUnixNano) <= BigInt(parent.endTimeUnixNano), span.name);
  }
});

test('metrics over OTLP', () => {
  const metric = (metricName: string) => {
    const found = receiver.metrics().filter((each) => each.name === metricName);
    assert.equal(found.length, 1, metricName);
    return found[0]!;
  };
  const terminations = metric('agent_termination_reason').sum?.dataPoints.map((point) => {
    const labels = valuesOf(point.attributes);
    return [labels['gen_ai.agent.name'], labels['agent.outcome'], labels['agent.stop_reason']];
  });
  assert.deepEqual(terminations, [
    ['looper', 'stopped', 'loop_detected'],
    ['planner', 'solved', 'final'],
    ['quitter', 'degraded', 'gave_up'],
    ['failing', 'failed', 'error'],
    ['react', 'solved', 'final'],
    ['captain', 'solved', 'final'],
  ]);
  assert.deepEqual(
    metric('gen_ai.invoke_agent.inference_calls').histogram?.dataPoints[0]?.explicitBounds,
    [1, 2, 4, 8, 16, 32, 64, 128],
  );
  assert.equal(metric('gen_ai.client.inference.duration').unit, 's');
  assert.equal(metric('agent_iterations_total').sum?.isMonotonic, true);
});

test('metrics as Prometheus text, under their names', () => {
  const types = prometheus
    .filter((line) => line.startsWith('# TYPE') && !line.includes('target_info'))
    .map((line) => line.slice('# TYPE '.length))
    .sort();
  assert.deepEqual(types, [
    'agent_iteration_duration_ms histogram',
    'agent_iterations_total counter',
    'agent_loop_detected_total counter',
    'agent_reflection_count_total counter',
    'agent_termination_reason_total counter',
    'gen_ai_client_inference_duration histogram',
    'gen_ai_client_inference_usage_cache_read_input_tokens_total counter',
    'gen_ai_client_inference_usage_input_tokens_total counter',
    'gen_ai_client_inference_usage_output_tokens_total counter',
    'gen_ai_execute_tool_duration histogram',
    'gen_ai_invoke_agent_duration histogram',
    'gen_ai_invoke_agent_inference_calls histogram',
    'gen_ai_invoke_agent_tool_calls histogram',
  ]);
  const sample = prometheus.find((line) => line.startsWith('agent_loop_detected_total{'));
  assert.match(sample ?? '', /gen_ai_agent_name="looper"/);
  assert.match(sample ?? '', /agent_loop_kind="repeat"/);
});
