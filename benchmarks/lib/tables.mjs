// The measurements as text.
import { loops } from '../loops/index.mjs';
import { checkParts } from './parts.mjs';
import { sessionLoad } from './sessions.mjs';
import { sizes } from './steps.mjs';
import { floorTable, formatTable, machineLines, none } from './table.mjs';

export function formatReport(report) {
  const { options, steps, bundles, sessions, packages, parts } = report;
  return [
    ...machineLines(report),
    `${options.processes} processes for each number`,
    '',
    ...formatTable(loopTable(steps, bundles, sessions)),
    '',
    `CPU: user and system time of a run of ${sizes.steps[0]} steps, after warm-up, for one step. Growth: exponent of the cost of a run from ${sizes.steps.join(' to ')} steps.`,
    `Start: CPU of the import and a first run of one step. Bundle: ${bundles.ai.hasZod ? 'with' : 'without'} zod for ai, ${bundles.react.hasZod ? 'with' : 'without'} zod for react.`,
    `Sessions: ${sessionLoad.sessions} runs of ${sessionLoad.steps} steps at the same time, the model answers after ${sessionLoad.delayMs} ms. Wall time, once.`,
    '',
    ...formatTable(packageTable(packages)),
    '',
    ...formatTable(floorTable(checkParts(parts))),
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

function kilobytes(bytes) {
  return (bytes / 1024).toFixed(1);
}
