import { notStarted } from '@loopwright/tool-registry';
import type { DurableEvent, Outcome, Run } from '../src/index.ts';
import { createMemoryJournal, journalFromEvents, runStrategy } from '../src/index.ts';
import {
  actOne,
  advisor,
  ask,
  call,
  guard,
  recorder,
  type SpecOptions,
  scripted,
  specOf,
  stepWith,
  tool,
} from './support.ts';

/** Uses every door of a run: models, tools of every effect, approval, guards, advisors, other I/O. */
export function everything(): {
  spec: SpecOptions;
  body: (run: Run) => Promise<Outcome>;
  world: string[];
} {
  const world: string[] = [];
  const act = (name: string, effect: 'pure' | 'idempotent' | 'once', options = {}) =>
    tool(
      name,
      effect,
      (args) => {
        world.push(name);
        if (name === 'lose') throw new Error('lost');
        return name === 'early' ? notStarted('closed') : args;
      },
      options,
    );
  const spec: SpecOptions = {
    model: scripted([
      () => {
        world.push('model');
        return 'thought';
      },
      () => {
        world.push('model');
        return 'note';
      },
    ]),
    tools: [
      act('read', 'pure'),
      act('send', 'idempotent'),
      act('lose', 'once'),
      act('early', 'once'),
      act('pay', 'once', { approval: true }),
    ],
    approve: async (pending) => {
      world.push('approve');
      return pending.map(({ call: { args } }) => (args as { to?: string }).to !== 'bob');
    },
    allowance: { actor: 2, critic: 1 },
    guards: [
      guard(
        async () => {
          world.push('guard');
          return { kind: 'flag', text: 'seen' };
        },
        { io: true },
      ),
    ],
    advisors: [
      advisor(async (context, { n }) =>
        n === 1 ? (await context.think(ask('grade'), 'critic')).text : undefined,
      ),
    ],
  };
  const body = async (run: Run): Promise<Outcome> => {
    await run.think(ask('task'), 'actor');
    const now = await run.io('clock', async () => world.push('clock'));
    run.note('plan', { now });
    await stepWith(run, call('read', { n: 1 }), call('send'), call('lose'), call('nothing'));
    await stepWith(run, call('pay', { to: 'ann' }), call('pay', { to: 'bob' }), call('early'));
    const again = await actOne(run, call('pay', { to: 'ann' }));
    return { stopReason: 'final', answer: again.text, thought: 'ready' };
  };
  return { spec, body, world };
}

export async function record(options: SpecOptions, body: (run: Run) => Promise<Outcome>) {
  const { events, onEvent } = recorder();
  const result = await runStrategy(specOf({ ...options, onEvent }), body);
  return { events, result };
}

export const rerun = (
  events: readonly DurableEvent[],
  options: SpecOptions,
  body: (run: Run) => Promise<Outcome>,
  fork?: { atSeq: number; sessionId?: string },
) => record({ ...options, runtime: createMemoryJournal(journalFromEvents(events, fork)) }, body);
