import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, describe, expect, it } from 'vitest';

const cli = fileURLToPath(new URL('../src/cli.ts', import.meta.url));
const invoice = fileURLToPath(new URL('./invoice-run.ts', import.meta.url));
const folder = mkdtempSync(path.join(tmpdir(), 'loopwright-cli-'));
afterAll(() => rmSync(folder, { recursive: true }));

function run(...args: string[]) {
  const { NODE_OPTIONS: _, ...env } = process.env;
  const argv = ['--conditions=@loopwright/source', cli, ...args];
  const { status, stdout, stderr } = spawnSync(process.execPath, argv, { encoding: 'utf8', env });
  return { status, stdout, stderr };
}
const store = (name: string) => ['--store', `sqlite:${path.join(folder, name)}`];

describe('loopwright-durable', () => {
  it('takes a payment that waits for approval through four processes', () => {
    const at = store('runs.db');
    const started = run('resume', 'invoice', '--new', '--with', invoice, ...at);
    expect([started.status, started.stderr]).toEqual([3, '']);
    const mistyped = run('resume', 'invioce', '--with', invoice, ...at);
    expect([mistyped.status, mistyped.stderr]).toEqual([
      1,
      'There is no session "invioce"; --new begins one\n',
    ]);
    expect(JSON.parse(started.stdout)).toMatchObject({ stopReason: 'awaiting_approval' });

    const listed = run('sessions', ...at);
    expect(listed.stdout).toMatch(/^waiting .* invoice {2}waits for act:0:0\n$/);
    const wrong = run('approve', 'invoice', 'act:0:9', ...at);
    expect([wrong.status, wrong.stderr]).toEqual([
      1,
      'Session invoice does not wait for act:0:9; it waits for act:0:0\n',
    ]);
    const decided = run('approve', 'invoice', 'act:0:0', '--note', 'by Ada', ...at);
    expect(decided).toEqual({
      status: 0,
      stdout: 'act:0:0 of session invoice: approved\n',
      stderr: '',
    });
    const again = run('approve', 'invoice', 'act:0:0', '--deny', ...at);
    expect([again.status, again.stderr]).toEqual([
      1,
      'act:0:0 of session invoice was decided before; that stands\n',
    ]);

    const resumed = run('resume', 'invoice', '--with', invoice, ...at);
    expect(resumed.status).toBe(0);
    const { status, answer, effects } = JSON.parse(resumed.stdout);
    expect({ status, answer }).toEqual({ status: 'solved', answer: 'paid' });
    expect(effects).toMatchObject([{ tool: 'pay', status: 'committed' }]);

    const shown = run('show', 'invoice', ...at).stdout.split('\n');
    expect(shown[0]).toMatch(/^finished/);
    expect(shown.join('\n')).toMatch(/actor:0 {2}\d+ characters/);
    expect(shown.join('\n')).toContain('decided   act:0:0  {"approved":true,"note":"by Ada"}');
  });

  it.each([
    [[], /--store is missing/],
    [['sessions'], /--store is missing/],
    [['delete', ...['--store', 'sqlite:x']], /There is no command "delete"/],
    [['show', ...['--store', 'sqlite:x']], /show needs the name of a session/],
    [['resume', 's', ...['--store', 'sqlite:x']], /resume needs --with MODULE/],
    [['approve', 's', ...['--store', 'sqlite:x']], /approve needs the key of the call/],
    [['sessions', '--stroe', 'sqlite:x'], /--stroe/],
    [['sessions', 'extra', ...['--store', 'sqlite:x']], /"extra" is too much/],
  ])('%j ends with 2 and says what is missing', (args, words) => {
    const { status, stdout, stderr } = run(...args);
    expect([status, stdout]).toEqual([2, '']);
    expect(stderr).toMatch(words);
    expect(stderr).toContain('Usage: loopwright-durable');
  });

  it.each([
    [['sessions', '--store', 'mongo:x'], /A store is named sqlite:FILE or redis:/],
    [['sessions', '--store', 'redis://h:99999'], /The address of the Redis server is no URL/],
    [['sessions'], /There is no store .*empty.db/],
    [['show', 'nobody', ...store('runs.db')], /There is no session "nobody"/],
    [['approve', 'nobody', 'act:0:0', ...store('runs.db')], /There is no session "nobody"/],
    [
      ['resume', 'x', '--new', '--with', cli.replace('cli.ts', 'defaults.ts')],
      /exports no function resume/,
    ],
  ])('%j ends with 1 and one sentence', (args, words) => {
    const at = args.includes('--store') ? [] : store('empty.db');
    const { status, stderr } = run(...args, ...at);
    expect(status).toBe(1);
    expect(stderr).toMatch(words);
    expect(stderr.trim().split('\n')).toHaveLength(1);
    expect(existsSync(path.join(folder, 'empty.db'))).toBe(args.includes('--new'));
  });
});
