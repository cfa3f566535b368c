// Sessions as workflows of a Restate server of our own, whose handler is in this process.

import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { createServer } from 'node:http2';
import { restateServer } from '../../scripts/lib/restate-server.mjs';

export async function whyNoRestate() {
  try {
    const program = await restateServer();
    return existsSync(program) ? undefined : `no ${program}`;
  } catch (error) {
    return `no Restate server: ${error.message.split('\n')[0]}`;
  }
}

export async function openRestate(folder) {
  const { startRestateServer } = await import('../../packages/test-servers/src/index.ts');
  const { restateRuntime } = await import('@loopwright/durable/restate');
  const { createEndpointHandler, TerminalError, workflow } = await import(
    '@restatedev/restate-sdk'
  );
  const works = new Map();
  const sessions = workflow({
    name: 'sessions',
    handlers: {
      /** What goes wrong goes wrong for good: a benchmark is not tried again. */
      run: (ctx) =>
        works
          .get(ctx.key)(restateRuntime(ctx))
          .catch((error) => Promise.reject(new TerminalError(String(error)))),
    },
  });
  const server = await startRestateServer({ program: await restateServer(), folder });
  const connections = new Set();
  const listener = createServer(createEndpointHandler({ services: [sessions], logger: () => {} }));
  listener.on('session', (connection) => connections.add(connection));
  await once(listener.listen(0, '127.0.0.1'), 'listening');
  await server.register(`http://127.0.0.1:${listener.address().port}`);
  return {
    async run(sessionId, work) {
      works.set(sessionId, work);
      const response = await fetch(`${server.ingress}/sessions/${sessionId}/run`, {
        method: 'POST',
      });
      const text = await response.text();
      works.delete(sessionId);
      if (!response.ok) throw new Error(`The session ended with ${response.status}: ${text}`);
      return JSON.parse(text);
    },
    async close() {
      await server.remove();
      for (const connection of connections) connection.destroy();
      listener.close();
    },
  };
}
