import { defineAgentTool, type Step } from '@loopwright/agent-run';
import { loopGuard } from '@loopwright/loop-detector';
import { runReact, startReact } from '@loopwright/react-loop';
import { createCritic } from '@loopwright/reflection';
import { createToolRegistry } from '@loopwright/tool-registry';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { budgets } from '../page/view-model/budgets.ts';
import { buildRunView } from '../page/view-model/build-run-view.ts';
import { watchSteps } from '../page/view-model/loop-window.ts';
import { runStatus } from '../page/view-model/run-status.ts';
import {
  countSteps,
  stepLook,
  stepSummary,
  stepTitle,
  withoutEnds,
} from '../page/view-model/step-words.ts';
import { tokenColumns } from '../page/view-model/token-columns.ts';
import { calls, eventsOf, lookup, says, tools } from './page-runs.ts';

describe('the page of a ReAct run', () => {
  it('shows each step with its thought, calls, what came back, the critic and the answer', async () => {
    const critique = '{"on_track": false, "critique": "no such place", "next_hint": "answer"}';
    const events = await eventsOf(
      startReact({
        task: 'Where is Atlantis?',
        tools,
        model: says(calls('lookup', { key: 'Atlantis' }, 'look'), 'Final Answer: nowhere'),
        models: { critic: says(critique) },
        advisors: [createCritic()],
      }),
    );
    const view = buildRunView(events);
    const [first, last] = view.steps;
    expect(first).toMatchObject({ id: 'step-1', n: 1, kind: 'act', thought: 'look' });
    expect(first!.calls).toMatchObject([
      { tool: 'lookup', args: { key: 'Atlantis' }, state: 'failed', via: 'performed' },
    ]);
    expect(first!.calls[0]!.observation).toBe('ERROR[lookup]: Error: no such place');
    expect(first!.models.map(({ role }) => role)).toEqual(['actor', 'critic']);
    expect(first!.models[0]!.sent!.join('\n')).toContain('Where is Atlantis?');
    expect(first!.notes).toEqual(['critic: no such place Next: answer']);
    expect(stepLook(first!)).toMatchObject({ icon: '✕', word: 'error' });
    expect(last!.kind).toBe('final');
    expect(first!.outcome).toBeUndefined();
    expect(last!.outcome).toEqual({ name: 'Answer', text: 'nowhere' });
    expect(runStatus(view, false)).toMatchObject({
      name: 'solved',
      word: 'Solved',
      stopReason: 'final',
      answer: 'nowhere',
    });
  });

  it('shows what was achieved with the step that gave up', async () => {
    const surrender = '{"partial_answer": "an island", "reason": "no map"}';
    const model = says(`Action: give_up\nAction Input: ${surrender}`);
    const { steps } = buildRunView(await eventsOf(startReact({ task: 'a?', tools, model })));
    expect(steps[0]).toMatchObject({ kind: 'give_up', outcome: { name: 'Partial result' } });
    expect(steps[0]!.outcome!.text).toContain('an island');
  });

  it('counts tokens by step and together', async () => {
    const model = says(calls('lookup', { key: 'a' }), 'Final Answer: a');
    const { steps, root } = buildRunView(await eventsOf(startReact({ task: 'a?', tools, model })));
    const columns = tokenColumns(steps, 60);
    const usage = root.result.usage as { inputTokens: number; outputTokens: number };
    expect(columns).toHaveLength(2);
    expect(columns.at(-1)!.cumulative).toBe(usage.inputTokens + usage.outputTokens);
    expect(tokenColumns(steps, 1)).toMatchObject([{ first: 'Step 1', last: 'Step 2' }]);
  });

  it('shows an unreadable reply with its text, and the limit that it used up', async () => {
    const model = says('I am not sure.');
    const events = await eventsOf(
      startReact({ task: 'a?', tools, model, limits: { maxSteps: 1 } }),
    );
    const view = buildRunView(events);
    const [step] = view.steps;
    expect(step!.calls[0]).toMatchObject({ state: 'refused', errorCode: 'unreadable_call' });
    expect(step!.calls[0]!.unreadable).toBeTruthy();
    expect(step!.models[0]!.text).toBe('I am not sure.');
    expect(budgets(view, 'verbose')[0]).toMatchObject({
      name: 'Steps',
      used: 1,
      limit: 1,
      state: 'full',
    });
    expect(runStatus(view, false)).toMatchObject({ name: 'stopped', stopReason: 'max_steps' });
  });

  it('marks the steps of a loop and counts their repeats', async () => {
    const model = says(calls('lookup', { key: 'a' }), calls('lookup', { key: 'same' }));
    const guards = [loopGuard()];
    const { steps } = buildRunView(
      await eventsOf(startReact({ task: 'a?', tools, model, guards })),
    );
    const watched = watchSteps(steps);
    expect(watched[0]).toMatchObject({ signature: 'lookup(key=a)', isInLoop: false, repeats: 1 });
    expect(watched.at(-1)).toMatchObject({ signature: 'lookup(key=same)', isInLoop: true });
    expect(watched.slice(1).map(({ repeats }) => repeats)).toEqual([1, 2, 3, 4]);
  });

  it('counts as repeated only what is the same in full, and scores only what could be read', async () => {
    const long = 'a'.repeat(100);
    const drift = { kind: 'goal_drift', actions: [{ relevance: 0.1 }, { relevance: 0.9 }] };
    const guard = () => ({
      name: 'drift',
      judge: ({ n }: Step) =>
        n === 3 ? { kind: 'hint' as const, text: 'look', data: drift } : undefined,
    });
    const replies = [
      calls('lookup', { key: `${long}1` }),
      'I am not sure.',
      calls('lookup', { key: `${long}2` }),
      'Final Answer: a',
    ];
    const run = startReact({ task: 'a?', tools, model: says(...replies), guards: [guard] });
    const watched = watchSteps(buildRunView(await eventsOf(run)).steps);
    expect(watched.map(({ repeats }) => repeats)).toEqual([1, 1, 1]);
    expect(watched.map(({ relevance }) => relevance)).toEqual([0.1, undefined, 0.9]);
  });

  it('shows decisions about calls, and what became of the effects', async () => {
    const events = await eventsOf(
      startReact({
        task: 'pay',
        tools,
        model: says(calls('pay', { eur: 27 }), calls('pay', { eur: 5 }), 'Final Answer: done'),
        approve: async (asks) =>
          asks.map(({ call }) =>
            (call.args as { eur: number }).eur > 9
              ? { approved: true }
              : { approved: false, note: 'no tips' },
          ),
      }),
    );
    const view = buildRunView(events);
    expect(view.approvals).toMatchObject([
      { tool: 'pay', args: { eur: 27 }, decision: 'approved', via: 'callback' },
      { tool: 'pay', args: { eur: 5 }, decision: 'denied', note: 'no tips' },
    ]);
    expect(view.effects.map(({ status }) => status)).toEqual(['committed', 'not_started']);
    const asked = events.findIndex(({ type }) => type === 'asked');
    const waiting = buildRunView(events.slice(0, asked + 1));
    expect(runStatus(waiting, false)).toMatchObject({ name: 'suspended' });
    expect(waiting.approvals).toMatchObject([{ decision: 'waiting' }]);
    expect(stepSummary(waiting.steps.at(-1)!)).toBe('pay {"eur":27}');
    const intent = events.findIndex(({ type }) => type === 'intent');
    expect(buildRunView(events.slice(0, intent + 1)).effects).toMatchObject([
      { status: 'unknown' },
    ]);
  });

  it('nests the steps of a sub-agent behind the step that called it', async () => {
    const researcher = defineAgentTool({
      name: 'researcher',
      description: 'Finds out.',
      input: z.object({ question: z.string() }),
      bounds: { modelCalls: 4 },
      agent: ({ question }, parent) =>
        runReact({
          task: question,
          parent,
          limits: { maxSteps: 2 },
          tools: createToolRegistry({ tools: [lookup] }),
          model: says(calls('lookup', { key: 'b' }), 'Final Answer: b'),
        }),
    });
    const model = says(calls('researcher', { question: 'b?' }), 'Final Answer: it is b');
    const agentTools = createToolRegistry({ tools: [researcher] });
    const events = await eventsOf(startReact({ task: 'b?', tools: agentTools, model }));
    const { steps, parts } = buildRunView(events);
    expect(steps.map(({ depth, n }) => [depth, n])).toEqual([
      [0, 1],
      [1, 1],
      [1, 2],
      [0, 2],
    ]);
    expect(new Set(steps.map(({ id }) => id)).size).toBe(4);
    expect(steps.map(({ outcome }) => outcome?.text)).toEqual([
      undefined,
      undefined,
      'b',
      'it is b',
    ]);
    expect(parts.get(steps[0]!.calls[0]!.childPath!)).toMatchObject({
      task: 'b?',
      isFinished: true,
    });
  });

  it('takes names that every object has for names as any other', () => {
    const events = ['constructor', '__proto__'].flatMap((name, seq) => [
      { seq, path: '', type: name },
      { seq, path: '', type: 'finished', result: { status: name, stopReason: name } },
    ]);
    expect(runStatus(buildRunView(events), false)).toMatchObject({
      name: 'unknown',
      meaning: 'The log does not say why it ended.',
    });
  });

  it('says that a log is open, cut or replayed, and what came after the last step', async () => {
    const model = says(calls('lookup', { key: 'a' }), 'Final Answer: a');
    const events = await eventsOf(startReact({ task: 'a?', tools, model }));
    const open = buildRunView(events.slice(0, 2));
    expect(stepTitle(open.steps[0]!)).toBe('Step 1, not ended');
    expect(runStatus(open, true).name).toBe('cut');
    expect(runStatus(open, false).name).toBe('running');
    expect(runStatus(open, true, 'replay').name).toBe('running');
    const late = buildRunView([...events.slice(0, -1), events[1], events.at(-1)]);
    expect(late.steps.at(-1)).toMatchObject({ id: 'step-end', stage: 'end' });
    expect(stepTitle(late.steps.at(-1)!)).toBe('The end');
    expect(withoutEnds(late.steps).map(({ n }) => n)).toEqual([1, 2]);
    expect(countSteps(late.steps)).toBe(2);
    expect(budgets(late, 'verbose')[0]!.used).toBe(2);
    const named = buildRunView([{ type: 'step', step: { n: 1, kind: 'end' } }]);
    expect(countSteps(withoutEnds(named.steps))).toBe(1);
  });
});
