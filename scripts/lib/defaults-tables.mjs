// Compares tables of default values in Markdown with the objects that the code exports.
import { outsideFences } from './markdown.mjs';

const MARKER = /^<!-- defaults: ([^\s#]+)(?:#(\S+))? -->$/;

/**
 * Gives `{file, names, line, tables}` for each different marker comment: the names of the exported objects, undefined
 * where the exports themselves are the defaults, and the tables after these comments, each as rows of cells, the header
 * first.
 */
export function findDefaultsTables(markdown) {
  const lines = markdown.split('\n');
  const found = new Map();
  for (const { index, text } of outsideFences(lines)) {
    const [, file, names] = MARKER.exec(text) ?? [];
    if (file === undefined) continue;
    if (!found.has(text)) {
      found.set(text, { file, names: names?.split(','), line: index + 1, tables: [] });
    }
    found.get(text).tables.push(tableAfter(lines, index));
  }
  return [...found.values()];
}

function tableAfter(lines, index) {
  const start = lines[index + 1] === '' ? index + 2 : index + 1;
  const length = lines.slice(start).findIndex((line) => !line.startsWith('|'));
  const table = lines.slice(start, length === -1 ? undefined : start + length);
  return table.filter((line) => !/^[|\s:-]+$/.test(line)).map(cellsOf);
}

/**
 * A row whose first cell names options in backticks must begin its second cell with their values, in that order; it is
 * read by the first object that has all of them. Objects of objects are presets: the header names their columns. Rows of
 * other options are prose. Every option of the objects must stand in a row of one of the tables. Gives one sentence a problem.
 */
export function findDefaultsProblems(tables, exported, names) {
  const missing = names?.filter((name) => exported[name] === undefined) ?? [];
  if (missing.length > 0) return missing.map((name) => `there is no export ${name}.`);
  const columns = (names ? names.map((name) => exported[name]) : [exported]).flatMap((object) =>
    isPresets(object)
      ? Object.entries(object).map(([name, values]) => ({ name, values }))
      : [{ values: object }],
  );
  const options = new Set(columns.flatMap(({ values }) => Object.keys(values)));
  const shown = new Set(tables.flat().flatMap(([first]) => optionsOf(first)));
  const hidden = [...options].filter((option) => !shown.has(option));
  return [
    ...tables.flatMap((table) => findWrongValues(table, columns)),
    ...hidden.map((option) => `no row names ${option}.`),
  ];
}

function findWrongValues([header = [], ...rows], columns) {
  const problems = [];
  for (const [first, ...cells] of rows) {
    const options = optionsOf(first);
    const readable = columns.filter(({ values }) => options.every((option) => option in values));
    if (options.length === 0 || readable.length === 0) continue;
    const read = readable[0].name === undefined ? [readable[0]] : readable;
    for (const { name, values } of read) {
      const at = name === undefined ? 0 : header.slice(1).indexOf(`\`${name}\``);
      const expected = options.map((option) => String(values[option])).join(', ');
      if (!beginsWith(plain(cells[at] ?? ''), expected)) {
        problems.push(`${first} must be ${expected}${name ? ` in the column ${name}` : ''}.`);
      }
    }
  }
  return problems;
}

function isPresets(object) {
  return Object.values(object).every((value) => typeof value === 'object' && value !== null);
}

function cellsOf(line) {
  return line
    .slice(1, line.lastIndexOf('|'))
    .split('|')
    .map((cell) => cell.trim());
}

/** `` `retry`: `times`, `delay` `` names the options times and delay. */
function optionsOf(cell) {
  return [...cell.replace(/^`[^`]*`: (?=`)/, '').matchAll(/`(\w+)`/g)].map((match) => match[1]);
}

/** Without backticks and without commas in numbers. */
function plain(cell) {
  return cell.replaceAll('`', '').replaceAll(/(?<=\d),(?=\d{3})/g, '');
}

function beginsWith(cell, expected) {
  return cell.startsWith(expected) && !/^[\w.]/.test(cell.slice(expected.length));
}
