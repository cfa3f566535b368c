// One sample of the parts that stand under every loop, as JSON: how fast the parser reads, how its time grows on hostile
// text, and what recording a step costs the loop detector. Wall time of one process, medians of many rounds.
import { LoopDetector } from '@loopwright/loop-detector';
import { TaskGraph } from '@loopwright/planner';
import { runPlan } from '@loopwright/rewoo';
import { createToolRegistry, defineTool } from '@loopwright/tool-registry';
import { z } from 'zod';
import { growthSizes, hostileShapes, readers } from './lib/parser-load.mjs';

const roundsOfThroughput = 41;
const roundsOfGrowth = 7;
const stepsRecorded = 10_000;

const report = {
  prose: measureProse(),
  json: measureJson(),
  growth: measureGrowth(),
  graph: measureGraphGrowth(),
  recording: measureRecording(),
  wave: await measureWave(),
};
console.log(JSON.stringify(report));

/** Characters of prose that are read in a second, in millions: as a thought, as an answer, and without any label. */
function measureProse() {
  const line =
    'The report says that the launch cost more than was planned, and that nobody had asked why.\n';
  const prose = line.repeat(Math.ceil(200_000 / line.length));
  const texts = {
    thought: `Thought: ${prose}Action: lookup\nAction Input: {}`,
    answer: `Final Answer: ${prose}`,
    'no label': prose,
  };
  return Object.entries(texts).flatMap(([part, text]) =>
    ['parseReactStep', 'parseStep'].map((reader) => {
      const ms = median(roundsOfThroughput, () => readers[reader](text));
      return { reader, part, megabytesPerSecond: text.length / 1000 / ms };
    }),
  );
}

/** Speed beside that of `JSON.parse` on the same bytes, measured in turns: 1 is as fast. */
function measureJson() {
  return [20_000, 200_000].flatMap((size) =>
    [undefined, 2].flatMap((indent) => {
      const json = JSON.stringify({ items: makeItems(Math.ceil(size / 190)) }, null, indent);
      const texts = {
        extractJson: json,
        parseReactStep: `Thought: I look.\nAction: lookup\nAction Input: ${json}`,
        parseJsonStep: `{"thought": "I look.", "action": "lookup", "action_input": ${json}}`,
        parseStep: `Thought: I look.\nAction: lookup\nAction Input: ${json}`,
      };
      return Object.entries(texts).map(([reader, text]) => {
        const [whole, floor] = mediansInTurns(
          () => readers[reader](text),
          () => JSON.parse(json),
          Math.ceil(200_000 / json.length),
        );
        return {
          reader,
          bytes: json.length,
          layout: indent === undefined ? 'compact' : 'indented',
          ofJsonParse: floor / whole,
        };
      });
    }),
  );
}

/** 1: a text eight times as long takes eight times as long; 2: sixty-four times. */
function measureGrowth() {
  const [small, large] = growthSizes;
  return Object.entries(hostileShapes).flatMap(([shape, make]) =>
    Object.entries(readers).map(([reader, read]) => {
      const [short, long] = [small, large].map((size) => {
        const text = make(size);
        return fastest(roundsOfGrowth, () => read(text));
      });
      return {
        shape,
        reader,
        longMs: long,
        exponent: Math.log(long / short) / Math.log(large / small),
      };
    }),
  );
}

/** Microseconds for one step: an action of two arguments and an observation of 200 characters, each new. */
function measureRecording() {
  const steps = Array.from({ length: stepsRecorded }, (_, index) => ({
    action: { name: 'search', parameters: { query: `launch costs ${index}`, page: index } },
    observation: `${index}: ${'what was found in the archive '.repeat(7)}`.slice(0, 200),
  }));
  const recordings = {
    'actions only': (detector, { action }) => detector.recordAction(action),
    'with observations': (detector, { action, observation }) => {
      detector.recordAction(action);
      detector.recordObservation(action, observation);
    },
  };
  return Object.entries(recordings).map(([what, record]) => {
    const ms = median(15, () => {
      const detector = new LoopDetector({ resultAware: what === 'with observations' });
      for (const step of steps) record(detector, step);
    });
    return { reader: `LoopDetector, ${what}`, microsecondsPerStep: (ms * 1000) / stepsRecorded };
  });
}

