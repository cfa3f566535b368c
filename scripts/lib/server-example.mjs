// The program in examples/server: installed from tarballs, it answers a request with the events of a run.
import { createInterface } from 'node:readline';
import { installExample } from './example-programs.mjs';
import { start } from './process.mjs';

const secondsToStart = 20;

/** Installs these tarballs beside the program, starts it and asks it once; throws unless its run is solved. */
export async function tryServerExample(project, tarballs, env) {
  await installExample('server', project, tarballs, env);
  const server = start(process.execPath, ['server.mjs'], {
    cwd: project,
    env: { ...env, PORT: '0' },
  });
  try {
    const url = await firstLine(server);
    const body = JSON.stringify({ task: 'How high is the tide at 3?' });
    const events = await (await fetch(url, { method: 'POST', body })).text();
    if (
      /^event: delta$/m.test(events) &&
      /^event: result\ndata: \{"status":"solved"/m.test(events)
    ) {
      return;
    }
    throw new Error(`its answer is\n${events}`);
  } finally {
    server.kill('SIGTERM');
  }
}

async function firstLine({ stdout, stderr }) {
  let complaint = '';
  stderr.setEncoding('utf8').on('data', (text) => {
    complaint += text;
  });
  const lines = createInterface({ input: stdout });
  const timer = setTimeout(() => lines.close(), secondsToStart * 1000);
  for await (const line of lines) {
    clearTimeout(timer);
    return line;
  }
  throw new Error(`it does not start: ${complaint}`);
}
