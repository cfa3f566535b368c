import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, existsSync, mkdtempSync, openSync, rmSync, writeFileSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { makePage } from './built-page.ts';
import { addressOf, lineOf, readUntil, textOf, viewerIn } from './viewer-program.ts';
import { runLogLines } from './viewer-runs.ts';

const folder = mkdtempSync(path.join(tmpdir(), 'loopwright-viewer-ends-'));
const file = (name: string) => path.join(folder, name);
const { start, run, kill } = viewerIn(folder);
const hasPipes = process.platform !== 'win32';

beforeAll(makePage, 60_000);
beforeAll(async () => {
  writeFileSync(file('run.jsonl'), `${(await runLogLines()).join('\n')}\n`);
});
afterEach(kill);
afterAll(() => rmSync(folder, { recursive: true, force: true }));

describe('a log of more characters than a server keeps by itself', () => {
  const events = 66;
  const lines = async () => {
    const [header = '', started = ''] = await runLogLines();
    const { session } = JSON.parse(header);
    const data = 'x'.repeat(1024 * 1024);
    const more = Array.from({ length: events }, (_, at) =>
      JSON.stringify({ session, v: 1, seq: at + 1, path: '', type: 'note', name: 'plan', data }),
    );
    return `${[header, started, ...more].join('\n')}\n`;
  };

  it('is served as a whole from a file that holds it already', async () => {
    writeFileSync(file('large.jsonl'), await lines());
    const url = await addressOf(start(['large.jsonl']));
    // All of it is read once its end can be had.
    await readUntil(url, `id: ${events}\n`, events - 1);
    expect(await readUntil(url, 'xxx')).toContain('id: 1\n');
  });

  it('is said to be more where nobody could know before', async () => {
    const child = start(['-']);
    child.stdin.write(await lines());
    expect(await lineOf({ stdout: child.stderr })).toMatch(
      /^The log has more than 67108864 characters; /,
    );
  });
});

describe('how loopwright-viewer ends', () => {
  it.each([
    [['-', '--replay']],
    [['-', '--html', 'out.html']],
    [['-', '--replay', '--with', 'module.ts']],
  ])('%j ends by the first signal while it waits for input', async (args) => {
    const child = start(args);
    // More than any pipe holds: once it is taken the program reads.
    await new Promise((resolve) => child.stdin.write(' '.repeat(4_000_000), resolve));
    child.kill('SIGTERM');
    expect(await once(child, 'exit')).toEqual([null, 'SIGTERM']);
  });

  it('ends by the first signal while a module is loaded', async () => {
    writeFileSync(
      file('loads.mjs'),
      `console.log('loading'); setInterval(() => {}, 1000); await new Promise(() => {});`,
    );
    const child = start(['run.jsonl', '--replay', '--with', 'loads.mjs']);
    expect(await lineOf(child)).toBe('loading');
    child.kill('SIGINT');
    expect(await once(child, 'exit')).toEqual([null, 'SIGINT']);
  });

  it.each(['--replay', '--fork=4'])(
    'asks a run of %s to leave, and then ends at once',
    async (deed) => {
      writeFileSync(
        file('stays.mjs'),
        `export const resume = ({ detach }) => new Promise(() => {
        setInterval(() => {}, 1000);
        detach.addEventListener('abort', () => console.log('asked to leave'));
        console.log('running');
      });`,
      );
      const child = start(['run.jsonl', deed, '--with', 'stays.mjs']);
      expect(await lineOf(child)).toBe('running');
      child.kill('SIGINT');
      expect(await lineOf(child)).toBe('asked to leave');
      child.kill('SIGTERM');
      expect(await once(child, 'exit')).toEqual([null, 'SIGTERM']);
    },
  );

  it('says that a module waits for what never comes', async () => {
    writeFileSync(file('never.mjs'), 'export const resume = () => new Promise(() => {});');
    expect(await run(['run.jsonl', '--replay', '--with', 'never.mjs'])).toEqual({
      code: 1,
      stdout: '',
      stderr: 'Nothing is left that could go on, and the module has not ended its run\n',
    });
  });

  it.runIf(hasPipes)(
    'serves a named pipe until a signal, also one that nobody writes',
    async () => {
      execFileSync('mkfifo', [file('pipe'), file('unwritten')]);
      const child = start(['pipe']);
      const url = await addressOf(child);
      const lines = await runLogLines();
      // The last line has no line break: it counts once the writer has gone.
      await writeFile(file('pipe'), lines.join('\n'));
      expect((await readUntil(url, '"type":"finished"')).match(/^id: /gm)).toHaveLength(
        lines.length - 1,
      );
      const waiting = start(['unwritten']);
      await addressOf(waiting);
      for (const each of [child, waiting]) {
        each.kill('SIGINT');
        expect(await once(each, 'exit')).toEqual([0, null]);
      }
    },
  );

  it('ends with Ctrl-C while standard input is open', async () => {
    const child = start(['-']);
    await addressOf(child);
    child.kill('SIGINT');
    expect(await once(child, 'exit')).toEqual([0, null]);
  });

  it.runIf(existsSync('/dev/full'))('says that standard output takes no more', async () => {
    const { spawnargs, spawnfile } = start(['run.jsonl', '--replay']);
    const full = openSync('/dev/full', 'w');
    const child = spawn(spawnfile, spawnargs.slice(1), {
      cwd: folder,
      stdio: ['ignore', full, 'pipe'],
    });
    closeSync(full);
    const stderr = textOf(child.stderr!);
    expect(await once(child, 'close')).toEqual([1, null]);
    expect(stderr()).toBe('Standard output: there is no space left\n');
  });

  it('is quiet when its reader has seen enough', async () => {
    const child = start(['run.jsonl', '--replay']);
    child.stdout.destroy();
    const stderr = textOf(child.stderr);
    await once(child, 'close');
    expect(stderr()).toBe('');
  });
});
