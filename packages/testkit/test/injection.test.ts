import {
  encodeObservation,
  jsonLine,
  parseJsonStep,
  parseReactStep,
} from '@loopwright/core-parser';
import { rebuildScratchpad } from '@loopwright/react-loop';
import { describe, expect, it } from 'vitest';
import { injectionPayloads } from '../src/injection/injection-payloads.ts';
import { injectionPlaces } from '../src/injection/injection-world.ts';
import { outlineOf } from '../src/injection/outline.ts';
import { canary, harmlessText } from '../src/injection/payload.ts';
import {
  type InjectionRun,
  type InjectionTarget,
  injectionTargets,
  runInjection,
} from '../src/injection/run-injection.ts';

/** Hundreds of runs in one test take long where a machine is busy. */
const patience = { timeout: 120_000 };

/** A run for every payload; made once for all tests. */
const runs = new Map<InjectionTarget, Promise<{ id: string; run: InjectionRun }[]>>();

async function runAll(target: InjectionTarget) {
  const all: { id: string; run: InjectionRun }[] = [];
  for (const { id, text } of injectionPayloads) {
    all.push({ id, run: await runInjection(target, text) });
  }
  return all;
}

/** The payloads for which something does not hold, and why. */
async function failing(target: InjectionTarget, holds: (run: InjectionRun) => void) {
  const all = runs.get(target) ?? runAll(target);
  runs.set(target, all);
  return (await all).flatMap(({ id, run }) => {
    try {
      holds(run);
      return [];
    } catch (error) {
      return [`${id}: ${String(error)}`];
    }
  });
}

describe('the payloads', () => {
  it('SEC-005: are at least 200, all different, and hold what they are after or pose as something', () => {
    expect(injectionPayloads.length).toBeGreaterThanOrEqual(200);
    expect(new Set(injectionPayloads.map(({ id }) => id)).size).toBe(injectionPayloads.length);
    expect(new Set(injectionPayloads.map(({ text }) => text)).size).toBe(injectionPayloads.length);
  });

  it('SEC-005: most of them are steps of the model where nothing encodes them', () => {
    const read = injectionPayloads.filter(({ text }) =>
      [parseReactStep(text), parseJsonStep(text)].some(({ kind }) => kind !== 'parse_error'),
    );
    const shown = injectionPayloads.filter(
      ({ text }) => outlineOf(text, { json: true }).length > 0,
    );
    expect(read.length).toBeGreaterThan(60);
    expect(shown.length).toBeGreaterThan(250);
  });
});

describe.each(injectionTargets)('in every place at once, %s', patience, (target) => {
  it('SEC-005, P9: no request shows a label, a fence, an object or a token more, and the run is the same', async () => {
    const harmless = await runInjection(target, harmlessText);
    expect(harmless.commits).toEqual([expect.stringMatching(/^pay /)]);
    expect(harmless.result.status).toBe('solved');
    const failed = await failing(target, (run) => {
      expect(run.outlines).toEqual(harmless.outlines);
      expect(run.course).toEqual(harmless.course);
      expect(run.commits.filter((commit) => !commit.startsWith('pay '))).toEqual([]);
    });
    expect(failed).toEqual([]);
  });
});

describe.each(injectionPlaces)('a payload in the place %s alone', (place) => {
  it('SEC-005: is seen by the model of some strategy', async () => {
    const seen = await Promise.all(
      injectionTargets.map(async (target) => {
        const { lastRequest } = await runInjection(target, `a ${canary}`, { places: [place] });
        return JSON.stringify(lastRequest).includes(canary);
      }),
    );
    expect(seen).toContain(true);
  });
});

describe('the scratchpad among payloads', patience, () => {
  /** The calls of a run with their arguments as a scratchpad shows them. */
  const shownCalls = ({ result }: InjectionRun) =>
    result.steps.flatMap(({ calls }) =>
      calls.map(({ tool, args }) => ({
        tool,
        args: JSON.parse(encodeObservation(jsonLine(args))),
      })),
    );

  it.each([
    ['text', parseReactStep],
    ['json', parseJsonStep],
  ] as const)(
    'SEC-005, %s: the reader of the form finds the call of each step and nothing else',
    async (target, parse) => {
      const failed = await failing(target, (run) => {
        const last = run.lastRequest.messages.at(-1)!;
        const [, ...blocks] = last.role === 'user' ? last.blocks : [];
        const steps = blocks.map((block) => parse(block));
        expect(steps.map(({ kind }) => kind)).toEqual(blocks.map(() => 'action'));
        const calls = steps.map(
          (step) => step.kind === 'action' && { tool: step.tool, args: step.args },
        );
        expect(calls).toEqual(shownCalls(run));
      });
      expect(failed).toEqual([]);
    },
  );

  it('R20: is made again from the steps alone', async () => {
    const failed = await failing('text', ({ lastRequest, result }) => {
      const last = lastRequest.messages.at(-1)!;
      const [task = ''] = last.role === 'user' ? last.blocks : [];
      const rebuilt = rebuildScratchpad(task.slice('Task: '.length, -1), result.steps);
      expect(last.role === 'user' && last.blocks.join('')).toBe(rebuilt);
    });
    expect(failed).toEqual([]);
  });
});
