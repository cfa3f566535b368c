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
 * Opens a page of its own that visits one address after another, which is quicker than a page for each. A visit gives what `use`
 * makes of it. Only what lies at its address is answered; `faults` holds every other request, every error and every dialog of it
 * so far.
 */
export async function openPage(browser, settings = {}) {
  const context = await browser.newContext({ viewport: { width: 1280, height: 900 }, ...settings });
  const faults = [];
  let answered = '';
  await context.route('**/*', (route) => {
    const asked = route.request().url();
    if (asked.startsWith(answered)) return route.continue();
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
  return {
    async visit(url, use) {
      faults.length = 0;
      answered = url.replace(/#.*/, '');
      await page.goto(url);
      return use(page, faults);
    },
    close: () => context.close(),
  };
}

/** Opens an address in a page of its own, for one visit. */
export async function onPage(browser, url, settings, use) {
  const opened = await openPage(browser, settings);
  try {
    return await opened.visit(url, use);
  } finally {
    await opened.close();
  }
}

/** The rows of the list of steps. */
export function rowsOf(page) {
  return page.getByRole('listbox', { name: 'Steps' }).getByRole('option');
}
