import { listOf, numberOf, recordOf, shortValue, textOf, textsOf } from './loose.ts';
import type { StepView, VerdictView } from './run-view.ts';

/** What the guards saw of a step. */
export type WatchedStep = {
  readonly id: string;
  readonly n: number;
  /** The calls with their arguments; what a loop is made of. */
  readonly signature: string;
  /** How often it stands among the latest steps, this one included. */
  readonly repeats: number;
  /** Whether it belongs to a loop that a guard reported. */
  readonly isInLoop: boolean;
  /** Likeness to the goal from 0 to 1; undefined where no verdict tells it. */
  readonly relevance: number | undefined;
  /** Steps without a milestone; undefined where no verdict tells it. */
  readonly sinceMilestone: number | undefined;
  readonly verdicts: readonly VerdictView[];
};

/** As the loop guard does by default, the latest six steps are compared. */
const windowSize = 6;

/** Looks at the steps of one run as its guards did. Numbers come from the verdicts, repeats are counted here. */
export function watchSteps(steps: readonly StepView[]): WatchedStep[] {
  const acting = steps.filter(({ calls }) => calls.length > 0);
  const identities = acting.map(identityOf);
  /** Places of the steps that a drift guard scores: what could not be read has no action. */
  const scored = acting.flatMap(({ calls }, at) =>
    calls.some(({ tool, unreadable }) => tool !== '' && unreadable === undefined) ? [at] : [],
  );
  const inLoop = new Set<number>();
  const relevance = new Map<number, number>();
  for (const [index, { verdicts }] of acting.entries()) {
    for (const verdict of verdicts) {
      for (const at of stepsOfLoop(verdict, index)) inLoop.add(at);
      const scores = scoresOf(verdict);
      const places = scored.filter((at) => at <= index).slice(-scores.length);
      for (const [at, score] of scores.entries()) {
        const place = places[at];
        if (place !== undefined) relevance.set(place, score);
      }
    }
  }
  return acting.map((step, index) => {
    const { id, n, verdicts } = step;
    const recent = identities.slice(Math.max(0, index - windowSize + 1), index + 1);
    return {
      id,
      n,
      signature: signatureOf(step),
      repeats: recent.filter((each) => each === identities[index]).length,
      isInLoop: inLoop.has(index),
      relevance: relevance.get(index),
      sinceMilestone: verdicts.flatMap(({ data }) => numberOf(data.sinceMilestone) ?? []).at(-1),
      verdicts,
    };
  });
}

function signatureOf({ calls }: StepView): string {
  return calls.map(({ tool, args }) => `${tool}(${signatureArgs(args)})`).join(', ');
}

/** The calls in full, by which two steps are the same; what is shown is cut. */
function identityOf({ calls }: StepView): string {
  return JSON.stringify(
    calls.map(({ tool, args, unreadable }) => [
      tool,
      Object.entries(recordOf(args)).sort(([a], [b]) => (a < b ? -1 : 1)),
      unreadable,
    ]),
  );
}

function signatureArgs(args: unknown): string {
  return Object.entries(recordOf(args))
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([name, value]) => `${name}=${shortValue(value, 60)}`)
    .join(', ');
}

/** Places of the steps that a loop verdict is about, counting back from the step that it came with. */
function stepsOfLoop({ guard, data }: VerdictView, index: number): number[] {
  if (guard !== 'loop') return [];
  const period = Math.max(1, textsOf(data.pattern).length);
  const repeats = numberOf(data.repeats) ?? 1;
  const isRow = data.kind === 'repeat' || data.kind === 'cycle';
  const count = Math.min(index + 1, isRow ? period * repeats : period);
  return Array.from({ length: count }, (_, back) => index - back);
}

function scoresOf({ data }: VerdictView): number[] {
  if (textOf(data.kind) !== 'goal_drift') return [];
  return listOf(data.actions).flatMap((action) => numberOf(recordOf(action).relevance) ?? []);
}
