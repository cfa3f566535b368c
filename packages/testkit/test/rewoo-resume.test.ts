import { createMemoryJournal } from '@loopwright/agent-run';
import { type RewooOptions, runPlan } from '@loopwright/rewoo';
import { createToolRegistry } from '@loopwright/tool-registry';
import { describe, expect, it } from 'vitest';
import { createWorld, type Life } from '../src/index.ts';
import { planner, rewooLife, step } from './rewoo-support.ts';
import { bankTools, tool } from './support.ts';

describe('a ReWOO run waits and goes on', () => {
  const run = (
    world: ReturnType<typeof createWorld>,
    runtime: Life['runtime'],
    model = planner(steps),
  ) => rewooLife({ world, runtime, onEvent: () => {} }, { model });
  const steps = [
    step('E1', 'transfer', { eur: 5 }),
    step('E2', 'wire', { eur: 7 }),
    step('E3', 'search', { q: '#E2' }),
  ];

  it('E7: it is suspended before anything of the wave ran, and another life finishes it', async () => {
    const world = createWorld();
    const journal = createMemoryJournal();
    const waiting = await run(world, journal);
    expect(waiting).toMatchObject({
      status: 'suspended',
      stopReason: 'awaiting_approval',
      pending: [{ key: 'act:0:1', call: { tool: 'wire', args: { eur: 7 } } }],
    });
    expect(world.commits).toEqual([]);
    journal.answer('act:0:1', { approved: true });
    const result = await run(world, createMemoryJournal(journal.record()));
    expect(result).toMatchObject({
      status: 'solved',
      counts: { modelCalls: { planner: 1, solver: 1 } },
      effects: [{ status: 'committed' }, { status: 'committed' }],
    });
    expect(world.commits).toEqual(['transfer {"eur":5}', 'wire {"eur":7}']);
  });

  it.each<[string, Partial<RewooOptions<unknown>>]>([
    ['other instructions', { instructions: 'Be quick.' }],
    ['another planner prompt', { plannerPrompt: () => 'You plan.' }],
    ['another solver prompt', { solverPrompt: () => 'Answer.' }],
    ['more repairs', { answerRepairs: 1 }],
    ['a smaller plan', { maxTasks: 3 }],
  ])('R12: with %s it is another run', async (_, more) => {
    const world = createWorld();
    const journal = createMemoryJournal();
    await run(world, journal);
    const next = { world, runtime: createMemoryJournal(journal.record()), onEvent: () => {} };
    await expect(rewooLife(next, { model: planner(steps), ...more })).rejects.toMatchObject({
      code: 'stamp_mismatch',
    });
  });

  it('R12: a plan that was edited between two lives is another run', async () => {
    const world = createWorld();
    const journal = createMemoryJournal();
    const options = {
      task: 'Settle the bill.',
      solve: false as const,
      tools: createToolRegistry({ tools: [...bankTools(world), tool('other', 'pure', () => 1)] }),
    };
    await runPlan({ steps }, { ...options, runtime: journal });
    const edited = { steps: [...steps, step('E4', 'other')] };
    const runtime = createMemoryJournal(journal.record());
    await expect(runPlan(edited, { ...options, runtime })).rejects.toMatchObject({
      code: 'stamp_mismatch',
    });
  });
});
