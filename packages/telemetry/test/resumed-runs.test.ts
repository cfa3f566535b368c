import { createMemoryJournal, type MemoryJournal, type Model } from '@loopwright/agent-run';
import { scriptedModel } from '@loopwright/providers/scripted';
import { runReact } from '@loopwright/react-loop';
import { createToolRegistry } from '@loopwright/tool-registry';
import { describe, expect, it } from 'vitest';
import { createTelemetry } from '../src/index.ts';
import { recordTelemetry } from './recorded-telemetry.ts';
import { action, final, payment, tide } from './runs.ts';

/** One life of a run: its own providers, the same configuration over the journal. */
async function live(journal: MemoryJournal, model: Model, detach?: AbortSignal) {
  const recorded = recordTelemetry();
  const { tracerProvider, meterProvider } = recorded;
  const telemetry = createTelemetry({ agentName: 'harbour', tracerProvider, meterProvider });
  const { pay, paid } = payment();
  const ended = await runReact({
    ...telemetry.watch({ runtime: journal }),
    task: 'Look at the tide, then pay 5.',
    model,
    tools: createToolRegistry({ tools: [tide, pay] }),
    ...(detach ? { detach } : {}),
  }).catch((error: unknown) => error as Error);
  return { ...recorded, ended, paid };
}

const script = () => [action('tide', { hour: 5 }), action('pay', { eur: 5 }), final('done')];

/** A journal as another process reads it. */
function stored(journal: MemoryJournal): MemoryJournal {
  return createMemoryJournal(JSON.parse(JSON.stringify(journal.record())));
}

describe('a run with several lives', () => {
  it('is told once, each life what it did itself', async () => {
    const first = createMemoryJournal();
    const suspended = await live(first, scriptedModel(script().slice(0, 2)));
    expect(suspended.tree()).toEqual([
      'invoke_agent harbour',
      '  step 1',
      '    chat scripted',
      '    execute_tool tide',
      '  step 2',
      '    chat scripted',
    ]);
    expect(suspended.span('invoke_agent harbour')).toMatchObject({
      status: undefined,
      attributes: { 'agent.outcome': 'suspended', 'agent.stop_reason': 'awaiting_approval' },
    });
    expect(suspended.sum('agent_termination_reason')).toBe(0);

    const second = stored(first);
    second.answer('act:1:0', true);
    const resumed = await live(second, scriptedModel(script().slice(2)));
    expect(resumed.tree()).toEqual([
      'invoke_agent harbour',
      '  step 2',
      '    execute_tool pay',
      '  step 3',
      '    chat scripted',
    ]);
    const { events } = resumed.span('invoke_agent harbour');
    expect(events).toEqual([
      {
        name: 'agent.resumed',
        attributes: { 'agent.resumed.events': 6, 'agent.resumed.steps': 1 },
      },
      {
        name: 'agent.approval.answered',
        attributes: expect.objectContaining({ 'agent.approval.approved': 1 }),
      },
    ]);
    const total = (name: string) => suspended.sum(name) + resumed.sum(name);
    expect(total('agent_iterations_total')).toBe(3);
    expect(total('gen_ai.invoke_agent.inference_calls')).toBe(3);
    expect(total('gen_ai.invoke_agent.tool_calls')).toBe(2);
    expect(total('agent_termination_reason')).toBe(1);
  });

  it('tells what followed a denial, for which nothing was stored', async () => {
    const first = createMemoryJournal();
    await live(first, scriptedModel(script().slice(0, 2)));
    const second = stored(first);
    second.answer('act:1:0', false);
    const resumed = await live(second, scriptedModel(script().slice(2)));
    expect(resumed.paid).toEqual([]);
    const events = resumed.spans.flatMap((span) => span.events.map(({ name }) => name));
    expect(events).toEqual(['agent.resumed', 'agent.approval.answered', 'agent.call.refused']);
    expect(resumed.sum('agent_iterations_total')).toBe(2);
  });

  it('says that it goes on also where a tool call is the first that is new', async () => {
    const whole = createMemoryJournal();
    const model = () => scriptedModel([action('tide', { hour: 5 }), final('done')]);
    await live(whole, model());
    const { result: _, entries, ...session } = whole.record();
    for (let died = 1; died < entries.length; died += 1) {
      const journal = createMemoryJournal({ ...session, entries: entries.slice(0, died) });
      const { spans, span } = await live(journal, model());
      const names = span('invoke_agent harbour').events.map(({ name }) => name);
      expect(names, `died at ${died}`).toContain('agent.resumed');
      expect(spans.flatMap(({ events }) => events)).toHaveLength(1);
    }
  });

  it('tells nothing but its end when all was stored', async () => {
    const first = createMemoryJournal();
    await live(first, scriptedModel(script().slice(0, 2)));
    first.answer('act:1:0', true);
    await live(first, scriptedModel(script().slice(2)));
    const { result: _, ...unfinished } = first.record();
    const again = await live(createMemoryJournal(unfinished), scriptedModel([]));
    expect(again.tree()).toEqual(['invoke_agent harbour']);
    expect(again.sum('agent_iterations_total')).toBe(0);
    expect(again.sum('agent_termination_reason')).toBe(1);

    const finished = await live(stored(first), scriptedModel([]));
    expect(finished.spans).toEqual([]);
    expect(finished.points).toEqual([]);
  });

  it('ends its spans when the journal breaks it off', async () => {
    let stores = 3;
    const journal = createMemoryJournal(
      {},
      {
        append: () => {
          if (--stores < 0) throw new Error('the disk is full');
        },
      },
    );
    const { ended, spans, span } = await live(journal, scriptedModel(script()));
    expect(ended).toBeInstanceOf(Error);
    expect(spans.every(({ endTime }) => endTime !== undefined)).toBe(true);
    expect(span('invoke_agent harbour').attributes).toMatchObject({
      'agent.outcome': 'interrupted',
      'error.type': 'interrupted',
    });
  });

  it('is told of through a copy of its runtime as well', async () => {
    const journal = createMemoryJournal();
    const { tracerProvider, meterProvider, sum } = recordTelemetry();
    const telemetry = createTelemetry({ agentName: 'harbour', tracerProvider, meterProvider });
    const { runtime, ...watching } = telemetry.watch({ runtime: { ...journal } });
    const run = () =>
      runReact({
        ...watching,
        runtime: { ...runtime! },
        task: 'Answer.',
        model: scriptedModel([final('yes')]),
        tools: createToolRegistry({ tools: [] }),
      });
    expect([(await run()).status, (await run()).status]).toEqual(['solved', 'solved']);
    expect(sum('agent_termination_reason')).toBe(1);
  });
});
