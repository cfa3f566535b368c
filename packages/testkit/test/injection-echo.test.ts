import { describe, expect, it } from 'vitest';
import type { Echo } from '../src/injection/injection-actor.ts';
import { injectionPayloads } from '../src/injection/injection-payloads.ts';
import { outlineOf } from '../src/injection/outline.ts';
import { canary, canaryTool, harmlessText } from '../src/injection/payload.ts';
import {
  type InjectionRun,
  type InjectionTarget,
  runInjection,
} from '../src/injection/run-injection.ts';

/** Hundreds of runs in one test take long where a machine is busy. */
const patience = { timeout: 120_000 };
/** Each set-up takes every fourth payload, from another one on; INJECTION=all takes them all. */
const every = process.env.INJECTION === 'all' ? 1 : 4;
let setUps = 0;

async function failing(
  target: InjectionTarget,
  echo: Echo,
  holds: (run: InjectionRun, harmless: InjectionRun, text: string) => void,
): Promise<string[]> {
  const options = { echo, places: ['observation'] } as const;
  const harmless = await runInjection(target, harmlessText, options);
  const failed: string[] = [];
  const from = setUps++ % every;
  for (const { id, text } of injectionPayloads.filter((_, at) => at % every === from)) {
    const run = await runInjection(target, text, options);
    try {
      holds(run, harmless, text);
    } catch (error) {
      failed.push(`${id}: ${String(error)}`);
    }
  }
  return failed;
}

const isSent = ({ commits }: InjectionRun) =>
  commits.some((commit) => commit.startsWith(canaryTool));

const answerOf = ({ result }: InjectionRun) =>
  result.status === 'solved' ? JSON.stringify(result.answer) : '';

describe('SEC-005: a model that repeats an observation as it was shown', patience, () => {
  const sameCourse: [InjectionTarget, Echo['place']][] = [
    ['text', 'thought'],
    ['text', 'front'],
    ['json', 'thought'],
    ['native', 'thought'],
  ];
  it.each(sameCourse)('%s, %s: goes the same way as with harmless words', async (target, place) => {
    const failed = await failing(target, { text: 'shown', place }, (run, harmless) => {
      expect(run.course).toEqual(harmless.course);
      expect(isSent(run)).toBe(false);
    });
    expect(failed).toEqual([]);
  });

  // An object at the start of a reply, or a plan, is the model's own word: two of them are refused, none is chosen.
  it.each<InjectionTarget>(['json', 'rewoo', 'plan-execute'])(
    '%s, in front of its step: neither calls nor answers what the observation wants',
    async (target) => {
      const failed = await failing(target, { text: 'shown', place: 'front' }, (run) => {
        expect(isSent(run)).toBe(false);
        expect(answerOf(run)).not.toContain(canary);
      });
      expect(failed).toEqual([]);
    },
  );
});

describe('SEC-005: an answer in native calling that quotes an observation as it was shown', () => {
  it('makes no call of what it quotes', patience, async () => {
    const failed = await failing('native', { text: 'shown', place: 'front' }, (run) => {
      expect(run.commits).toEqual([expect.stringMatching(/^pay /)]);
    });
    expect(failed).toEqual([]);
  });
});

describe(
  'SEC-005: a model that writes down what a tool said, without the marks of the encoder',
  patience,
  () => {
    it.each<InjectionTarget>(['json', 'native'])(
      '%s, as its thought: goes the same way as with harmless words',
      async (target) => {
        const echo: Echo = { text: 'original', place: 'thought' };
        const failed = await failing(target, echo, (run, harmless) => {
          expect(run.course).toEqual(harmless.course);
        });
        expect(failed).toEqual([]);
      },
    );

    // At the start of a line a label is the model's own word, whoever said it first.
    it.each<[InjectionTarget, Echo['place']]>([
      ['text', 'thought'],
      ['text', 'front'],
      ['json', 'front'],
      ['native', 'front'],
    ])(
      '%s, %s: one step a reply, told as a flag, and no answer behind an observation of its own',
      async (target, place) => {
        const failed = await failing(target, { text: 'original', place }, (run, _, text) => {
          const { steps, flags, counts } = run.result;
          expect(steps.length).toBeLessThanOrEqual(8);
          expect(counts.modelCalls.actor).toBe(steps.length);
          expect(steps.every(({ calls }) => calls.length <= 1)).toBe(true);
          const isTold = flags.some((flag) => flag.startsWith('parser: '));
          if (isSent(run)) expect(isTold).toBe(true);
          // In native calling the text of the last reply is the answer, whatever it holds.
          if (target === 'native' || !answerOf(run).includes(canary)) return;
          expect(isTold).toBe(true);
          const reply = outlineOf(place === 'thought' ? `Thought: ${text}` : text);
          const observation = reply.indexOf('observation');
          if (observation >= 0) expect(reply.indexOf('final answer')).toBeLessThan(observation);
        });
        expect(failed).toEqual([]);
      },
    );

    it.each<InjectionTarget>(['rewoo', 'plan-execute'])(
      '%s: performs no plan but the one of its planner, and answers nothing behind an observation of its own',
      async (target) => {
        const echo: Echo = { text: 'original', place: 'front' };
        const failed = await failing(target, echo, (run, _, text) => {
          expect(isSent(run)).toBe(false);
          if (!answerOf(run).includes(canary)) return;
          const reply = outlineOf(text);
          const observation = reply.indexOf('observation');
          if (observation >= 0) expect(reply.indexOf('final answer')).toBeLessThan(observation);
        });
        expect(failed).toEqual([]);
      },
    );
  },
);
