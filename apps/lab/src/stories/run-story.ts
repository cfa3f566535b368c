import { type BrokenMachine, runBroken } from './broken/run-broken.ts';
import { type FeesRun, runFees } from './fees/run-fees.ts';
import { type FranceMode, franceModes, type ModeReport, runFrance } from './france/run-france.ts';
import { renderBroken, renderFees, renderFrance } from './render-stories.ts';

/** Scenarios that compare ways of running instead of telling one run. */
export const storyNames = ['france', 'broken', 'fees'] as const;

export type StoryName = (typeof storyNames)[number];

/** What a story came to: for people, for programs, and whether it is what it should be. */
export type Story = { text: string; report: object; asExpected: boolean };

/** Runs a story; `modes` are the strategies that answer the question of `france`. */
export async function runStory(
  name: StoryName,
  modes: readonly FranceMode[] = franceModes,
): Promise<Story> {
  switch (name) {
    case 'france': {
      const reports = [];
      for (const mode of modes) reports.push(await runFrance(mode));
      const asExpected = reports.every(isAsCounted);
      return { text: renderFrance(reports), report: { modes: reports }, asExpected };
    }
    case 'broken': {
      const machines = await runBroken();
      return {
        text: renderBroken(machines),
        report: { machines },
        asExpected: machines.every(isSound),
      };
    }
    case 'fees': {
      const runs = await runFees();
      return { text: renderFees(runs), report: { runs }, asExpected: areFeesBounded(runs) };
    }
  }
}

/** The counts of the source document (E4). */
const countedModelCalls: Record<FranceMode, number> = { react: 4, rewoo: 2, plan: 2 };

function isAsCounted({ mode, modelCalls, toolCalls, answer }: ModeReport): boolean {
  const isCounted = modelCalls === countedModelCalls[mode];
  return isCounted && toolCalls.ok === 3 && toolCalls.failed === 0 && String(answer) === '16';
}

function isSound({ isBroken, isSound }: BrokenMachine): boolean {
  return isBroken && isSound;
}

function areFeesBounded([alone, guarded, satisfied]: readonly FeesRun[]): boolean {
  const isAlone = alone?.searches === 2_400 && alone.answer === null;
  return isAlone && guarded!.searches < 10 && satisfied?.searches === 1;
}
