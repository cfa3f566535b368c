import { parseArgs } from 'node:util';
import { measureDetectors } from './measure-detectors.ts';
import { measureParser } from './measure-parser.ts';
import { measurePlans } from './measure-plans.ts';
import type { Measurement } from './measurement.ts';
import { printMeasurement } from './print-measurement.ts';

// Measures a part on recorded data: npm run measure -- parser|detectors|plans [FILE] [--json]
// Without FILE the small corpus of this package is read. Exits with 1 when a figure is under its floor.
const measures: Record<string, (file?: string) => Measurement | Promise<Measurement>> = {
  parser: measureParser,
  detectors: measureDetectors,
  plans: measurePlans,
};

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { json: { type: 'boolean', default: false } },
});
const [subject = '', file] = positionals;
const measure = measures[subject];
if (measure === undefined) {
  process.stderr.write(
    `Name what to measure: ${Object.keys(measures).join(', ')}; then, if you have one, a JSONL file.\n`,
  );
  process.exitCode = 2;
} else {
  const measurement = await measure(file);
  process.stdout.write(
    values.json ? `${JSON.stringify(measurement, null, 2)}\n` : printMeasurement(measurement),
  );
  process.exitCode = measurement.floors.every((floor) => floor.held) ? 0 : 1;
}
