import { existsSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { experiments } from '../src/experiments.ts';

const docs = new URL('../../../docs/', import.meta.url);
const page = readFileSync(new URL('questions-and-exercises.md', docs), 'utf8');
const contracts = readFileSync(new URL('contracts.md', docs), 'utf8');
const claimIds = experiments.flatMap(({ claims }, at) =>
  claims.map((_, place) => `${at + 1}.${place + 1}`),
);

/** The answers under a heading of the second level. */
function answersUnder(heading: string): string[] {
  const section = page.split(/^## /m).find((each) => each.startsWith(`${heading}\n`)) ?? '';
  return section.split(/^### /m).slice(1);
}

/** What a line such as `- Lab: 1.1, 1.2` lists. */
function listed(answer: string, label: string): string[] {
  return new RegExp(`^- ${label}: (.*)$`, 'm').exec(answer)?.[1]?.split(', ') ?? [];
}

describe('docs/questions-and-exercises.md', () => {
  it('E12: eight questions and five exercises are answered, in their order', () => {
    const numbers = (heading: string) =>
      answersUnder(heading).map((answer) => Number(/^(\d+)\. /.exec(answer)?.[1]));
    expect(numbers('Questions')).toEqual([1, 2, 3, 4, 5, 6, 7, 8]);
    expect(numbers('Exercises')).toEqual([1, 2, 3, 4, 5]);
  });

  const answers = [...answersUnder('Questions'), ...answersUnder('Exercises')];
  it.each(answers.map((answer) => [answer.split('\n')[0], answer]))(
    'E12: %s: leads to code, tests, contracts and claims that exist',
    (_, answer) => {
      const links = [...answer.matchAll(/\]\((\.\.\/[^)]+)\)/g)].map(([, target]) => target!);
      expect(links.some((link) => /\/src\/.*\.ts$/.test(link))).toBe(true);
      expect(links.some((link) => /\/test\/.*\.test\.ts$/.test(link))).toBe(true);
      expect(links.filter((link) => !existsSync(new URL(link, docs)))).toEqual([]);
      const ids = listed(answer, 'Contracts');
      expect(ids).not.toEqual([]);
      expect(ids.filter((id) => !contracts.includes(`\n| ${id} |`))).toEqual([]);
      expect(listed(answer, 'Lab').filter((id) => !claimIds.includes(id))).toEqual([]);
    },
  );
});
