import { runBroken } from './broken/run-broken.ts';
import { runFees } from './fees/run-fees.ts';
import { type FranceMode, franceModes, runFrance } from './france/run-france.ts';
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
      const asExpected = reports.every(({ answer }) => String(answer) === '16');
      return { text: renderFrance(reports), report: { modes: reports }, asExpected };
    }
    case 'broken': {
      const machines = await runBroken();
      return { text: renderBroken(machines), report: { machines }, asExpected: true };
    }
    case 'fees': {
      const runs = await runFees();
      return { text: renderFees(runs), report: { runs }, asExpected: runs.at(-1)?.searches === 1 };
    }
  }
}
