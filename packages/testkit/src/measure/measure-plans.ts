import type { Measurement } from './measurement.ts';
import { measureGeneratedPlans } from './plans/measure-generated-plans.ts';
import { measurePlanRecords } from './plans/measure-plan-records.ts';
import { readPlanRecord } from './plans/plan-record.ts';
import { ownCorpus, readCorpus } from './read-corpus.ts';

const generatedPlans = 2_000;

/**
 * Measures the reader of plans on recorded plans, whose steps and edges are known, and on generated ones. Without a file the
 * corpus of this package is read. Throws when a record is no plan (id, source, format, raw, expected).
 */
export function measurePlans(file?: string): Measurement {
  const records = readCorpus(file ?? ownCorpus('plans')).map((record, at) => {
    const plan = readPlanRecord(record);
    if (plan !== undefined) return plan;
    throw new Error(
      `Record ${at + 1} is no plan of a known format (id, source, format, raw, expected).`,
    );
  });
  const parts = [
    measurePlanRecords(records, { isOwn: file === undefined }),
    measureGeneratedPlans(generatedPlans),
  ];
  return {
    title: `plans: ${file ?? 'own corpus'}`,
    tables: parts.flatMap((part) => part.tables),
    floors: parts.flatMap((part) => part.floors),
    remarks: parts.flatMap((part) => part.remarks),
  };
}
