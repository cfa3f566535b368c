// CPU per step of every loop: medians over fresh processes, and how the cost of a run grows with its length.
import { loops } from '../loops/index.mjs';
import { measureInChild } from './child.mjs';

export const sizes = { steps: [100, 300], bytes: [100, 10_240] };

/**
 * One entry for each loop and observation size. The loops take turns, so that a busy moment of the machine meets all of
 * them alike.
 */
export async function measureSteps({ processes, source }) {
  const samples = new Map();
  for (let round = 1; round <= processes; round++) {
    console.error(`CPU per step, round ${round} of ${processes}`);
    for (const bytes of sizes.bytes) {
      for (const steps of sizes.steps) {
        for (const loop of Object.keys(loops)) {
          const key = keyOf(loop, bytes, steps);
          const sample = await measureInChild('measure-steps.mjs', [loop, steps, bytes], {
            source,
          });
          samples.set(key, [...(samples.get(key) ?? []), sample]);
        }
      }
    }
  }
  return Object.keys(loops).flatMap((loop) =>
    sizes.bytes.map((bytes) => summarise(loop, bytes, samples)),
  );
}

function summarise(loop, bytes, samples) {
  const [short, long] = sizes.steps;
  const shortSamples = samples.get(keyOf(loop, bytes, short));
  const longSamples = samples.get(keyOf(loop, bytes, long));
  const perStep = (list) => median(list.map(({ cpuMsPerStep }) => cpuMsPerStep));
  return {
    loop,
    bytes,
    cpuMsPerStep: perStep(shortSamples),
    cpuMsPerStepOfLongRun: perStep(longSamples),
    exponent: growth(perStep(shortSamples) * short, perStep(longSamples) * long),
    startMs: median(shortSamples.map(({ startMs }) => startMs)),
    samples: { [short]: shortSamples, [long]: longSamples },
  };
}

/** 1: a run three times as long costs three times as much; 2: nine times as much. */
function growth(shortRun, longRun) {
  const [short, long] = sizes.steps;
  return Math.log(longRun / shortRun) / Math.log(long / short);
}

function median(values) {
  const sorted = values.toSorted((a, b) => a - b);
  const middle = Math.floor(sorted.length / 2);
  return sorted.length % 2 === 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2;
}

function keyOf(loop, bytes, steps) {
  return `${loop} ${bytes} ${steps}`;
}
