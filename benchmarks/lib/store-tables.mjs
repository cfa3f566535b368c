// The stores as text.
import { load } from '../stores/load.mjs';
import { checkStores } from './stores.mjs';
import { floorTable, formatTable, machineLines, none } from './table.mjs';

export function formatStoreReport(report) {
  const { options, stores } = report;
  return [
    ...machineLines(report),
    `the least disturbed of ${options.rounds} processes, and of up to 3 for a figure over its floor`,
    '',
    ...formatTable(costTable(stores)),
    ...stores
      .filter(({ missing }) => missing !== undefined)
      .map(({ name, missing }) => `${name}: not measured: ${missing}`),
    '',
    `One session of ${load.steps} steps at a time, its beginning and end shared out over the steps. Beyond: p10 less that of no runtime.`,
    `CPU: this process, all threads; not the server's. Growth: a step at the end of a session of ${load.longSteps} beside one at its start.`,
    `Replay: running a session of ${load.steps} stored steps again, finished or left just before its end.`,
    '',
    ...formatTable(sessionTable(stores)),
    '',
    `${load.sessions} sessions at the same time in one process, ${load.steps} steps of ${load.delayMs} ms each, ideally ${load.idealMs / 1_000} s; of ${load.shortDelayMs} ms each, ideally ${load.shortIdealMs / 1_000} s.`,
    `Held, RSS: by one session in the middle of its run, after garbage collection.`,
    '',
    ...formatTable(floorTable(checkStores(stores))),
  ].join('\n');
}

function costTable(stores) {
  const base = stores.find(({ name }) => name === 'no runtime').p10;
  return [
    ['store', 'µs a step: p10', 'p50', 'beyond', 'µs CPU', 'growth', 'replay ms: finished', 'left'],
    ...stores.map((row) => [
      row.name,
      shown(row.p10, 0),
      shown(row.p50, 0),
      shown(row.p10 && row.p10 - base, 0),
      shown(row.cpu, 0),
      shown(row.growth, 2),
      shown(row.finishedMs, 2),
      shown(row.unfinishedMs, 2),
    ]),
  ];
}

function sessionTable(stores) {
  return [
    [
      'store',
      'wall ms',
      '× ideal',
      `× ideal at ${load.shortDelayMs} ms`,
      'CPU ms',
      'loop delay p99 ms',
      'peak RSS MB',
      'held KB',
      'RSS KB',
    ],
    ...stores
      .filter(({ wallMs }) => wallMs !== undefined)
      .map((row) => [
        row.name,
        shown(row.wallMs, 0),
        shown(row.timesIdeal, 2),
        shown(row.shortTimesIdeal, 2),
        shown(row.cpuMs, 0),
        shown(row.delayP99Ms, 0),
        shown(row.peakRssMb, 0),
        shown(row.heapKb, 1),
        shown(row.rssKb, 1),
      ]),
  ];
}

function shown(value, digits) {
  return value === undefined ? none : value.toFixed(digits);
}
