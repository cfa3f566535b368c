import type { Model, StopReason } from '@loopwright/agent-run';
import { jsonFormat, nativeFormat, type ReactOptions, textFormat } from '@loopwright/react-loop';
import { describe, expect, it } from 'vitest';
import {
  actionJson,
  actionText,
  cutEverywhere,
  type Life,
  pairingFaults,
  pureModel,
  type Scenario,
} from '../src/index.ts';
import { call, nativeReply, reactLife } from './support.ts';

/** How far a run is, told by the step numbers that the conversation shows, digests included. */
function searched(messages: unknown): number {
  const shown = [...JSON.stringify(messages).matchAll(/fact about (\d+)/g)].map(([, q]) =>
    Number(q),
  );
  return Math.max(0, ...shown);
}

/** Searches for 1, 2, 3 … in the words of a format, pays once in the fifth step, and checks what it is shown. */
function worker(format: 'text' | 'json' | 'native', faults: string[] = []): Model {
  return pureModel(({ messages, toolChoice }) => {
    faults.push(...pairingFaults(messages));
    if (toolChoice === 'none') return { text: 'As far as I got.' };
    const q = searched(messages) + 1;
    if (format === 'text') return actionText('search', { q });
    if (format === 'json') return actionJson('search', { q });
    const pay = q === 5 ? [call('transfer', { eur: 5 })] : [];
    return { ...nativeReply([call('search', { q }), ...pay]), opaque: { signed: q } };
  });
}

type Options = Omit<Partial<ReactOptions<unknown>>, 'tools' | 'model'>;
type Expected = { end: StopReason; options: Options };
const stopWhen = { 'nine found': (step: { n: number }) => step.n === 9 };
const cases: (Expected & { name: string; format: 'text' | 'json' | 'native' })[] = [
  ...(['text', 'json', 'native'] as const).map((format) => ({
    name: `R15: the ${format} form with resets`,
    format,
    end: 'max_steps' as const,
    options: { keepSteps: 1, limits: { maxSteps: 9, maxToolCalls: 40 } },
  })),
  {
    name: 'R8, R15: a native run whose end is summed up in its own conversation',
    format: 'native',
    end: 'condition_met',
    options: { keepSteps: 2, synthesis: 'model', stopWhen, limits: { maxSteps: 12 } },
  },
  {
    name: 'R2: a native run that concludes at its limit',
    format: 'native',
    end: 'final',
    options: { concludeAtLimit: true, keepSteps: 2, limits: { maxSteps: 7 } },
  },
];
const formats = { text: textFormat, json: jsonFormat, native: nativeFormat };

function scenarioOf({ name, format, options }: (typeof cases)[0], faults?: string[]): Scenario {
  const run = (life: Life) =>
    reactLife(life, { model: worker(format, faults), format: formats[format], ...options });
  return { name, run };
}

describe('native runs and resets, cut after every entry and resumed', () => {
  it.each(cases)('$name', async (each) => {
    const faults: string[] = [];
    const report = await cutEverywhere(scenarioOf(each, faults));
    expect([...report.faults, ...faults]).toEqual([]);
    expect(report.result.stopReason).toBe(each.end);
    const isNative = each.format === 'native';
    expect(report.world.commits).toEqual(isNative ? ['transfer {"eur":5}'] : []);
    const resets = report.events.filter(
      (event) => event.type === 'note' && event.name === 'compaction',
    );
    expect(resets.length).toBeGreaterThan(0);
  });

  it.each(cases)('from events: $name', async (each) => {
    const { faults } = await cutEverywhere(scenarioOf(each), { resumeFrom: 'events' });
    expect(faults).toEqual([]);
  });
});
