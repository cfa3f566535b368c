import { seededRandom } from '../seeded-random.ts';
import { randomResponse } from './random-response.ts';
import { randomRun } from './random-run.ts';
import { startWireServer } from './wire-server.ts';

/** Runs at the same time: enough that those that wait for a deadline do not hold up the others. */
const atOnce = 16;

/** Puts every adapter to many random responses of one server. The same numbers give the same responses. */
export async function runRandomWire(options: {
  runs: number;
  /** Number of the first one. Default: 0. */
  from?: number;
}): Promise<{ faults: string[]; outcomes: Record<string, number> }> {
  const { runs, from = 0 } = options;
  const faults: string[] = [];
  const outcomes: Record<string, number> = {};
  const server = await startWireServer({
    answer: (request) => randomResponse(request, seededRandom(`wire server ${request.model}`)),
  });
  const right = await startWireServer({ answer: () => ({ text: 'Final Answer: 47' }) });
  const urls = { random: server.url, right: right.url };
  try {
    let next = from;
    const work = async () => {
      while (next < from + runs) {
        const run = await randomRun(next++, urls);
        faults.push(...run.faults);
        outcomes[run.outcome] = (outcomes[run.outcome] ?? 0) + 1;
      }
    };
    await Promise.all(Array.from({ length: atOnce }, work));
  } finally {
    await Promise.all([server.close(), right.close()]);
  }
  return { faults, outcomes };
}
