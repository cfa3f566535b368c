import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { get } from 'node:http';
import { createInterface } from 'node:readline';
import type { Readable } from 'node:stream';
import { fileURLToPath } from 'node:url';

const program = fileURLToPath(new URL('../src/cli.ts', import.meta.url));

/** The command line program in a folder, from sources. `kill` ends whatever of it still runs. */
export function viewerIn(folder: string) {
  const children: ChildProcess[] = [];

  function start(args: readonly string[]) {
    const argv = ['--conditions=@loopwright/source', program, ...args];
    const child = spawn(process.execPath, argv, { cwd: folder });
    // Whether all input is taken is for the program to decide.
    child.stdin.on('error', () => {});
    children.push(child);
    return child;
  }

  async function run(args: readonly string[], input?: string) {
    const child = start(args);
    child.stdin.end(input);
    const [stdout, stderr] = [textOf(child.stdout), textOf(child.stderr)];
    const [code] = await once(child, 'close');
    return { code: code as number, stdout: stdout(), stderr: stderr() };
  }

  return {
    start,
    run,
    kill() {
      for (const child of children.splice(0)) child.kill('SIGKILL');
    },
  };
}

/** What a stream has given so far. */
export function textOf(stream: Readable): () => string {
  let all = '';
  stream.setEncoding('utf8').on('data', (text) => {
    all += text;
  });
  return () => all;
}

/** The next line that a program prints. */
export async function lineOf(child: { readonly stdout: Readable }): Promise<string> {
  const [line] = await once(createInterface({ input: child.stdout }), 'line');
  return String(line);
}

/** The address that a serving program prints. */
export async function addressOf(child: { readonly stdout: Readable }): Promise<string> {
  return (await lineOf(child)).split(' ')[0]!;
}

/** Reads server-sent events, from the one after `lastId`, until one holds a text. */
export async function readUntil(url: string, text: string, lastId?: number): Promise<string> {
  const headers = lastId === undefined ? {} : { 'last-event-id': lastId };
  const request = get(`${url}events`, { headers });
  const [response] = await once(request, 'response');
  let body = '';
  for await (const piece of response.setEncoding('utf8')) {
    body += piece;
    if (body.includes(text)) break;
  }
  request.destroy();
  return body;
}
