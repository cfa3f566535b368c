import type { SessionOptions } from '../sessions/index.ts';
import { type BrokenMachine, runBroken } from './broken/run-broken.ts';
import { type FeesRun, runFees } from './fees/run-fees.ts';
import { type FranceMode, franceModes, type ModeReport, runFrance } from './france/run-france.ts';
import { renderBroken, renderFees, renderFrance } from './render-stories.ts';
import { renderTransfer } from './transfer/render-transfer.ts';
import { runTransfer } from './transfer/run-transfer.ts';
import { transferTask } from './transfer/transfer-policy.ts';

/** Scenarios that tell more than one run: comparisons, and agents that are killed. */
export const storyNames = ['france', 'broken', 'fees', 'transfer'] as const;

export type StoryName = (typeof storyNames)[number];

/** What a story came to: for people, for programs, and whether it is what it should be. */
export type Story = { text: string; report: object; asExpected: boolean };

/** What only some stories take. */
export type StoryOptions = {
  /** The strategies that answer the question of `france`. Default: all. */
  modes?: readonly FranceMode[] | undefined;
  /** Where `transfer` stores its sessions. Default: in a temporary file. */
  sessions?: SessionOptions | undefined;
};

/** Runs a story. @throws SessionRefused where `transfer` cannot use its store. */
export async function runStory(
  name: StoryName,
  { modes = franceModes, sessions }: StoryOptions = {},
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
    case 'transfer': {
      const runs = await runTransfer(sessions);
      if (!runs) {
        return { text: 'The story was left.', report: { isLeft: true }, asExpected: false };
      }
      return {
        text: renderTransfer(runs),
        report: { task: transferTask, runs },
        asExpected: runs.every(({ asExpected }) => asExpected),
      };
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
