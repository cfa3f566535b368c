// The page of a finished run, opened from disk.
import assert from 'node:assert/strict';
import { readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { renderHtml } from '@loopwright/run-viewer';
import { onPage, rowsOf } from './chromium.mjs';

const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

/** The looks in which nothing may stand in the way of anybody. */
const desk = { width: 1280, height: 900 };
const looks = {
  light: { colorScheme: 'light', viewport: desk },
  dark: { colorScheme: 'dark', viewport: desk },
  phone: { colorScheme: 'light', viewport: { width: 360, height: 740 } },
};

/** Writes the page of a log into a folder and gives its address. */
export function writePage(folder, name, log) {
  const file = path.join(folder, `${name.replaceAll(' ', '-')}.html`);
  writeFileSync(file, renderHtml(log));
  return pathToFileURL(file).href;
}

/** Every step of a run is there, can be reached with the keyboard, and nothing goes wrong on the way. */
export async function checkPage(browser, url, log) {
  await onPage(browser, url, looks.light, async (page, faults) => {
    const steps = log.events.filter(({ type }) => type === 'step');
    const options = rowsOf(page);
    await options.first().waitFor();
    const end = log.events.find(({ type, path: of }) => type === 'finished' && of === '');
    // A step that has not ended has a row too, as long as the run has not.
    const rows = steps.length + (end === undefined ? 1 : 0);
    if (rows <= 10) assert.equal(await options.count(), rows, 'each step has a row');
    await checkEnd(page, end);
    const shown = await page.locator('#page').textContent();
    const reason = end?.result.stopReason ?? 'wait';
    assert.match(shown, new RegExp(reason.replaceAll('_', '.'), 'i'), 'why the run ended');

    await page.getByRole('listbox', { name: 'Steps' }).focus();
    await page.keyboard.press('End');
    await page.keyboard.press('Home');
    const selected = page.locator('[role=option][aria-selected=true]');
    await selected.first().waitFor();
    assert.equal(await selected.count(), 1, 'one step is selected');
    const id = (await page.evaluate(() => location.hash)).slice(1);
    assert.match(id, /^step-/, 'the address names the step');
    await page.keyboard.press('Enter');
    const focused = page.locator(`[id="${id}"]`);
    await focused.waitFor();
    assert.equal(await focused.evaluate((card) => card.contains(document.activeElement)), true);
    assert.deepEqual(faults, []);
  });
}

/** What the run came to stands in the banner, and with the step that said it, which may be on a later page. */
async function checkEnd(page, end) {
  const { answer, partial } = end?.result ?? {};
  const text = answer === undefined ? partial?.text : answer;
  if (typeof text !== 'string' || text === '') return;
  const later = page.getByRole('button', { name: 'Later' }).first();
  while ((await later.count()) > 0 && (await later.isEnabled())) await later.click();
  const said = page.locator('#transcript .answer').last();
  if (answer !== undefined) await said.waitFor();
  if ((await said.count()) > 0) assert.ok((await said.textContent()).includes(text), 'the outcome');
}

/** On paper every step of the page of the transcript is drawn, whether or not it has been on screen, and nothing but links works. */
export async function checkPaper(browser, url, log) {
  await onPage(browser, url, looks.dark, async (page, faults) => {
    await rowsOf(page).first().waitFor();
    await page.emulateMedia({ media: 'print' });
    const cards = await page.locator('#transcript .step').evaluateAll((all) =>
      all.map((card) => ({
        id: card.id,
        // False for what is left undrawn because it is out of sight.
        isDrawn: [...card.querySelectorAll('header, pre, p')].every(
          (part) =>
            part.closest('details') !== null ||
            part.checkVisibility({ contentVisibilityAuto: true }),
        ),
        color: getComputedStyle(card).colorScheme,
      })),
    );
    const steps = log.events.filter(({ type }) => type === 'step').length;
    assert.ok(cards.length >= Math.min(10, steps), `${cards.length} cards for ${steps} steps`);
    assert.deepEqual(
      cards.filter(({ isDrawn }) => !isDrawn).map(({ id }) => id),
      [],
    );
    assert.ok(
      cards.every(({ color }) => color === 'light'),
      'dark ink on light paper',
    );
    assert.deepEqual(faults, []);
  });
}

/** A link to a step opens the page at that step. */
export async function checkLink(browser, url) {
  await onPage(browser, `${url}#step-2`, {}, async (page, faults) => {
    await page.locator('[role=option][aria-selected=true]').waitFor();
    assert.equal(await page.locator('[id="step-2"]').isVisible(), true);
    assert.deepEqual(faults, []);
  });
}

/** The policy of the page lets nothing else run, and axe-core is something else. */
export const forAxe = { bypassCSP: true };

/** What axe-core finds in each look. */
export async function checkAccess(opened, url) {
  await opened.visit(url, async (page) => {
    await rowsOf(page).first().waitFor();
    await page.evaluate(axe);
    for (const [look, { colorScheme, viewport }] of Object.entries(looks)) {
      await page.setViewportSize(viewport);
      await page.emulateMedia({ colorScheme });
      const { violations } = await page.evaluate(() => globalThis.axe.run());
      const found = violations.map(({ id, nodes }) => `${id}: ${nodes[0].html.slice(0, 200)}`);
      assert.deepEqual(found, [], look);
      const width = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
      assert.ok(width <= 0, `${look}: the page is ${width} pixels wider than the window`);
    }
  });
}

/** Pictures for people, in every look. */
export async function takePictures(browser, url, name, folder) {
  for (const [look, settings] of Object.entries(looks)) {
    await onPage(browser, url, settings, async (page) => {
      await rowsOf(page).first().waitFor();
      const file = `${name.replaceAll(' ', '-')}-${look}.png`;
      await page.screenshot({ path: path.join(folder, file), fullPage: true });
    });
  }
}
