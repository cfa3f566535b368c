// A page in Chromium that imports modules which are held in memory.
import { createServer } from 'node:http';
import { chromium } from 'playwright-core';

/**
 * Serves modules by path on loopback, opens a page there and gives what `use` makes of it. Whatever the page throws is in
 * `pageErrors`. The page is not secure (it has a name that is not `localhost`), so that what works on it works on any page.
 */
export async function inPage({ executablePath, modules }, use) {
  const server = createServer((request, response) => {
    const code = modules.get(request.url);
    const isPage = request.url === '/';
    response.writeHead(isPage || code !== undefined ? 200 : 404, {
      'content-type': isPage ? 'text/html; charset=utf-8' : 'text/javascript; charset=utf-8',
      // No code from texts: not one of the packages needs it.
      'content-security-policy': "default-src 'self'",
    });
    response.end(isPage ? '<!doctype html><title>Loopwright</title>' : code);
  });
  await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve));
  const browser = await chromium.launch({
    executablePath,
    args: [`--host-resolver-rules=MAP ${hostName} 127.0.0.1`, '--disable-dev-shm-usage'],
    // The sandbox does not start for root.
    chromiumSandbox: process.getuid?.() !== 0,
  });
  try {
    const page = await browser.newPage();
    const pageErrors = [];
    page.on('pageerror', (error) => pageErrors.push(String(error)));
    await page.goto(`http://${hostName}:${server.address().port}/`);
    return await use({ page, version: browser.version(), pageErrors });
  } finally {
    await browser.close();
    server.closeAllConnections();
    server.close();
  }
}

const hostName = 'loopwright.test';
