import { checkFloor, type MeasuredFloor, type Measurement } from '../measurement.ts';
import { judgePlan, type PlanVerdict } from './judge-plan.ts';
import type { PlanRecord } from './plan-record.ts';

/**
 * The least share of plans of each form that have to be read as expected. The rest are plans that no reader should accept:
 * a template, brackets that were never closed, labels that stand twice, references to nothing. In prose all is refused.
 */
const leastShares: Readonly<Record<PlanRecord['form'], number>> = {
  json: 1,
  text: 0.857,
  numbered: 0.909,
  json_calls: 0.969,
  json_steps: 1,
  prose: 1,
};

type Judged = { record: PlanRecord; verdict: PlanVerdict };

/**
 * Reads recorded plans: a row for each form and source, and the name of every plan that was not read as its record says. Of
 * the own corpus, which holds no such plan, all have to be read as expected.
 */
export function measurePlanRecords(
  records: readonly PlanRecord[],
  { isOwn = false }: { isOwn?: boolean } = {},
): Omit<Measurement, 'title'> {
  const judged = records.map((record) => ({ record, verdict: judgePlan(record) }));
  const groups = Map.groupBy(judged, ({ record }) => `${record.form}\n${record.source}`);
  const forms = Map.groupBy(judged, ({ record }) => record.form);
  return {
    tables: [
      {
        title: 'Recorded plans',
        rows: [...groups.values()].map((group) => {
          const { form, source } = group[0]!.record;
          return { form, source, ...countVerdicts(group) };
        }),
      },
    ],
    remarks: judged
      .filter(({ verdict }) => verdict.kind !== 'as expected')
      .map(({ record, verdict }) => `${verdict.kind} ${record.id}: ${verdict.reason}`),
    floors: [
      checkFloor('recorded plans read wrong', countOf(judged, 'wrong'), 'at most', 0),
      ...[...forms].map(([form, group]) => shareFloor(form, group, isOwn ? 1 : leastShares[form])),
    ],
  };
}

function countVerdicts(group: readonly Judged[]) {
  return {
    plans: group.length,
    'as expected': countOf(group, 'as expected'),
    'further edges': countOf(group, 'further edges'),
    'refused by name': countOf(group, 'refused'),
    wrong: countOf(group, 'wrong'),
  };
}

function countOf(group: readonly Judged[], kind: PlanVerdict['kind']): number {
  return group.filter(({ verdict }) => verdict.kind === kind).length;
}

function shareFloor(
  form: PlanRecord['form'],
  group: readonly Judged[],
  least: number,
): MeasuredFloor {
  const right = countOf(group, 'as expected') + countOf(group, 'further edges');
  const name = `share of recorded plans as expected: ${form}`;
  return checkFloor(name, right / group.length, 'at least', least);
}
