// An HTTP handler that runs an agent: POST {"task": "…"}, and what happens comes back as server-sent events.

/**
 * @param start Starts a run of a task and gives its handle, as `startReact` does.
 * @param options.maxBodyBytes A longer request is refused. Default 64 KiB.
 * @param options.maxUnsentBytes While a client is so far behind, it gets no deltas. Default 256 KiB.
 * @param options.lastMs Time that a client has to take the rest once the run is over. Default 30 s.
 */
export function agentHandler(start, options = {}) {
  const { maxBodyBytes = 65_536, maxUnsentBytes = 262_144, lastMs = 30_000 } = options;
  const handle = async (request, response) => {
    if (request.method !== 'POST') return refuse(response, 405, 'Send a task with POST.');
    const body = await readBody(request, maxBodyBytes).catch(() => undefined);
    if (body === undefined) return response.destroy();
    if (body === tooLarge) return refuse(response, 413, `At most ${maxBodyBytes} bytes are read.`);
    const task = taskOf(body);
    if (task === undefined) return refuse(response, 400, 'Send a JSON object {"task": "…"}.');

    const run = start(task);
    // The client is gone, and nobody else could take the answer: the run ends, and so do its calls.
    response.once('close', () => run.cancel());
    response.writeHead(200, {
      'content-type': 'text/event-stream',
      'cache-control': 'no-store',
      'x-accel-buffering': 'no',
    });
    await stream(run, response, maxUnsentBytes);
    response.end();
    if (response.closed) return;
    // A client that takes nothing must not keep all this in memory.
    const timer = setTimeout(() => response.destroy(), lastMs);
    response.once('close', () => clearTimeout(timer));
  };
  // What goes wrong here is one client's answer, not the end of the process.
  return (request, response) =>
    handle(request, response).catch(() => {
      if (response.headersSent) response.destroy();
      else refuse(response, 500, 'The run could not be started.');
    });
}

/** Writes the events of a run to its end. They are read at once, so that they wait in one place, whose size is known. */
async function stream(run, response, maxUnsentBytes) {
  for await (const event of run.events) {
    // A reply says all that its deltas said, and durable events are as few as the limits of the run make them.
    if (event.type === 'delta' && response.writableLength > maxUnsentBytes) continue;
    if (!response.destroyed) response.write(frame(event.type, event, event.seq));
  }
  const last = await run.result.then(
    ({ status, answer, reason }) => frame('result', { status, answer, reason }),
    (error) => frame('failed', { message: error.message }),
  );
  if (!response.destroyed) response.write(last);
}

/** One server-sent event. JSON text has no line breaks. Durable events have their number as id. */
function frame(name, data, id) {
  const idLine = id === undefined ? '' : `id: ${id}\n`;
  return `event: ${name}\n${idLine}data: ${JSON.stringify(data)}\n\n`;
}

const tooLarge = Symbol('too large');

/** The body as text, or `tooLarge`. @throws when the client leaves before the end. */
function readBody(request, maxBytes) {
  return new Promise((resolve, reject) => {
    const chunks = [];
    let bytes = 0;
    request.on('data', (chunk) => {
      bytes += chunk.length;
      if (bytes <= maxBytes) return chunks.push(chunk);
      request.pause();
      resolve(tooLarge);
    });
    request.on('end', () => resolve(Buffer.concat(chunks).toString()));
    request.on('error', reject);
  });
}

function taskOf(body) {
  try {
    const { task } = JSON.parse(body);
    return typeof task === 'string' && task.trim() !== '' ? task : undefined;
  } catch {
    return undefined;
  }
}

/** What is left of the request is not read: the connection is closed. */
function refuse(response, status, message) {
  response.writeHead(status, { 'content-type': 'text/plain', connection: 'close' });
  response.end(`${message}\n`);
}
