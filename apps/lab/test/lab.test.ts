import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { inferredFrom, stated } from '../src/claim.ts';
import { defineExperiment } from '../src/experiment.ts';
import { experiments } from '../src/experiments.ts';
import { runCommand } from '../src/run-command.ts';
import { runLab } from '../src/run-lab.ts';

const main = fileURLToPath(new URL('../src/main.ts', import.meta.url));

/** The command as a process of its own. */
function spawnLab(...args: string[]) {
  const { NODE_OPTIONS: _, ...env } = process.env;
  const argv = ['--conditions=@loopwright/source', main, ...args];
  return spawnSync(process.execPath, argv, { encoding: 'utf8', env });
}

/** The command inside this process, with experiments of its own. */
async function callLab(args: string[], chosen: Parameters<typeof runLab>[0]) {
  const written: Record<'log' | 'error', string[]> = { log: [], error: [] };
  const code = await runCommand(args, chosen, {
    output: {
      log: (text) => written.log.push(text),
      error: (text) => written.error.push(text),
    },
    colour: false,
  });
  return { code, stdout: written.log.join('\n'), stderr: written.error.join('\n') };
}

const weather = defineExperiment({
  title: 'Weather',
  perform: () => ({ degrees: 12 }),
  claims: [
    {
      says: 'It is above zero',
      basis: stated('mild'),
      check: ({ degrees }) => ({ holds: degrees > 0, observed: degrees }),
    },
    {
      says: 'It is hot',
      basis: inferredFrom('summer'),
      check: ({ degrees }) => ({ holds: degrees > 30, observed: degrees }),
    },
    {
      says: 'It can be read',
      basis: stated('thermometer'),
      check: () => {
        throw new Error('it is dark');
      },
    },
  ],
});

const outage = defineExperiment({
  title: 'Outage',
  perform: (): Promise<number> => Promise.reject(new Error('no power')),
  claims: [
    { says: 'It works', basis: stated('on'), check: (observed) => ({ holds: true, observed }) },
  ],
});

describe('the experiments', () => {
  it('E6: thirteen experiments check 43 claims, and all of them hold', async () => {
    const { passed, total, claims } = await runLab(experiments);
    expect(claims.filter(({ holds }) => !holds)).toEqual([]);
    expect([experiments.length, passed, total]).toEqual([13, 43, 43]);
    const perExperiment = experiments.map((each) => each.claims.length);
    expect(perExperiment).toEqual([4, 4, 4, 4, 3, 3, 4, 3, 3, 3, 3, 2, 3]);
    const inferred = claims.filter(({ basis }) => basis.kind === 'inferred').map(({ id }) => id);
    expect(inferred.join(' ')).toBe('2.1 5.1 5.3 6.2 8.1 8.2 10.2 11.3 12.1 13.2 13.3');
  });

  it('E6: a second run finds the same: nothing depends on what ran before, or when', async () => {
    expect(await runLab(experiments)).toEqual(await runLab(experiments));
  });
});

describe('a claim', () => {
  it('E6: fails when it is false, when it throws, and when its experiment throws', async () => {
    const { passed, total, claims } = await runLab([weather, outage]);
    expect([passed, total]).toEqual([1, 4]);
    expect(claims.map(({ id, holds, observed }) => [id, holds, observed])).toEqual([
      ['1.1', true, 12],
      ['1.2', false, 12],
      ['1.3', false, 'the claim threw Error: it is dark'],
      ['2.1', false, 'the experiment threw Error: no power'],
    ]);
  });
});

describe('the command', () => {
  it('E6: tells each claim with its verdict and its basis, at last how many hold, and ends with 0', () => {
    const { status, stdout, stderr } = spawnLab();
    expect([status, stderr]).toEqual([0, '']);
    const lines = stdout.trimEnd().split('\n');
    expect(lines[0]).toMatch(/^No language model was called/);
    expect(lines.at(-1)).toBe('43 of 43 claims hold');
    expect(lines.filter((line) => /^ {3}ok {5}\d+\.\d /.test(line))).toHaveLength(43);
    expect(stdout).toMatch(/^ 2 Loop detection on repetitive patterns$/m);
    expect(stdout).toMatch(/ 2\.1 .* inferred from the step's title$/m);
    expect(stdout).toMatch(/ 2\.2 .* “after four identical actions”$/m);
    expect(stdout).not.toContain('observed');
    expect(stdout).not.toContain('\u001b');
  });

  it('E6: --json prints one document of passed, total and claims', () => {
    const { status, stdout, stderr } = spawnLab('--json');
    expect(status).toBe(0);
    expect(stderr).toMatch(/^No language model was called/);
    const report = JSON.parse(stdout);
    expect(Object.keys(report)).toEqual(['passed', 'total', 'claims']);
    expect([report.passed, report.total, report.claims.length]).toEqual([43, 43, 43]);
    expect(report.claims[6]).toEqual({
      id: '2.3',
      experiment: 'Loop detection on repetitive patterns',
      claim: "The pattern is ['search(q=same)']",
      basis: { kind: 'stated', words: "['search(q=same)']" },
      holds: true,
      observed: ['search(q=same)'],
    });
    for (const claim of report.claims) expect(claim).toHaveProperty('observed');
  });

  it('E6: a claim that fails ends it with 1 and shows what was observed', async () => {
    const { code, stdout } = await callLab([], [weather]);
    expect(code).toBe(1);
    expect(stdout).toMatch(/ {3}FAILED 1\.2 +It is hot .*\n +observed: 12\n/);
    expect(stdout).toMatch(/ {3}ok {5}1\.1 .*\n {3}FAILED/);
    expect(stdout.endsWith('\n1 of 3 claims hold')).toBe(true);
    const json = await callLab(['--json'], [weather]);
    expect(json.code).toBe(1);
    expect(JSON.parse(json.stdout)).toMatchObject({ passed: 1, total: 3 });
  });

  it('E6: --verbose shows what was observed for each claim', async () => {
    const { code, stdout } = await callLab(['--verbose'], experiments);
    expect(code).toBe(0);
    expect(stdout.match(/^ +observed: /gm)).toHaveLength(43);
  });

  it('wrong options end with 2 and run nothing, --help with 0', async () => {
    const wrong = await callLab(['--quick'], [outage]);
    expect([wrong.code, wrong.stdout]).toEqual([2, '']);
    expect(wrong.stderr).toMatch(/^Unknown option '--quick'/);
    expect(wrong.stderr).toContain('Usage: npm run lab');
    const help = await callLab(['--help'], [outage]);
    expect([help.code, help.stderr]).toEqual([0, '']);
    expect(help.stdout).toMatch(/^Usage: npm run lab/);
    expect(spawnLab('everything').status).toBe(2);
  });
});
