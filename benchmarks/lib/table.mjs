// What the reports have in common.

/** In the place of a figure that there is not. */
export const none = '–';

export function machineLines({ machine, loadBefore, loadAfter, options }) {
  const { at, cpu, cores, memoryGb, system, node, commit } = machine;
  return [
    `${at}, commit ${commit}, ${options.source ? 'sources' : 'built packages'}`,
    `${cpu}, ${cores} cores, ${memoryGb} GB, ${system}, Node ${node}`,
    `load average ${loadBefore.join(' ')} before, ${loadAfter.join(' ')} after`,
  ];
}

export function floorTable(lines) {
  return [
    ['part', 'measured', 'floor', ''],
    ...lines.map(({ what, value, relation, floor, held }) => [
      what,
      value.toFixed(2),
      `${relation} ${floor}`,
      held ? 'ok' : 'FAIL',
    ]),
  ];
}

/** Rows as aligned lines: the first column to the left, numbers to the right. */
export function formatTable(rows) {
  const widths = rows[0].map((_, column) => Math.max(...rows.map((row) => row[column].length)));
  return rows.map((row) =>
    row
      .map((cell, column) =>
        column === 0 ? cell.padEnd(widths[column]) : cell.padStart(widths[column]),
      )
      .join('  '),
  );
}
