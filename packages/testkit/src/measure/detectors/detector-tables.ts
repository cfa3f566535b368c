import type { MeasuredTable } from '../measurement.ts';
import type { RecordedRun } from './recorded-run.ts';
import type { RuleFigures } from './rule-figures.ts';

/** How many runs there are of each family, and how they went. */
export function runsTable(
  runsByFamily: ReadonlyMap<string, readonly RecordedRun[]>,
): MeasuredTable {
  const row = (family: string, runs: readonly RecordedRun[]) => ({
    family,
    runs: runs.length,
    successes: runs.filter(({ outcome }) => outcome === 'success').length,
    failures: runs.filter(({ outcome }) => outcome === 'failure').length,
    'steps of failures': runs
      .filter(({ outcome }) => outcome === 'failure')
      .reduce((total, { steps }) => total + steps.length, 0),
    'without reward (left out)': runs.filter(({ outcome }) => outcome === 'unknown').length,
  });
  const rows = [...runsByFamily].map(([family, runs]) => row(family, runs));
  return { title: 'Runs', rows: [...rows, row('all', [...runsByFamily.values()].flat())] };
}

/** What rules ended, one row a rule. */
export function endsTable(title: string, figures: readonly RuleFigures[]): MeasuredTable {
  return {
    title,
    rows: figures.map((each) => ({
      rule: each.rule,
      'failed runs hit': each.failuresEnded,
      'successes stopped': each.successesEnded,
      precision: shown(each.precision, 4),
      'stopped per 1000 successes': shown(each.perThousandSuccesses, 2),
      'steps saved %': shown(100 * each.stepsSaved, 2),
      'clean runs hit': each.cleanRunsEnded,
    })),
  };
}

/** What rules said before they ended anything, one row a rule. */
export function warningsTable(title: string, figures: readonly RuleFigures[]): MeasuredTable {
  return {
    title,
    rows: figures.map((each) => ({
      rule: each.rule,
      'failed runs warned': each.failuresWarned,
      'successes warned': each.successesWarned,
      'steps of failed runs still to come %': shown(100 * each.stepsAfterWarning, 2),
    })),
  };
}

/** A share of nothing is no number. */
function shown(value: number, decimals: number): number | string {
  return Number.isNaN(value) ? '–' : Number(value.toFixed(decimals));
}
