// The measurements as text.
import { loops } from '../loops/index.mjs';
import { checkParts } from './parts.mjs';
import { sessionLoad } from './sessions.mjs';
import { sizes } from './steps.mjs';

const none = '–';

export function formatReport({
  machine,
  loadBefore,
  loadAfter,
  options,
  steps,
  bundles,
  sessions,
  packages,
  parts,
}) {
  const { at, cpu, cores, memoryGb, system, node, commit } = machine;
  return [
    `${at}, commit ${commit}, ${options.source ? 'sources' : 'built packages'}`,
    `${cpu}, ${cores} cores, ${memoryGb} GB, ${system}, Node ${node}`,
    `load average ${loadBefore.join(' ')} before, ${loadAfter.join(' ')} after; ${options.processes} processes for each number`,
    '',
    ...formatTable(loopTable(steps, bundles, sessions)),
    '',
    `CPU: user and system time of a run of ${sizes.steps[0]} steps, after warm-up, for one step. Growth: exponent of the cost of a run from ${sizes.steps.join(' to ')} steps.`,
    `Start: CPU of the import and a first run of one step. Bundle: ${bundles.ai.hasZod ? 'with' : 'without'} zod for ai, ${bundles.react.hasZod ? 'with' : 'without'} zod for react.`,
    `Sessions: ${sessionLoad.sessions} runs of ${sessionLoad.steps} steps at the same time, the model answers after ${sessionLoad.delayMs} ms. Wall time, once.`,
    '',
    ...formatTable(packageTable(packages)),
    '',
    ...formatTable(partTable(parts)),
  ].join('\n');
}

function loopTable(steps, bundles, sessions) {
  const [small, large] = sizes.bytes;
  const find = (loop, bytes) => steps.find((each) => each.loop === loop && each.bytes === bytes);
  const timesFloor = (loop, bytes) =>
    find(loop, bytes).cpuMsPerStep / find('minimal-text', bytes).cpuMsPerStep;
  const rows = Object.keys(loops).map((loop) => {
    const session = sessions.find((each) => each.loop === loop);
    const bundle = bundles[loop];
    return [
      loop,
      ...[small, large].flatMap((bytes) => [
        (find(loop, bytes).cpuMsPerStep * 1000).toFixed(1),
        `×${Number(timesFloor(loop, bytes).toPrecision(2))}`,
        find(loop, bytes).exponent.toFixed(2),
      ]),
      find(loop, small).startMs.toFixed(0),
      bundle ? kilobytes(bundle.gzipBytes) : none,
      bundle ? kilobytes(bundle.bytes) : none,
      session ? session.wallMs.toFixed(0) : none,
      session ? session.runsPerSecond.toFixed(0) : none,
    ];
  });
  const sizeHeads = [small, large].flatMap((bytes) => [`${bytes} B: µs CPU`, '×', 'growth']);
  return [
    ['loop', ...sizeHeads, 'start ms', 'gzip KB', 'min KB', 'sessions ms', 'runs/s'],
    ...rows,
  ];
}

function packageTable(packages) {
  return [
    ['package', 'own min KB', 'own gzip KB', 'with dependencies min KB', 'gzip KB'],
    ...packages.map(({ specifier, own, whole }) => [
      specifier,
      kilobytes(own.bytes),
      kilobytes(own.gzipBytes),
      kilobytes(whole.bytes),
      kilobytes(whole.gzipBytes),
    ]),
  ];
}

function partTable(parts) {
  return [
    ['part', 'measured', 'floor', ''],
    ...checkParts(parts).map(({ what, value, relation, floor, held }) => [
      what,
      value.toFixed(2),
      `${relation} ${floor}`,
      held ? 'ok' : 'FAIL',
    ]),
  ];
}

function kilobytes(bytes) {
  return (bytes / 1024).toFixed(1);
}

/** Rows as aligned lines: the first column to the left, numbers to the right. */
function formatTable(rows) {
  const widths = rows[0].map((_, column) => Math.max(...rows.map((row) => row[column].length)));
  return rows.map((row) =>
    row
      .map((cell, column) =>
        column === 0 ? cell.padEnd(widths[column]) : cell.padStart(widths[column]),
      )
      .join('  '),
  );
}
