// The parts that stand under every loop: the parser and the recording of steps, with the floors they must hold.
import { measureInChild } from './child.mjs';

/** One sample for each fresh process. */
export async function measureParts({ processes, source }) {
  const samples = [];
  for (let round = 1; round <= processes; round++) {
    console.error(`Parts, round ${round} of ${processes}`);
    samples.push(await measureInChild('measure-parts.mjs', [], { source }));
  }
  return samples;
}

/** `parseStep` looks for the signs of eight forms before it reads one. */
const floorsOf = { 'parseStep json': 0.5 };

/** One line a reader: the median over processes of the worst figure in each. */
export function checkParts(samples) {
  const figures = [
    {
      group: 'prose',
      unit: 'MB/s of prose',
      key: 'megabytesPerSecond',
      relation: 'at least',
      floor: 300,
    },
    { group: 'json', unit: 'of JSON.parse', key: 'ofJsonParse', relation: 'at least', floor: 0.6 },
    {
      group: 'growth',
      unit: 'growth on hostile text',
      key: 'exponent',
      relation: 'at most',
      floor: 1.1,
    },
    {
      group: 'graph',
      unit: 'growth to 10,000 tasks',
      key: 'exponent',
      relation: 'at most',
      floor: 1.2,
    },
    {
      group: 'wave',
      unit: 'times Promise.all',
      key: 'timesPromiseAll',
      relation: 'at most',
      floor: 1.1,
    },
    {
      group: 'recording',
      unit: 'µs a step',
      key: 'microsecondsPerStep',
      relation: 'at most',
      floor: 5,
    },
  ];
  return figures.flatMap(({ group, unit, key, relation, floor: floorOfGroup }) => {
    const readers = [...new Set(samples[0][group].map(({ reader }) => reader))];
    return readers.map((reader) => {
      const floor = floorsOf[`${reader} ${group}`] ?? floorOfGroup;
      const worst = samples.map((sample) => {
        const values = sample[group]
          .filter((each) => each.reader === reader)
          .map((each) => each[key]);
        return relation === 'at least' ? Math.min(...values) : Math.max(...values);
      });
      const value = median(worst);
      const held = relation === 'at least' ? value >= floor : value <= floor;
      return { what: `${reader}: ${unit}`, value, relation, floor, held };
    });
  });
}

function median(values) {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)];
}
