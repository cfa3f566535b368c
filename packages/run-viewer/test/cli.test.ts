import { once } from 'node:events';
import {
  appendFileSync,
  linkSync,
  mkdtempSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { makePage } from './built-page.ts';
import { addressOf, readUntil, textOf, viewerIn } from './viewer-program.ts';
import { action, final, runLogLines } from './viewer-runs.ts';

const folder = mkdtempSync(path.join(tmpdir(), 'loopwright-viewer-cli-'));
const file = (name: string) => path.join(folder, name);
const { start, run, kill } = viewerIn(folder);

beforeAll(makePage, 60_000);
beforeAll(async () => {
  const lines = await runLogLines();
  writeFileSync(file('run.jsonl'), `${lines.join('\n')}\n`);
  writeFileSync(file('cut.jsonl'), lines.slice(0, -2).join('\n'));
  writeFileSync(file('begun.jsonl'), lines.slice(0, 5).join('\n'));
  writeFileSync(file('other.jsonl'), (await runLogLines([action(4), final])).join('\n'));
  writeFileSync(file('normal.jsonl'), (await runLogLines(undefined, 'normal')).join('\n'));
  writeFileSync(file('module.ts'), moduleText(3));
  writeFileSync(file('forgets.ts'), moduleText(3).replace('runtime, detach });', 'detach });'));
  writeFileSync(file('leaves.ts'), leavesText);
  writeFileSync(file('task.ts'), moduleText(3).replace('high water', 'low water'));
});

// Also where a test has failed before it ended its program.
afterEach(kill);
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** A module that starts the run of the log again; its model tells of each time that it is asked. */
function moduleText(hour: number): string {
  const specifier = (name: string) => JSON.stringify(import.meta.resolve(name));
  return `
import { runReact } from ${specifier('@loopwright/react-loop')};
import { createToolRegistry, defineTool } from ${specifier('@loopwright/tool-registry')};
import { z } from ${specifier('zod')};
const tide = defineTool({ name: 'tide', description: 'Height of the tide at an hour.', effect: 'pure', input: z.object({ hour: z.number() }), execute: ({ hour }) => 100 + hour });
const replies = [${JSON.stringify(action(hour))}, ${JSON.stringify(final)}];
export function resume({ runtime, detach }) {
  const model = { id: 'scripted', generate: async ({ messages }) => { console.error('asked'); return { text: replies.at(-1), usage: {} }; } };
  return runReact({ task: 'When is high water?', model, tools: createToolRegistry({ tools: [tide] }), runtime, detach });
}
`;
}

/** A module that opens the runtime, asks it for nothing and tells what was recorded. */
const leavesText = `
import { readFileSync } from 'node:fs';
export async function resume({ runtime }) {
  const events = readFileSync('run.jsonl', 'utf8').trim().split('\\n').slice(1).map((line) => JSON.parse(line));
  await runtime.open(events[0].stamp);
  const steps = events.filter(({ type }) => type === 'step').map(({ step }) => step);
  return { ...events.at(-1).result, steps };
}
`;

describe('loopwright-viewer', () => {
  it('writes the page as one file and writes over none unasked', async () => {
    expect(await run(['run.jsonl', '--html', 'out.html'])).toEqual({
      code: 0,
      stdout: 'out.html is written; open it in a browser\n',
      stderr: '',
    });
    expect(readFileSync(file('out.html'), 'utf8')).toMatch(/^<!doctype html>/i);
    writeFileSync(file('out.html'), 'mine');
    const refused = await run(['run.jsonl', '--html', 'out.html']);
    expect([refused.code, refused.stderr]).toEqual([
      1,
      'out.html is there already; --force writes over it\n',
    ]);
    expect(readFileSync(file('out.html'), 'utf8')).toBe('mine');
    expect((await run(['run.jsonl', '--html', 'out.html', '--force'])).code).toBe(0);
    expect(readFileSync(file('out.html'), 'utf8')).not.toBe('mine');
  });

  it('never writes the page over the log itself, whatever name it has', async () => {
    const log = readFileSync(file('run.jsonl'), 'utf8');
    linkSync(file('run.jsonl'), file('linked.jsonl'));
    for (const out of ['run.jsonl', './linked.jsonl']) {
      expect(await run(['run.jsonl', '--html', out, '--force'])).toEqual({
        code: 1,
        stdout: '',
        stderr: `${out} is the run log itself, which --html never writes over\n`,
      });
    }
    expect(readFileSync(file('run.jsonl'), 'utf8')).toBe(log);
  });

  it('writes the page to standard output', async () => {
    const { code, stdout } = await run(['run.jsonl', '--html', '-']);
    expect(code).toBe(0);
    expect(stdout).toMatch(/^<!doctype html>[\s\S]*<\/html>\s*$/i);
  });

  it('O3: prints the run as a Mermaid diagram', async () => {
    const log = readFileSync(file('run.jsonl'), 'utf8');
    expect((await run(['-', '--mermaid'], log)).stdout).toMatch(/^flowchart TD\n/);
    expect((await run(['--mermaid', 'sequence', 'run.jsonl'])).stdout).toMatch(
      /^sequenceDiagram\n/,
    );
  });

  it('prints the run step by step, and nothing that a terminal obeys', async () => {
    const { code, stdout } = await run(['run.jsonl', '--replay']);
    expect(code).toBe(0);
    expect(stdout).toContain(
      '\nStep 1: act\n  Thought: <U+001B>[31mlook<U+202E>\n  Call: tide {"hour":3}\n',
    );
    expect(stdout).toContain('  Got: 103\n');
    expect(stdout).toMatch(/End: solved, final\n.*\n$/);
    expect(stdout).not.toMatch(/(?!\n)[\p{Cc}\p{Bidi_Control}]/u);
    expect((await run(['cut.jsonl', '--replay'])).stdout).toContain(
      'The log has no end of the run.',
    );
  });

  it('replays a strategy over the recording without asking a model', async () => {
    const same = await run(['run.jsonl', '--replay', '--with', 'module.ts']);
    expect(same).toEqual({ code: 0, stdout: 'same: solved, final\n', stderr: '' });
    for (const [name, more] of [
      ['cut.jsonl', ''],
      ['begun.jsonl', '; next is actor:1'],
    ] as const) {
      const stdout = `same, up to where the recording ends${more}\n`;
      const replayed = await run([name, '--replay', '--with', 'module.ts']);
      expect(replayed).toEqual({ code: 0, stdout, stderr: '' });
    }
    const forgot = await run(['run.jsonl', '--replay', '--with', 'forgets.ts']);
    expect([forgot.code, forgot.stdout]).toEqual([
      1,
      'different: the module did not take the runtime, so this was no replay\n',
    ]);
    const left = await run(['run.jsonl', '--replay', '--with', 'leaves.ts']);
    expect([left.code, left.stderr]).toEqual([1, '']);
    expect(left.stdout).toMatch(/^different: the replay ended and did not ask for started, /);
    const different = await run(['run.jsonl', '--replay', '--with', 'task.ts']);
    expect([different.code, different.stderr]).toEqual([1, '']);
    expect(different.stdout).toMatch(/^different: stamp_mismatch: /);
    const normal = await run(['normal.jsonl', '--replay', '--with', 'module.ts']);
    expect([normal.code, normal.stdout]).toEqual([1, '']);
    expect(normal.stderr).toContain('only a verbose one replays');
  });

  it('forks: prints the journal, or goes on from there under a new session', async () => {
    const journal = JSON.parse((await run(['run.jsonl', '--fork', '4'])).stdout);
    expect(journal).toMatchObject({ forkOf: { seq: 4 } });
    const { code, stdout, stderr } = await run(['run.jsonl', '--fork', '4', '--with', 'module.ts']);
    expect([code, stderr]).toEqual([0, 'asked\n']);
    const result = JSON.parse(stdout);
    expect(result).toMatchObject({ status: 'solved', answer: '103' });
    expect(result.sessionId).not.toBe(journal.forkOf.sessionId);
    const beyond = await run(['run.jsonl', '--fork', '99']);
    expect([beyond.code, beyond.stderr]).toEqual([1, expect.stringContaining('has no event 99')]);
  });

  it('prints what is forked as JSON that says the same and that no terminal obeys', async () => {
    const { stdout } = await run(['run.jsonl', '--fork', '4']);
    expect(stdout).not.toMatch(/(?!\n)[\p{Cc}\p{Cf}]/u);
    const { entries } = JSON.parse(stdout) as { entries: { value: string }[] };
    const replies = entries.map(({ value }) => JSON.parse(value)?.reply?.text);
    expect(replies).toContain(action(3));
  });

  it('says that a fork was none where its module left the journal aside', async () => {
    const aside = await run(['run.jsonl', '--fork', '4', '--with', 'forgets.ts']);
    expect([aside.code, aside.stdout]).toEqual([1, '']);
    expect(aside.stderr).toMatch(
      /\nThe module did not take the runtime, so this was no fork[^\n]+\n$/,
    );
  });

  it.each(['5', 'undefined', '{}'])('takes %s for no result of a run', async (value) => {
    writeFileSync(file('odd.ts'), `export const resume = () => (${value});`);
    const stderr =
      'odd.ts gave no result of a run; resume returns what the strategy does, as runReact\n';
    for (const deed of [['--replay'], ['--fork', '4']]) {
      expect(await run(['run.jsonl', ...deed, '--with', 'odd.ts'])).toEqual({
        code: 1,
        stdout: '',
        stderr,
      });
    }
  });

  it('says where two runs first differ', async () => {
    expect(await run(['run.jsonl', '--diff', 'run.jsonl'])).toMatchObject({
      code: 0,
      stdout: 'same\n',
    });
    const { code, stdout } = await run(['run.jsonl', '--diff', 'other.jsonl']);
    expect(code).toBe(1);
    expect(stdout).toMatch(
      /^different: the event 1, .*\n {2}run.jsonl: .*\n {2}other.jsonl: .*\n$/,
    );
    expect((await run(['cut.jsonl', '--diff', 'run.jsonl'])).stdout).toMatch(
      /^different: cut.jsonl ends where run.jsonl has the event \d+\n$/,
    );
  });

  it('follows a log that is being written, and ends with Ctrl-C', async () => {
    const [header = '', ...lines] = await runLogLines();
    writeFileSync(file('growing.jsonl'), `${header}\n${lines[0]}\n${lines[1]?.slice(0, 20)}`);
    const child = start(['growing.jsonl']);
    const url = await addressOf(child);
    expect(await readUntil(url, 'id: 0\n')).toContain('data: {"type":"log"');
    const growing = readUntil(url, '"type":"finished"');
    appendFileSync(file('growing.jsonl'), `${lines[1]?.slice(20)}\n`);
    appendFileSync(file('growing.jsonl'), `${lines.slice(2).join('\n')}\n`);
    expect((await growing).match(/^id: \d+$/gm)).toHaveLength(lines.length);
    child.kill('SIGINT');
    expect(await once(child, 'exit')).toEqual([0, null]);
  });

  it('follows a file in whose place another log of any length comes', async () => {
    const [a, b, c] = [await runLogLines(), await runLogLines([final]), await runLogLines()];
    const sessionOf = (lines: readonly string[]) => JSON.parse(lines[0]!).session as string;
    writeFileSync(file('again.jsonl'), b.slice(0, 3).join('\n'));
    const child = start(['again.jsonl']);
    const url = await addressOf(child);
    // Without a last line break.
    await readUntil(url, 'id: 1\n');
    const second = readUntil(url, '"type":"finished"');
    // Longer, in the same file.
    writeFileSync(file('again.jsonl'), a.join('\n'));
    const [, anew = ''] = (await second).split(`data: ${a[0]}`);
    expect(anew.match(/^id: 1:\d+$/gm)).toHaveLength(a.length - 1);
    expect(anew).not.toContain(sessionOf(b));
    const third = readUntil(url, sessionOf(c));
    writeFileSync(file('new.jsonl'), c.join('\n'));
    renameSync(file('new.jsonl'), file('again.jsonl'));
    await third;
    const page = await readUntil(url, '"type":"finished"');
    expect(page.match(/^id: 2:\d+$/gm)).toHaveLength(c.length - 1);
    expect(page).not.toContain(sessionOf(a));
    child.kill('SIGINT');
    expect(await once(child, 'exit')).toEqual([0, null]);
  });

  it('shows the last of two logs in one file, and stops at an event of another session', async () => {
    const [a, b] = [await runLogLines(), await runLogLines([final])];
    writeFileSync(
      file('two.jsonl'),
      [...a.slice(0, 3), `${a[3]!.slice(0, 30)}${b[0]}`, ...b.slice(1)].join('\n'),
    );
    const child = start(['two.jsonl']);
    const url = await addressOf(child);
    const page = await readUntil(url, '"type":"finished"');
    expect(page.match(/^id: /gm)).toHaveLength(b.length - 1);
    const stderr = textOf(child.stderr);
    appendFileSync(file('two.jsonl'), `\n${a[4]}\n`);
    expect(await once(child, 'close')).toEqual([1, null]);
    expect(stderr()).toMatch(
      new RegExp(
        `^two.jsonl: Line ${3 + b.length + 1}: it is of session \\S+, and the header before it of \\S+\\n$`,
      ),
    );
  });

  it('stops at an event and at a header of a newer version, and names the line', async () => {
    const [header = '', ...events] = await runLogLines();
    const newer = { v: 2, seq: 99, path: '', type: 'note' };
    for (const [last, reason] of [
      [{ session: JSON.parse(header).session, ...newer }, 'the event has the version 2, not 1'],
      [{ ...JSON.parse(header), format: { major: 9, minor: 0 } }, 'the log has the format 9, '],
    ] as const) {
      writeFileSync(file('newer.jsonl'), `${[header, ...events].join('\n')}\n`);
      const child = start(['newer.jsonl']);
      await readUntil(await addressOf(child), '"type":"finished"');
      const stderr = textOf(child.stderr);
      appendFileSync(file('newer.jsonl'), `${JSON.stringify(last)}\n`);
      expect(await once(child, 'close')).toEqual([1, null]);
      expect(stderr()).toContain(`newer.jsonl: Line ${events.length + 2}: ${reason}`);
    }
  });

  it('follows standard input while it comes', async () => {
    const lines = await runLogLines();
    const child = start(['-']);
    child.stdin.write(`${lines[0]}\n${lines[1]}\n`);
    const url = await addressOf(child);
    expect(await readUntil(url, 'id: 0\n')).toContain('"type":"started"');
    child.stdin.end(`${lines.slice(2).join('\n')}\n`);
    expect(await readUntil(url, '"type":"finished"')).toContain('id: 1\n');
    child.kill('SIGINT');
    expect(await once(child, 'exit')).toEqual([0, null]);
  });

  it('says in one sentence what cannot be done', async () => {
    writeFileSync(file('no-log.txt'), 'hello\u001b[2J\n');
    for (const args of [
      ['nothing.jsonl'],
      ['nothing.jsonl', '--replay'],
      ['no-log.txt'],
      ['.'],
      ['.', '--html', 'x'],
    ]) {
      const { code, stdout, stderr } = await run(args);
      expect([args, code]).toEqual([args, 1]);
      expect(stderr).toMatch(/^[^\n]+: [^\n]+\n$/);
      expect(stderr).not.toContain('\u001b');
      expect(stdout).toBe('');
    }
  });

  it.each([
    [[]],
    [['a', 'b']],
    [['a', '--bogus']],
    [['a', '--html']],
    [['a', '--html', 'x', '--mermaid']],
    [['a', '--mermaid=pie']],
    [['a', '--fork', 'x']],
    [['a', '--port', '70000']],
    [['a', '--force']],
    [['a', '--with', 'm']],
    [['a', '--replay', '--open']],
    [['-', '--diff', '-']],
  ])('takes %j for a wrong command line', async (args) => {
    const { code, stdout, stderr } = await run(args);
    expect([code, stdout]).toEqual([2, '']);
    expect(stderr).toMatch(/^[^\n]+\nloopwright-viewer --help lists the options\.\n$/);
  });

  it('prints its help and its version', async () => {
    expect((await run(['--help'])).stdout).toMatch(/^Usage: loopwright-viewer /);
    expect((await run(['--version'])).stdout).toMatch(/^\d+\.\d+\.\d+\n$/);
  });
});
