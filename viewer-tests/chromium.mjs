// Pages in Chromium that are watched: whatever a page asks of the network, throws, logs as an error or opens is noted.
import { chromium } from 'playwright-core';

/** Starts a Chromium and gives what `use` makes of it. */
export async function inBrowser(executablePath, use) {
  const browser = await chromium.launch({
    executablePath,
    args: ['--disable-dev-shm-usage'],
    // The sandbox does not start for root.
    chromiumSandbox: process.getuid?.() !== 0,
  });
  try {
    return await use(browser);
  } finally {
    await browser.close();
  }
}

/**
 * Opens an address in a page of its own and gives what `use` makes of it. Only `allowed` addresses are answered; `faults`
 * holds every other request, every error and every dialog so far.
 */
export async function onPage(browser, url, { allowed = [url], ...settings }, use) {
  const context = await browser.newContext({ viewport: { width: 1280, height: 900 }, ...settings });
  const faults = [];
  await context.route('**/*', (route) => {
    const asked = route.request().url();
    if (allowed.some((start) => asked.startsWith(start))) return route.continue();
    faults.push(`asks for ${asked}`);
    return route.abort();
  });
  // A page of many megabytes on a busy machine takes its time.
  context.setDefaultTimeout(30_000);
  const page = await context.newPage();
  page.on('pageerror', (error) => faults.push(`throws ${error}`));
  page.on('dialog', (dialog) => {
    faults.push(`opens the dialog ${dialog.message()}`);
    return dialog.dismiss();
  });
  page.on('console', (message) => {
    if (message.type() === 'error') faults.push(`logs ${message.text()}`);
  });
  page.on('popup', () => faults.push('opens another page'));
  try {
    await page.goto(url);
    return await use(page, faults);
  } finally {
    await context.close();
  }
}

/** The rows of the list of steps. */
export function rowsOf(page) {
  return page.getByRole('listbox', { name: 'Steps' }).getByRole('option');
}
