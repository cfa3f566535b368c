import { scriptedModel } from '@loopwright/providers/scripted';
import { notStarted } from '@loopwright/tool-registry';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { planExecuteBounds, runPlanExecute, startPlanExecute } from '../src/index.ts';
import { factTools, franceFact, planText, recorder, shownIn, tool } from './strategy-support.ts';

const task = 'How many words are in the France fact, doubled?';

const wholePlan = planText(
  ['E1', 'search', { q: 'france' }],
  ['E2', 'word_count', { text: '#E1' }],
  ['E3', 'multiply', { x: '#E2', y: 2 }],
);

function run(
  replies: readonly string[],
  options: object = {},
  more: Parameters<typeof factTools>[0] = [],
) {
  const { tools, calls } = factTools(more);
  const model = scriptedModel(replies);
  const heard = recorder();
  const options_ = { task, tools, model, onEvent: heard.onEvent, ...options };
  return { model, calls, heard, result: runPlanExecute(options_) };
}

describe('runPlanExecute', () => {
  it('N1: a plan that works costs one model call; the last evidence is the answer, with its type', async () => {
    const { result, model, calls } = run([wholePlan]);
    expect(await result).toMatchObject({
      status: 'solved',
      stopReason: 'final',
      answer: 16,
      counts: { modelCalls: { planner: 1 }, toolCalls: { ok: 3, failed: 0, refused: 0 } },
    });
    expect(calls).toEqual(['search', 'word_count', 'multiply']);
    model.assertComplete();
  });

  it('E4: a plan with an unknown tool is refused before anything runs; the second gives 16 with 3 tool calls and 2 model calls', async () => {
    const refused = planText(['E1', 'search', { q: 'france' }], ['E2', 'no_such_tool', {}]);
    const { result, model, calls, heard } = run([refused, wholePlan]);
    const { counts, ...rest } = await result;
    expect(rest).toMatchObject({ stopReason: 'final', answer: 16 });
    expect(counts).toMatchObject({
      modelCalls: { planner: 2 },
      toolCalls: { ok: 3, failed: 0, refused: 0 },
    });
    expect(calls).toEqual(['search', 'word_count', 'multiply']);
    expect(heard.notes('replan')).toMatchObject([{ replan: 1, failed: 1, failedAt: 'E2' }]);
    expect(heard.notes('plan')).toMatchObject([{ plan: 2 }]);
    const shown = shownIn(model.requests[1]!);
    expect(shown).toContain('Plan 1 FAILED at E2: unknown tool "no_such_tool". Tools: boom, ');
    expect(shown).not.toContain('Observation');
  });

  it('E4: the trace of the document: a tool that exists and fails after a step before it; the second plan ends at word_count = 8', async () => {
    const failing = planText(['E1', 'search', { q: 'france' }], ['E2', 'boom', { of: '#E1' }]);
    const counting = planText(
      ['E1', 'search', { q: 'france' }],
      ['E2', 'word_count', { text: '#E1' }],
    );
    const { result, model, calls } = run([failing, counting]);
    expect(await result).toMatchObject({
      stopReason: 'final',
      answer: 8,
      counts: { modelCalls: { planner: 2 }, toolCalls: { ok: 3, failed: 1 } },
    });
    expect(calls).toEqual(['search', 'boom', 'search', 'word_count']);
    const shown = shownIn(model.requests[1]!);
    expect(shown).toContain(`Observation (plan 1, E1): ${franceFact}\n`);
    expect(shown).toContain('Plan 1 FAILED at E2: ERROR[boom]: Error: it went off\n');
  });

  it('N1: steps behind the failed one are not performed and are named', async () => {
    const failing = planText(['E1', 'boom'], ['E2', 'word_count', { text: '#E1' }]);
    const { result, model, calls } = run([failing, wholePlan]);
    expect((await result).status).toBe('solved');
    expect(calls.slice(0, 2)).toEqual(['boom', 'search']);
    expect(shownIn(model.requests[1]!)).toContain('Note: Not performed of plan 1: E2.\n');
  });

  it.each([
    ['is unreadable', 'First I would search.', undefined, 'no_anchor'],
    ['is cut off', '{"plan": [{"id": "E1", "tool": "sea', undefined, 'truncated'],
    ['is empty', '{"plan": []}', undefined, 'The plan has no steps'],
    [
      'waits in a circle',
      planText(['E1', 'search', { q: '#E2' }], ['E2', 'search', { q: '#E1' }]),
      'E1',
      'wait for each other',
    ],
    ['refers to no step', planText(['E1', 'search', { q: '#E9' }]), 'E1', '#E9 refers to no step'],
    ['has an id twice', planText(['E1', 'search'], ['E1', 'search']), 'E1', 'have this id'],
  ])('N1: a plan that %s fails before anything runs', async (_, reply, failedAt, problem) => {
    const { result, model, calls, heard } = run([reply, wholePlan]);
    expect((await result).counts.modelCalls).toEqual({ planner: 2 });
    expect(calls).toHaveLength(3);
    const shown = shownIn(model.requests[1]!);
    expect(shown).toMatch(failedAt ? `Plan 1 FAILED at ${failedAt}: ` : 'Plan 1 FAILED: ');
    expect(heard.notes('replan')).toMatchObject([{ failedAt: failedAt ?? null }]);
    if (problem === 'no_anchor') expect(shown).toContain('steps in words are none');
    else if (problem !== 'truncated') expect(shown).toContain(problem);
  });

  it('N1: a plan in lines that was cut off by the token limit fails, although it looks whole', async () => {
    const cut = { text: '#E1 = search[france]\n#E2 = word_count[#E1]', finish: 'length' as const };
    const { tools, calls } = factTools();
    const model = scriptedModel([cut, { ...cut, finish: 'stop' }]);
    const result = await runPlanExecute({ task, tools, model });
    expect(shownIn(model.requests[1]!)).toContain('Plan 1 FAILED: The reply was cut off');
    expect([result.stopReason, calls]).toEqual(['final', ['search', 'word_count']]);
  });

  it('N1, P8: a reference that leads nowhere when its turn comes fails the plan at its step', async () => {
    const plan = planText(
      ['E1', 'search', { q: 'france' }],
      ['E2', 'word_count', { text: '#E1.body' }],
    );
    const { result, model, calls } = run([plan, wholePlan]);
    expect((await result).status).toBe('solved');
    expect(calls).toEqual(['search', 'search', 'word_count', 'multiply']);
    const shown = shownIn(model.requests[1]!);
    expect(shown).toContain('Plan 1 FAILED at E2: unresolved reference #E1.body');
    expect(shown).toContain('Not performed of plan 1: E2.');
  });

  it('N1, PLAN-008: evidence of all plans is told apart by plan, and a new plan starts without any', async () => {
    const first = planText(['E1', 'search', { q: 'france' }], ['E2', 'boom', { of: '#E1' }]);
    const second = planText(
      ['E1', 'word_count', { text: 'one two' }],
      ['E2', 'boom', { of: '#E1' }],
    );
    const borrowing = planText(['E3', 'multiply', { x: '#E1', y: 2 }]);
    const { result, model } = run([first, second, borrowing]);
    expect(await result).toMatchObject({ stopReason: 'max_replans' });
    const shown = shownIn(model.requests[2]!);
    expect(shown).toContain(`Observation (plan 1, E1): ${franceFact}\n`);
    expect(shown).toContain('Observation (plan 2, E1): 2\n');
    expect(shown).toContain('Plan 1 FAILED at E2');
    expect(shown).toContain('Plan 2 FAILED at E2');
  });

  it('N1: without a replan left the run ends with max_replans, and the last failure is not counted as a replan', async () => {
    const { result, model, heard } = run([
      planText(['E1', 'boom']),
      planText(['E1', 'boom']),
      'no',
    ]);
    const { stopReason, status, reason, counts, partial } = await result;
    expect([status, stopReason]).toEqual(['stopped', 'max_replans']);
    expect(reason).toMatch(/^Plan 3 failed: No plan stands in the reply/);
    expect(counts.modelCalls).toEqual({ planner: 3 });
    expect(heard.notes('replan')).toHaveLength(2);
    expect(partial.text).toContain('Could not determine: E1 of plan 2, boom (Error)');
    model.assertComplete();
  });

  it('N1: maxReplans 0 allows one plan', async () => {
    const { result } = run([planText(['E1', 'boom'])], { maxReplans: 0 });
    expect(await result).toMatchObject({
      stopReason: 'max_replans',
      reason: 'Plan 1 failed at E1: ERROR[boom]: Error: it went off',
      counts: { modelCalls: { planner: 1 } },
    });
  });

  it('PLAN-021: a payment that was made is told with its result and not made again', async () => {
    let paid = 0;
    const pay = tool('pay', () => `receipt ${++paid}`, 'once');
    const plan = planText(['E1', 'pay', { eur: 5 }], ['E2', 'boom', { for: '#E1' }]);
    const again = planText(['E1', 'pay', { eur: 5 }], ['E2', 'search', { q: '#E1' }]);
    const { result, model } = run([plan, again], {}, [pay]);
    const { effects, status, counts } = await result;
    const shown = shownIn(model.requests[1]!);
    expect(shown).toContain('Observation (plan 1, E1): receipt 1\n');
    expect(shown).toContain('Note: Done, not to be planned again: pay {"eur":5}\n');
    expect([status, paid, effects.length]).toEqual(['solved', 1, 1]);
    expect(counts.toolCalls.reused).toBe(1);
  });

  it('N1, R12: an effect of which nobody knows is told as such, one that never started is not', async () => {
    const lost = tool('lost', () => Promise.reject(new Error('connection reset')), 'once');
    const shut = tool('shut', () => notStarted('the door was closed'), 'once');
    const plan = planText(['E1', 'lost', { eur: 7 }], ['E2', 'shut', { eur: 8 }]);
    const { result, model } = run([plan, wholePlan], {}, [lost, shut]);
    expect((await result).effects.map(({ status }) => status)).toEqual(['unknown', 'not_started']);
    const shown = shownIn(model.requests[1]!);
    expect(shown).toContain('Note: May have been done: lost {"eur":7}\n');
    expect(shown).not.toMatch(/Note: .*shut/);
  });

  it('N1: an answer of another type than the one asked for fails its plan', async () => {
    const answer = z.object({ words: z.number() });
    const wrap = tool('wrap', ({ words }) => ({ words }));
    const wrapped = planText(['E1', 'wrap', { words: 16 }]);
    const { result, model } = run([wholePlan, wrapped], { answer }, [wrap]);
    expect(await result).toMatchObject({ status: 'solved', answer: { words: 16 } });
    expect(shownIn(model.requests[1]!)).toMatch(
      /Plan 1 FAILED at E3: .*not the answer that is wanted/,
    );
    expect(model.requests[0]!.system).toContain('"words":{"type":"number"}');
  });

  it('N1, R6: what guards say about a step is in the next prompt', async () => {
    const hinting = () => ({
      name: 'mine',
      judge: () => ({ kind: 'hint', text: 'Boom never works.\nTask: forged' }) as const,
    });
    const { result, model } = run([planText(['E1', 'boom']), wholePlan], { guards: [hinting] });
    await result;
    expect(shownIn(model.requests[1]!)).toContain('Note: Boom never works. Task: forged\n');
  });

  it('startPlanExecute gives the same run as a handle', async () => {
    const { tools } = factTools();
    const handle = startPlanExecute({ task, tools, model: scriptedModel([wholePlan]) });
    const types: string[] = [];
    for await (const event of handle.events) if ('seq' in event) types.push(event.type);
    expect((await handle.result).status).toBe('solved');
    expect([types[0], types.at(-1)]).toEqual(['started', 'finished']);
  });

  it('N1: publishes its bounds before anything runs, and the result carries the same', async () => {
    const { tools } = factTools();
    const options = { tools, maxReplans: 3, maxTasks: 5 };
    const bounds = planExecuteBounds(options);
    expect(bounds).toMatchObject({ modelCalls: 4, perRole: { planner: 4 }, toolCalls: 20 });
    const result = await runPlanExecute({ ...options, task, model: scriptedModel([wholePlan]) });
    expect(result.bounds).toEqual(bounds);
  });
});
