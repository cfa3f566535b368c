import { scriptedModel } from '@loopwright/providers/scripted';
import { runReact } from '@loopwright/react-loop';
import { createToolRegistry } from '@loopwright/tool-registry';
import { afterEach, describe, expect, it } from 'vitest';
import { captureContentVariable, createTelemetry, type TelemetryOptions } from '../src/index.ts';
import { recordTelemetry } from './recorded-telemetry.ts';
import { action, final, tide } from './runs.ts';

async function capture(options: Partial<TelemetryOptions>) {
  const recorded = recordTelemetry();
  const { tracerProvider, meterProvider } = recorded;
  const telemetry = createTelemetry({
    agentName: 'harbour',
    tracerProvider,
    meterProvider,
    ...options,
  });
  await runReact({
    ...telemetry.watch(),
    task: 'The tide at 5? My api_key=sk-ant-abcdefghijklmnopqrstuvwx is not yours.',
    model: scriptedModel([action('tide', { hour: 5 }), final('It is 105.')]),
    tools: createToolRegistry({ tools: [tide] }),
  });
  return recorded;
}

const parsed = (text: unknown) => JSON.parse(String(text));

describe('the content of a run', () => {
  afterEach(() => {
    delete process.env[captureContentVariable];
  });

  it.each([undefined, '', 'false', 'no_content', 'event_only', 'yes please'])(
    'is not told when the environment says %s',
    async (value) => {
      if (value !== undefined) process.env[captureContentVariable] = value;
      const { spans } = await capture({});
      expect(JSON.stringify(spans)).not.toMatch(/The tide|It is 105|hour/);
    },
  );

  it.each(['true', '1', 'SPAN_ONLY', 'span_and_event'])(
    'is told when the environment says %s',
    async (value) => {
      process.env[captureContentVariable] = value;
      const { spans } = await capture({});
      expect(JSON.stringify(spans)).toMatch(/It is 105/);
    },
  );

  it('is told by the option, in the form of the conventions and redacted', async () => {
    process.env[captureContentVariable] = 'false';
    const { span, spans } = await capture({ captureContent: true });
    const { attributes } = span('invoke_agent harbour');
    expect(parsed(attributes['gen_ai.output.messages'])).toEqual([
      {
        role: 'assistant',
        parts: [{ type: 'text', content: expect.stringContaining('It is 105.') }],
        finish_reason: 'final',
      },
    ]);
    expect(span('execute_tool tide').attributes).toMatchObject({
      'gen_ai.tool.call.arguments': '{"hour":5}',
      'gen_ai.tool.call.result': '105',
    });
    const [first, second] = spans.filter(({ name }) => name === 'chat scripted');
    expect(parsed(first?.attributes['gen_ai.system_instructions'])).toEqual([
      { type: 'text', content: expect.any(String) },
    ]);
    expect(parsed(first?.attributes['gen_ai.input.messages'])[0]).toMatchObject({
      role: 'user',
      parts: [{ type: 'text', content: expect.stringContaining('The tide at 5?') }],
    });
    expect(String(second?.attributes['gen_ai.input.messages'])).toContain('105');
    expect(String(second?.attributes['gen_ai.input.messages'])).not.toContain('The tide at 5?');
    expect(JSON.stringify(spans)).not.toContain('sk-ant-abcdefghijklmnopqrstuvwx');
  });

  it('is left out where a promise is given in its place, which is not heard', async () => {
    const late = () => Promise.reject(new Error('late')) as never;
    const recorded = recordTelemetry();
    const { tracerProvider, meterProvider } = recorded;
    const telemetry = createTelemetry({
      ...{ agentName: 'harbour', captureContent: true, tracerProvider, meterProvider },
      ...{ redact: late, provider: late, subAgentName: late },
    });
    await runReact({
      ...telemetry.watch(),
      task: 'Answer.',
      model: scriptedModel([final('yes')]),
      tools: createToolRegistry({ tools: [] }),
    });
    const { attributes } = recorded.span('chat scripted');
    expect(attributes).not.toHaveProperty('gen_ai.input.messages');
    expect(attributes).not.toHaveProperty('gen_ai.provider.name');
  });

  it('is left out where it cannot be redacted', async () => {
    const { spans } = await capture({
      captureContent: true,
      redact: () => {
        throw new Error('no rule');
      },
    });
    expect(JSON.stringify(spans)).not.toMatch(/It is 105|The tide/);
    expect(spans).toHaveLength(6);
  });
});
