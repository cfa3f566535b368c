import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { runStory } from '@loopwright/lab/stories';
import { describe, expect, it } from 'vitest';
import { readArguments } from '../src/read-arguments.ts';

const main = fileURLToPath(new URL('../src/main.ts', import.meta.url));

function demo(...args: string[]) {
  const { NODE_OPTIONS: _, ...env } = process.env;
  const argv = ['--conditions=@loopwright/source', main, ...args];
  return spawnSync(process.execPath, argv, { encoding: 'utf8', env });
}

describe('one question, three strategies', () => {
  it('E4: counts calls, replans and waves, and every strategy answers 16', () => {
    const { status, stdout, stderr } = demo('--scenario', 'france', '--mode', 'all', '--json');
    expect(stderr).toMatch(/^No language model was called/);
    expect(status).toBe(0);
    const { modes } = JSON.parse(stdout);
    const counts = (mode: string, modelCalls: number, replans: number) => ({
      mode,
      modelCalls,
      replans,
      toolCalls: { ok: 3, failed: 0 },
      waves: 3,
      status: 'solved',
      stopReason: 'final',
    });
    expect(modes).toMatchObject([
      counts('react', 4, 0),
      counts('rewoo', 2, 0),
      counts('plan', 2, 1),
    ]);
    expect(modes.map(({ answer }: { answer: unknown }) => String(answer))).toEqual([
      '16',
      '16',
      '16',
    ]);
    for (const { tokens } of modes) {
      expect(tokens.input).toBeGreaterThan(0);
      expect(tokens.output).toBeGreaterThan(0);
    }
  });

  it('E4: one mode alone, for people', () => {
    const { status, stdout } = demo('--scenario', 'france', '--mode', 'rewoo');
    expect(status).toBe(0);
    expect(stdout).toMatch(/^rewoo +2 +0 +3 ok, 0 failed +3 +\d+ in, \d+ out +16$/m);
    expect(stdout).not.toMatch(/^react/m);
  });

  it('options that would do nothing are refused', () => {
    for (const args of [
      ['--scenario', 'broken', '--max-steps', '1'],
      ['--scenario', 'fees', '--trace', 'new-file'],
      ['--scenario', 'fees', '--record', 'new-file'],
      ['--scenario', 'france', '--provider', 'nim'],
      ['--scenario', 'france', '--stream'],
      ['--scenario', 'satellite', '--mode', 'react'],
      ['--mode', 'react'],
    ]) {
      expect(() => readArguments(args), args.join(' ')).toThrow(/cannot be used|belongs to/);
    }
  });

  it('E4: an unknown mode is refused with the modes there are', () => {
    expect(() => readArguments(['--scenario', 'france', '--mode', 'plans'])).toThrow(
      'There is no mode "plans"; choose one of react, rewoo, plan, all',
    );
  });
});

it('E5: three broken machines stand beside one that is not', async () => {
  const { text, report, asExpected } = await runStory('broken');
  expect(asExpected).toBe(true);
  expect(report).toMatchObject({
    machines: [
      {
        simplification: 'no limit of steps',
        broken: 'still running after 10000 model calls',
        sound: 'ended after 10 model calls: max_steps',
      },
      {
        simplification: 'an error of a tool ends the run',
        broken: '35 % of 10000 runs finished (0.9 to the power of 10 is 35 %)',
        sound: '100 % of 400 runs finished: an error is an observation',
      },
      {
        simplification: 'references are replaced as text',
        broken: 'add(8, 8) gives "88"',
        sound: 'add(8, 8) gives 16',
      },
    ],
  });
  expect(text).toContain('broken   add(8, 8) gives "88"');
});

it('E10: the agent that is never satisfied makes 2,400 searches alone, 6 with guards, 1 with a criterion', async () => {
  const { text, report, asExpected } = await runStory('fees');
  expect(report).toMatchObject({
    runs: [{ searches: 2_400, answer: null }, { searches: 6 }, { searches: 1 }],
  });
  expect(asExpected).toBe(true);
  expect(text).toContain('Searches 2,400');
  expect(text).toMatch(/loop_detected: Went round search\(q=save on fees\)/);
  expect(text).toContain(
    'Answer   Accounts with a minimum balance of 500 EUR have no monthly fee.',
  );
});