/** Validating a graph of tasks and walking it to its end, from 1,250 to 10,000 tasks. */
function measureGraphGrowth() {
  const shapes = {
    chain: (n) => (n === 0 ? [] : [`t${n - 1}`]),
    fan: (n) => (n === 0 ? [] : ['t0']),
    layers: (n) => (n < 10 ? [] : [`t${n - 10}`, `t${n - 1 - (n % 10)}`]),
  };
  const [small, large] = [1_250, 10_000];
  return Object.entries(shapes).map(([shape, dependsOn]) => {
    const [short, long] = [small, large].map((count) => {
      const tasks = Array.from({ length: count }, (_, n) => ({
        id: `t${n}`,
        description: `task ${n}`,
        dependsOn: [...new Set(dependsOn(n))],
      }));
      return fastest(roundsOfThroughput, () => walkGraph(tasks));
    });
    const exponent = Math.log(long / short) / Math.log(large / small);
    return { shape, reader: 'TaskGraph', longMs: long, exponent };
  });
}

function walkGraph(tasks) {
  const graph = new TaskGraph({ goal: 'all of it', tasks }, { maxTasks: tasks.length });
  for (let task = graph.next(); task !== undefined; task = graph.next()) {
    graph.start(task.id);
    graph.complete(task.id, null);
  }
  if (graph.unfinished().length > 0) throw new Error('the walk did not end');
}

/** A plan of 16 steps that do not need each other, 50 ms each, beside a bare `Promise.all` of the same: 1 is as fast. */
async function measureWave() {
  const wait = () => new Promise((resolve) => setTimeout(resolve, 50));
  const pause = defineTool({
    name: 'pause',
    description: 'Waits.',
    effect: 'pure',
    input: z.object({ n: z.number() }),
    execute: () => wait().then(() => 'done'),
  });
  const tools = createToolRegistry({ tools: [pause] });
  const steps = Array.from({ length: 16 }, (_, n) => ({
    id: `E${n + 1}`,
    tool: 'pause',
    args: { n },
  }));
  const samples = { plan: [], bare: [] };
  for (let round = 0; round < 9; round += 1) {
    samples.bare.push(await timeOfAsync(() => Promise.all(steps.map(wait))));
    samples.plan.push(
      await timeOfAsync(() => runPlan({ steps }, { task: 'Wait.', tools, solve: false })),
    );
  }
  const [plan, bare] = [samples.plan, samples.bare].map(
    (times) => times.toSorted((a, b) => a - b)[Math.floor(times.length / 2)],
  );
  return [{ reader: 'runPlan, 16 steps of 50 ms in one wave', timesPromiseAll: plan / bare }];
}

async function timeOfAsync(work) {
  const started = performance.now();
  await work();
  return performance.now() - started;
}

function makeItems(count) {
  return Array.from({ length: count }, (_, id) => ({
    id,
    name: `item ${id}`,
    tags: ['a', 'b', 'c'],
    price: id * 1.25,
    nested: { ok: true, none: null, text: 'plain text with a "quoted" word, as arguments are' },
  }));
}

function median(rounds, work) {
  const times = Array.from({ length: rounds }, () => timeOf(work)).toSorted((a, b) => a - b);
  return times[Math.floor(rounds / 2)];
}

/** The least disturbed round: growth is about the work, not about what else the machine did. */
function fastest(rounds, work) {
  return Math.min(...Array.from({ length: rounds }, () => timeOf(work)));
}

function mediansInTurns(first, second, repetitions) {
  const samples = [[], []];
  for (let round = 0; round < roundsOfThroughput; round += 1) {
    for (const [index, work] of [first, second].entries()) {
      samples[index].push(
        timeOf(() => {
          for (let count = 0; count < repetitions; count += 1) work();
        }),
      );
    }
  }
  return samples.map((times) => times.toSorted((a, b) => a - b)[Math.floor(times.length / 2)]);
}

function timeOf(work) {
  const started = performance.now();
  work();
  return performance.now() - started;
}
