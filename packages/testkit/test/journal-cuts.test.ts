import type { GuardFactory } from '@loopwright/agent-run';
import { describe, expect, it } from 'vitest';
import { cutEverywhere, turnModel } from '../src/index.ts';
import { cutScenarios, growing } from './cut-scenarios.ts';
import { call, reactLife, tool, turns } from './support.ts';

describe('a run is cut after every entry of its journal and resumed', () => {
  it.each(cutScenarios)('$name', async ({ expected, ...scenario }) => {
    const report = await cutEverywhere(scenario);
    expect(report.faults).toEqual([]);
    expect(report.result.stopReason).toBe(expected.end);
    expect(report.unknownCuts).toBe(expected.unknownCuts ?? 0);
    if (expected.commits)
      expect(report.world.commits.toSorted()).toEqual(expected.commits.toSorted());
  });
});

describe('a run is cut after every entry and resumed from the events that were heard', () => {
  it.each(cutScenarios)('$name', async ({ expected, ...scenario }) => {
    const { faults, unknownCuts } = await cutEverywhere(scenario, { resumeFrom: 'events' });
    expect(faults).toEqual([]);
    expect(unknownCuts > 0).toBe(expected.unknownCuts !== undefined);
  });
});

describe('what makes a resumed run differ', () => {
  it('finds a guard that keeps state across lives', async () => {
    let judged = 0;
    const shared: GuardFactory = () => ({
      name: 'count',
      judge: () => {
        judged += 1;
        return judged % 5 === 0 ? { kind: 'flag', text: 'the fifth' } : undefined;
      },
    });
    const { faults } = await cutEverywhere({
      name: 'shared state',
      run: (life) => reactLife(life, { model: growing, guards: [shared], limits: { maxSteps: 3 } }),
    });
    expect(faults).not.toEqual([]);
  });

  it('finds a tool that says it is idempotent and is not', async () => {
    const { faults } = await cutEverywhere({
      name: 'not idempotent',
      run: (life) =>
        reactLife(life, { model: turnModel(turns(call('send'))) }, [
          tool('send', 'idempotent', (args) => life.world.commit('send', args)),
        ]),
    });
    expect(faults.join()).toContain('send {} happened 2 times');
  });
});
