import { detectorFloors } from './detectors/detector-floors.ts';
import { endsTable, runsTable, warningsTable } from './detectors/detector-tables.ts';
import { guardRules } from './detectors/guard-rules.ts';
import { peerRules } from './detectors/peer-rules.ts';
import type { RecordedRun } from './detectors/recorded-run.ts';
import { isRunRecord, recordedRunOf } from './detectors/recorded-run.ts';
import { refusedCallRule, repeatedFailureRule } from './detectors/repeated-failure-rules.ts';
import type { RuleFigures } from './detectors/rule-figures.ts';
import { figuresOf } from './detectors/rule-figures.ts';
import { allOf } from './detectors/run-rule.ts';
import type { Measurement } from './measurement.ts';
import { ownCorpus, readCorpus } from './read-corpus.ts';

const {
  repetition,
  strictRepetition,
  relaxedRepetition,
  errorLimit,
  progress,
  goalDrift,
  observationDrift,
  stoppingGoalDrift,
  stoppingObservationDrift,
} = guardRules;

const strictWithBlock = allOf('repetition, strict, with F3', [
  strictRepetition,
  repeatedFailureRule,
]);
const repetitionWithBlock = allOf('repetition, default, with F3', [
  repetition,
  repeatedFailureRule,
]);
const combined = allOf('repetition, error limit and progress', [repetition, errorLimit, progress]);

const endingRules = [
  repetition,
  strictRepetition,
  relaxedRepetition,
  repeatedFailureRule,
  repetitionWithBlock,
  strictWithBlock,
  refusedCallRule,
  errorLimit,
  progress,
  stoppingGoalDrift,
  stoppingObservationDrift,
  combined,
];
const warningRules = [
  repetition,
  strictRepetition,
  relaxedRepetition,
  progress,
  goalDrift,
  observationDrift,
];

/**
 * Measures the guards on recorded runs: which runs they would have ended, how many of those failed anyway, and how many
 * steps that saves, beside the rules of other projects. Without a file the corpus of this package is read. Throws when a
 * record is no run.
 */
export function measureDetectors(file?: string): Measurement {
  const runs = readCorpus(file ?? ownCorpus('trajectories')).map((record, at) => {
    if (!isRunRecord(record))
      throw new Error(`Record ${at + 1} is no run (id, source, task, steps).`);
    return recordedRunOf(record);
  });
  const families = byFamily(runs);
  const ends = endingRules.map((rule) => figuresOf(rule, runs));
  const warnings = warningRules.map((rule) => figuresOf(rule, runs));
  const peers = peerRules.map((rule) => figuresOf(rule, runs));
  const figuresNamed = (name: string) => [...ends, ...warnings].find(({ rule }) => rule === name)!;
  return {
    title: `detectors: ${file ?? 'own corpus'}`,
    tables: [
      runsTable(families),
      endsTable('Runs ended', ends),
      endsTable('Runs ended by the rules of others', peers),
      warningsTable('At the first hint or flag', warnings),
      ...[...families].map(([family, runsOfFamily]) =>
        endsTable(
          `Runs ended: ${family}`,
          endingRules.map((rule) => figuresOf(rule, runsOfFamily)),
        ),
      ),
    ],
    remarks: endedSuccesses(figuresNamed(repetition.name)),
    floors: detectorFloors({
      repetition: figuresNamed(repetition.name),
      strict: figuresNamed(strictRepetition.name),
      strictWithBlock: figuresNamed(strictWithBlock.name),
      peers,
    }),
  };
}

function byFamily(runs: readonly RecordedRun[]): ReadonlyMap<string, readonly RecordedRun[]> {
  const families = Map.groupBy(runs, ({ family }) => family);
  return new Map([...families].toSorted(([a], [b]) => (a < b ? -1 : 1)));
}

/** Names every successful run that a rule ended. */
function endedSuccesses({ rule, endedSuccesses: all }: RuleFigures): string[] {
  return all.map(
    ({ run, outcome: { end, reason } }) =>
      `${rule} stopped the success ${run.id} at step ${end} of ${run.steps.length}: ${reason}`,
  );
}
