import { addCounters, type HostileCounters } from './hostile-counters.ts';
import { hostileRun } from './hostile-run.ts';

/** Runs at the same time: enough that their short deadlines pass together. */
const batchSize = 100;

/** Lives through many hostile runs. */
export async function runHostile(options: {
  runs: number;
  /** Number of the first one. Default: 0. */
  from?: number;
}): Promise<{ faults: string[]; counters: HostileCounters }> {
  const { runs, from = 0 } = options;
  const faults: string[] = [];
  const counters: HostileCounters = {};
  for (let done = 0; done < runs; done += batchSize) {
    const size = Math.min(batchSize, runs - done);
    const batch = Array.from({ length: size }, (_, index) => hostileRun(from + done + index));
    for (const report of await Promise.all(batch)) {
      faults.push(...report.faults);
      addCounters(counters, report.counters);
    }
  }
  return { faults, counters };
}
