// What it costs to store the steps of a session, store by store, with the floors that must hold.
import { stores } from '../stores/index.mjs';
import { load } from '../stores/load.mjs';
import { measureInChild } from './child.mjs';

const mostGrowth = 1.3;
const mostRounds = 3;

/** One entry for each store, with the least disturbed figure of all rounds; `missing` says why there is none. */
export async function measureStores({ rounds, source }) {
  const rows = [];
  for (const store of stores) rows.push({ store, missing: await store.missing?.(), samples: {} });
  const present = rows.filter(({ missing }) => missing === undefined);
  for (let round = 1; round <= rounds; round++) {
    for (const row of present) await measureRound(row, { round, source });
  }
  for (const row of present) {
    for (let round = rounds + 1; round <= mostRounds; round++) {
      // Another process may have been in the way: a floor counts once it was missed each time.
      for (const { measurement, held } of floorsOf(summarise(row))) {
        if (!held) await measure(row, measurement, { round, source });
      }
    }
  }
  return rows.map(summarise);
}

async function measureRound(row, options) {
  await measure(row, 'steps', options);
  await measure(row, 'growth', options);
  if (row.store.replays) await measure(row, 'replay', options);
  if (!row.store.concurrent) return;
  await measure(row, 'sessions', options);
  await measure(row, 'short-sessions', options);
  await measure(row, 'parked', options);
}

async function measure({ store, samples }, measurement, { round, source }) {
  console.error(`Stores, round ${round}: ${store.name}, ${measurement}`);
  const sample = await measureInChild('measure-stores.mjs', [measurement, store.name], {
    source,
    flags: ['--expose-gc', '--no-warnings=ExperimentalWarning'],
  });
  samples[measurement] = [...(samples[measurement] ?? []), sample];
}

function summarise({ store, missing, samples }) {
  const least = (measurement, figure) =>
    samples[measurement] && Math.min(...samples[measurement].map(figure));
  return {
    name: store.name,
    missing,
    mostTimesIdeal: store.mostTimesIdeal,
    p10: least('steps', ({ p10 }) => p10),
    p50: least('steps', ({ p50 }) => p50),
    cpu: least('steps', ({ cpu }) => cpu),
    growth: least('growth', ({ start, end }) => end / start),
    finishedMs: least('replay', ({ finished }) => finished),
    unfinishedMs: least('replay', ({ unfinished }) => unfinished),
    wallMs: least('sessions', ({ wallMs }) => wallMs),
    timesIdeal: least('sessions', ({ wallMs }) => wallMs / load.idealMs),
    shortTimesIdeal: least('short-sessions', ({ wallMs }) => wallMs / load.shortIdealMs),
    cpuMs: least('sessions', ({ cpuMs }) => cpuMs),
    delayP99Ms: least('sessions', ({ delayP99Ms }) => delayP99Ms),
    peakRssMb: least('sessions', ({ peakRssMb }) => peakRssMb),
    heapKb: least('parked', ({ heapKb }) => heapKb),
    rssKb: least('parked', ({ rssKb }) => rssKb),
    samples,
  };
}

/** A line for each figure that must hold on any machine: none is a time. */
export function checkStores(rows) {
  return rows.flatMap(floorsOf);
}

function floorsOf({ name, growth, timesIdeal, mostTimesIdeal }) {
  const lines = [];
  if (growth !== undefined) {
    const what = `${name}: a step at the end of ${load.longSteps} beside one at the start`;
    lines.push({ measurement: 'growth', what, value: growth, floor: mostGrowth });
  }
  if (timesIdeal !== undefined && mostTimesIdeal !== undefined) {
    const what = `${name}: ${load.sessions} sessions, times the ideal`;
    lines.push({ measurement: 'sessions', what, value: timesIdeal, floor: mostTimesIdeal });
  }
  return lines.map((line) => ({
    ...line,
    relation: 'at most',
    held: line.value <= line.floor,
  }));
}
