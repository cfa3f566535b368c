import type { Experiment } from './experiment.ts';
import { readArguments, usage } from './read-arguments.ts';
import { renderReport } from './render.ts';
import { runLab } from './run-lab.ts';

const notice = 'No language model was called: policies, small sets of rules, play the agents.';

/** Where the command writes; `console` is one. */
export type Output = {
  log(text: string): void;
  error(text: string): void;
};

/** The command `lab`. Gives its exit code: 0 when all claims hold, 1 when one fails, 2 for wrong options. */
export async function runCommand(
  args: string[],
  experiments: readonly Experiment[],
  { output, colour }: { readonly output: Output; readonly colour: boolean },
): Promise<number> {
  let options: ReturnType<typeof readArguments>;
  try {
    options = readArguments(args);
  } catch (error) {
    output.error(`${(error as Error).message}\n\n${usage}`);
    return 2;
  }
  const { verbose, json, help } = options;
  if (help) {
    output.log(usage);
    return 0;
  }
  if (json) output.error(notice);
  else output.log(`${notice}\n`);
  const report = await runLab(experiments);
  output.log(json ? JSON.stringify(report, null, 2) : renderReport(report, { verbose, colour }));
  return report.passed === report.total ? 0 : 1;
}
