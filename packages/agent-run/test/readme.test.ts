import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import * as api from '../src/index.ts';

const readme = readFileSync(new URL('../README.md', import.meta.url), 'utf8');

/** The cells of every table row whose first cell is this name. */
function rowsOf(name: string): string[][] {
  return readme
    .split('\n')
    .filter((line) => line.startsWith(`| \`${name}\` `))
    .map((line) => line.split('|').map((cell) => cell.trim()));
}

describe('the README', () => {
  it.each(Object.entries(api.defaultLimits))('says the default of %s', (name, value) => {
    expect(rowsOf(name)[0]?.[2]).toBe(String(value));
  });

  it.each(Object.entries(api.ends))('R9: says that %s is %s', (reason, status) => {
    expect(rowsOf(reason)[0]?.[2]).toBe(status);
  });

  it.each(Object.keys(api))('names the export %s', (name) => {
    expect(readme).toMatch(new RegExp(`\`${name}[\`(]`));
  });
});
