// A page that follows a run, loses its connection and comes back.
import assert from 'node:assert/strict';
import { connect, createServer } from 'node:net';
import { serveRun } from '@loopwright/run-viewer';
import { onPage, rowsOf } from './chromium.mjs';

export async function checkLive(browser, log) {
  const { header } = log;
  const server = await serveRun();
  const write = (events) => {
    for (const event of events) server.write(JSON.stringify({ session: header.session, ...event }));
  };
  server.write(JSON.stringify(header));
  const at = log.events.findIndex(({ type }) => type === 'step') + 1;
  try {
    write(log.events.slice(0, at));
    await onPage(browser, server.url, {}, async (page, faults) => {
      const options = rowsOf(page);
      await options.first().waitFor();
      assert.equal(await options.count(), 1, 'the steps so far');
      write(log.events.slice(at, -2));
      const steps = (events) => events.filter(({ type }) => type === 'step').length;
      await options.nth(steps(log.events.slice(0, -2)) - 1).waitFor();
      write(log.events.slice(-2));
      await status(page, 'over').waitFor();
      assert.equal(await options.count(), steps(log.events), 'all steps');
      await page.getByRole('slider').fill('1');
      server.write(JSON.stringify(header));
      write(log.events.slice(0, at));
      await status(page, 'live').waitFor();
      assert.equal(await options.count(), 1, 'the steps of the run that is told again');
      write(log.events.slice(at));
      server.end();
      await status(page, 'over').waitFor();
      assert.equal(await options.count(), steps(log.events), 'all steps again');
      assert.deepEqual(faults, []);
    });
  } finally {
    await server.close();
  }
}

/** A served run that is over opens where the address says, and otherwise at its beginning. */
export async function checkServedLink(browser, log) {
  const server = await serveRun({ log });
  try {
    await onPage(browser, `${server.url}#step-7`, {}, async (page, faults) => {
      await status(page, 'over').waitFor();
      const card = page.locator('[id="step-7"]');
      await card.waitFor();
      await page.waitForFunction(() => document.activeElement?.id === 'step-7');
      const { y } = await card.boundingBox();
      assert.ok(y >= 0 && y < 900, `step 7 is at ${y}`);
      assert.deepEqual(faults, []);
    });
    await onPage(browser, server.url, {}, async (page) => {
      await status(page, 'over').waitFor();
      await page.locator('[id="step-1"]').waitFor();
      assert.equal(await page.evaluate(() => scrollY), 0, 'the banner is in sight');
    });
  } finally {
    await server.close();
  }
}

/** Between page and server stands something that drops connections. */
export async function checkReconnection(browser, log) {
  const server = await serveRun();
  const { header } = log;
  const lines = [header, ...log.events.map((event) => ({ session: header.session, ...event }))];
  const half = Math.floor(lines.length / 2);
  for (const line of lines.slice(0, half)) server.write(JSON.stringify(line));
  const sockets = new Set();
  const relay = createServer((socket) => {
    const behind = connect(server.port, '127.0.0.1');
    for (const each of [socket, behind]) {
      sockets.add(each);
      each.on('error', () => {}).on('close', () => sockets.delete(each));
    }
    // The server answers only to its own name.
    socket.on('data', (data) =>
      behind.write(
        data.toString('latin1').replace(`:${relay.address().port}`, `:${server.port}`),
        'latin1',
      ),
    );
    behind.pipe(socket);
  });
  await new Promise((resolve) => relay.listen(0, '127.0.0.1', resolve));
  const url = server.url.replace(`:${server.port}`, `:${relay.address().port}`);
  try {
    await onPage(browser, url, {}, async (page) => {
      await status(page, 'live').waitFor();
      for (const socket of sockets) socket.destroy();
      await status(page, 'reconnecting').waitFor();
      for (const line of lines.slice(half)) server.write(JSON.stringify(line));
      await status(page, 'over').waitFor({ timeout: 20_000 });
      const steps = log.events.filter(({ type }) => type === 'step').length;
      assert.equal(await rowsOf(page).count(), steps, 'every step, each once');
    });
  } finally {
    for (const socket of sockets) socket.destroy();
    relay.close();
    await server.close();
  }
}

function status(page, word) {
  return page.getByRole('status').filter({ hasText: word });
}
