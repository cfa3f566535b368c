// The common ending of every check: one sentence a problem and a failing exit code, or one line that all is well.

export function reportProblems(problems, allIsWell) {
  for (const problem of problems) console.error(problem);
  if (problems.length > 0) {
    console.error(`${problems.length} ${problems.length === 1 ? 'problem' : 'problems'}`);
    process.exitCode = 1;
  } else {
    console.log(allIsWell);
  }
}

/** Prints rows of cells as aligned columns. */
export function printTable(rows) {
  const widths = rows[0].map((_, column) => Math.max(...rows.map((row) => row[column].length)));
  for (const row of rows) {
    console.log(
      row
        .map((cell, column) => cell.padEnd(widths[column]))
        .join('  ')
        .trimEnd(),
    );
  }
}
