import type { Measurement } from './measurement.ts';
import { measureGeneratedSteps } from './parser/measure-generated-steps.ts';
import { measurePeerCases } from './parser/measure-peer-cases.ts';
import { measureStepRecords } from './parser/measure-step-records.ts';
import { isPeerCase } from './parser/peer-case.ts';
import { isStepRecord } from './parser/step-record.ts';
import { ownCorpus, readCorpus } from './read-corpus.ts';

/** Generated texts for each form: enough for every kind of variation to meet many contents, and done in seconds. */
const textsPerForm = 10_000;

/**
 * Measures the reader of steps on recorded completions, on the test cases of other readers and on generated texts whose
 * meaning is known. Without a file the corpora of this package are read; a file may hold either kind of record, known by
 * its members (`raw` and `expected`, or `suite` and `expect`). Throws when it holds neither.
 */
export function measureParser(file?: string): Measurement {
  const corpora =
    file === undefined ? [ownCorpus('react-text'), ownCorpus('peer-parser-cases')] : [file];
  const parts = [...corpora.map(measureCorpus), measureGeneratedSteps(textsPerForm)];
  return {
    title: `parser: ${file ?? 'own corpora'}`,
    tables: parts.flatMap((part) => part.tables),
    floors: parts.flatMap((part) => part.floors),
    remarks: parts.flatMap((part) => part.remarks),
  };
}

function measureCorpus(file: string | URL): Omit<Measurement, 'title'> {
  const records = readCorpus(file);
  if (records.length > 0 && records.every(isStepRecord)) return measureStepRecords(records);
  if (records.length > 0 && records.every(isPeerCase)) return measurePeerCases(records);
  throw new Error(
    `${String(file)} holds neither completions (raw, expected) nor cases of readers (suite, expect).`,
  );
}
