// Measures sessions over one store in a process of its own.
//   node --expose-gc measure-stores.mjs steps|growth|replay|sessions|short-sessions|parked STORE      prints one JSON object
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { temporaryFolder } from '../scripts/lib/process.mjs';
import { findStore } from './stores/index.mjs';
import { load } from './stores/load.mjs';
import { leaveSession, replaySession, runSession } from './stores/session.mjs';

const measurements = {
  steps,
  growth,
  replay,
  sessions: () => sessions(load.delayMs),
  'short-sessions': () => sessions(load.shortDelayMs),
  parked,
};

const [measurement, storeName] = process.argv.slice(2);
const store = await findStore(storeName).open(temporaryFolder('stores'));
let sessionCount = 0;
const nextId = () => `session-${sessionCount++}`;
try {
  await warmUp();
  console.log(JSON.stringify(await measurements[measurement]()));
} finally {
  await store.close();
}

async function warmUp() {
  const endsAt = performance.now() + load.warmUpAtMostMs;
  for (let count = 0; count < load.warmUpSessions && performance.now() < endsAt; count++)
    await runSession(store, nextId(), { toolCalls: load.toolCalls });
}

/** Microseconds of a step, one session at a time; the beginning and the end of the session are in it. */
async function steps() {
  const samples = [];
  const cpuBefore = process.cpuUsage();
  const startedAt = performance.now();
  while (samples.length < load.leastSessions || performance.now() - startedAt < load.measuredMs)
    samples.push(await timeOf(() => runSession(store, nextId(), { toolCalls: load.toolCalls })));
  const { user, system } = process.cpuUsage(cpuBefore);
  const perStep = samples.map((ms) => (ms * 1_000) / load.steps).sort(ascending);
  return {
    sessions: samples.length,
    p10: quantile(perStep, 0.1),
    p50: quantile(perStep, 0.5),
    cpu: (user + system) / (samples.length * load.steps),
  };
}

/** Microseconds of a model call and a tool call, at the start and at the end of long sessions. */
async function growth() {
  const starts = [];
  const ends = [];
  for (let count = -load.longWarmUpSessions; count < load.longSessions; count++) {
    const times = [];
    const beforeModelCall = () => {
      times.push(performance.now());
    };
    await runSession(store, nextId(), { toolCalls: load.longToolCalls, beforeModelCall });
    if (count < 0) continue;
    const turns = times.slice(1).map((time, index) => time - times[index]);
    starts.push(...turns.slice(0, load.toolCalls));
    ends.push(...turns.slice(-load.toolCalls));
  }
  const [start, end] = [starts, ends].map((turns) => quantile(turns.sort(ascending), 0.5) * 1_000);
  return { start, end };
}

/** Milliseconds to run a session again whose steps are all stored: with its result, and without. */
async function replay() {
  const finished = [];
  const unfinished = [];
  const size = { toolCalls: load.toolCalls };
  for (let count = 0; count < load.replays; count++) {
    const id = nextId();
    await leaveSession(store, id, size);
    unfinished.push(await timeOf(() => replaySession(store, id, size)));
    finished.push(await timeOf(() => replaySession(store, id, size)));
  }
  return {
    finished: quantile(finished.sort(ascending), 0.5),
    unfinished: quantile(unfinished.sort(ascending), 0.5),
  };
}

/** All sessions at the same time. */
async function sessions(delayMs) {
  const { toolCalls } = load;
  const delay = monitorEventLoopDelay({ resolution: 1 });
  const cpuBefore = process.cpuUsage();
  delay.enable();
  const wallMs = await timeOf(() =>
    Promise.all(
      Array.from({ length: load.sessions }, () =>
        runSession(store, nextId(), { toolCalls, delayMs }),
      ),
    ),
  );
  delay.disable();
  const { user, system } = process.cpuUsage(cpuBefore);
  return {
    wallMs,
    cpuMs: (user + system) / 1_000,
    delayP99Ms: delay.percentile(99) / 1e6,
    peakRssMb: process.resourceUsage().maxRSS / 1_024,
  };
}

/** Kilobytes that a session holds in the middle of its run, after garbage collection. */
async function parked() {
  const middle = Math.floor(load.toolCalls / 2);
  const gate = Promise.withResolvers();
  const allThere = Promise.withResolvers();
  let there = 0;
  const beforeModelCall = (call) => {
    if (call !== middle) return;
    there += 1;
    if (there === load.sessions) allThere.resolve();
    return gate.promise;
  };
  const before = memoryAfterCollection();
  const all = Promise.all(
    Array.from({ length: load.sessions }, () =>
      runSession(store, nextId(), { toolCalls: load.toolCalls, beforeModelCall }),
    ),
  );
  await Promise.race([allThere.promise, all]);
  const held = memoryAfterCollection();
  gate.resolve();
  await all;
  const perSession = (what) => (held[what] - before[what]) / load.sessions / 1_024;
  return { heapKb: perSession('heapUsed'), rssKb: perSession('rss') };
}

function memoryAfterCollection() {
  for (let round = 0; round < 3; round++) globalThis.gc();
  return process.memoryUsage();
}

async function timeOf(work) {
  const startedAt = performance.now();
  await work();
  return performance.now() - startedAt;
}

function quantile(sorted, share) {
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))];
}

function ascending(left, right) {
  return left - right;
}
