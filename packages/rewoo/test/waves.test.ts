import { scriptedModel } from '@loopwright/providers/scripted';
import { createToolRegistry, defineTool } from '@loopwright/tool-registry';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { runRewoo } from '../src/index.ts';
import { planText, step, wavesOf } from './support.ts';

/**
 * A tool that is done when it is told to be: it notes who runs at the same time, and ends once as many run as were waited for,
 * or once nothing more comes.
 */
function meetingRoom(expected: number) {
  const running = new Set<string>();
  const met: string[][] = [];
  const log: string[] = [];
  let release: (() => void)[] = [];
  const leave = () => {
    for (const done of release) done();
    release = [];
  };
  const tools = createToolRegistry({
    tools: [
      defineTool({
        name: 'meet',
        description: 'Waits for the others.',
        effect: 'pure',
        input: z.looseObject({ number: z.number() }),
        execute: async ({ number }) => {
          const who = `E${number}`;
          running.add(who);
          log.push(`+${who}`);
          met.push([...running]);
          const gone = new Promise<void>((resolve) => release.push(resolve));
          if (running.size >= expected) leave();
          // Whoever could still come has come when a round of the event loop has passed.
          else setImmediate(leave);
          await gone;
          running.delete(who);
          log.push(`-${who}`);
          return who;
        },
      }),
    ],
  });
  return { tools, log, mostAtOnce: () => Math.max(...met.map((each) => each.length)) };
}

const meet = (id: string, ...needs: string[]) =>
  step(id, 'meet', { number: Number(id.slice(1)), needs: needs.map((each) => `#${each}`) });

function runMeeting(tools: ReturnType<typeof meetingRoom>['tools'], steps: object[], limits = {}) {
  const model = scriptedModel([planText(...steps), 'done']);
  return runRewoo({ task: 'Meet.', tools, model, maxTasks: 50, limits });
}

describe('waves', () => {
  it('W2, REWOO-039: steps that need nothing of each other overlap, what needs both starts after both', async () => {
    const room = meetingRoom(2);
    const result = await runMeeting(room.tools, [meet('E1'), meet('E2'), meet('E3', 'E1', 'E2')]);
    expect(room.log).toEqual(['+E1', '+E2', '-E1', '-E2', '+E3', '-E3']);
    expect(result.counts.modelCalls).toEqual({ planner: 1, solver: 1 });
    expect(wavesOf(result.steps)).toEqual([['meet', 'meet'], ['meet']]);
  });

  it('W2: a wave starts when the one before has ended, as many as the longest chain has steps', async () => {
    const room = meetingRoom(3);
    const plan = [
      meet('E4', 'E1'),
      meet('E1'),
      meet('E2'),
      meet('E3'),
      meet('E6', 'E4'),
      meet('E5', 'E2'),
    ];
    const result = await runMeeting(room.tools, plan);
    expect(result.steps).toHaveLength(3);
    const waves = [['E1', 'E2', 'E3'], ['E4', 'E5'], ['E6']];
    let at = 0;
    for (const wave of waves) {
      expect(room.log.slice(at, at + wave.length)).toEqual(wave.map((who) => `+${who}`));
      expect(room.log.slice(at + wave.length, at + 2 * wave.length).toSorted()).toEqual(
        wave.map((who) => `-${who}`),
      );
      at += 2 * wave.length;
    }
  });

  it('W2: steps are run in the order in which they can, not in that in which they stand', async () => {
    const room = meetingRoom(1);
    await runMeeting(room.tools, [meet('E1', 'E2'), meet('E2', 'E3'), meet('E3')]);
    expect(room.log).toEqual(['+E3', '-E3', '+E2', '-E2', '+E1', '-E1']);
  });

  it.each([
    [1, 1],
    [2, 2],
    [5, 5],
    [16, 9],
  ])(
    'W2: with a wave concurrency of %i at most %i of 9 run at once',
    async (waveConcurrency, most) => {
      const room = meetingRoom(most);
      const steps = Array.from({ length: 9 }, (_, n) => meet(`E${n}`));
      const result = await runMeeting(room.tools, steps, { waveConcurrency });
      expect(room.mostAtOnce()).toBe(most);
      expect(result.steps).toHaveLength(1);
    },
  );

  it('W2: maxCallsPerStep cuts a wave; the parts follow one another and none is refused', async () => {
    const room = meetingRoom(4);
    const steps = Array.from({ length: 10 }, (_, n) => meet(`E${n}`));
    const result = await runMeeting(room.tools, steps, { maxCallsPerStep: 4, maxSteps: 1 });
    expect(result.steps.map(({ calls }) => calls.length)).toEqual([4, 4, 2]);
    expect(result.counts.toolCalls).toMatchObject({ ok: 10, refused: 0 });
    expect(room.mostAtOnce()).toBe(4);
  });

  it('W2: 50 steps, in one wave or in 50', async () => {
    const wide = Array.from({ length: 50 }, (_, n) => meet(`E${n}`));
    const limits = { maxCallsPerStep: 50, waveConcurrency: 50 };
    const room = meetingRoom(50);
    expect((await runMeeting(room.tools, wide, limits)).steps).toHaveLength(1);
    expect(room.mostAtOnce()).toBe(50);
    const chain = wide.map((_, n) => (n === 0 ? meet('E0') : meet(`E${n}`, `E${n - 1}`)));
    const result = await runMeeting(meetingRoom(1).tools, chain);
    expect(result).toMatchObject({ status: 'solved' });
    expect(result.steps).toHaveLength(50);
  });
});
