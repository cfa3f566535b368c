// A run of 2,400 steps: the page stays small and quick.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { onPage, rowsOf } from './chromium.mjs';

export const longRunSteps = 2_400;
const budget = { rows: 300, selectionMs: 50, bytes: 120_000 };

/** Gives a line of figures. */
export async function checkLarge(browser, url) {
  return onPage(browser, url, {}, async (page, faults) => {
    const list = page.getByRole('listbox', { name: 'Steps' });
    await rowsOf(page).first().waitFor();
    const rows = await rowsOf(page).count();
    assert.ok(rows <= budget.rows, `${rows} rows are drawn`);
    await list.focus();
    await page.keyboard.press('End');
    await page.waitForFunction((id) => location.hash === id, `#step-${longRunSteps}`);
    const after = await rowsOf(page).count();
    assert.ok(after <= budget.rows, `${after} rows are drawn at the end`);
    const selectionMs = await page.evaluate(selectMany);
    assert.ok(selectionMs < budget.selectionMs, `a selection takes ${selectionMs} ms`);
    assert.deepEqual(faults, []);
    const nodes = await page.evaluate(() => document.querySelectorAll('*').length);
    return `${longRunSteps} steps: ${rows} rows, ${nodes} elements, a selection takes ${selectionMs.toFixed(1)} ms`;
  });
}

/** In the page: the middle one of many selections, from the key to the second frame behind it. */
async function selectMany() {
  const frame = () => new Promise((resolve) => requestAnimationFrame(resolve));
  const list = document.querySelector('[role=listbox]');
  const times = [];
  for (let turn = 0; turn < 21; turn += 1) {
    await frame();
    const started = performance.now();
    list.dispatchEvent(
      new KeyboardEvent('keydown', { key: turn % 2 === 0 ? 'ArrowUp' : 'PageUp', bubbles: true }),
    );
    const before = location.hash;
    // A selection is seen once the page has drawn it.
    await frame();
    await new Promise((resolve) => setTimeout(resolve));
    times.push(performance.now() - started);
    if (location.hash === before && turn > 20) throw new Error('nothing was selected');
  }
  return times.sort((a, b) => a - b)[10];
}

/** What the page weighs without the run. */
export function checkBytes(url) {
  const html = readFileSync(fileURLToPath(url), 'utf8');
  const bytes = Buffer.byteLength(html.replace(/(id="run">)[^<]*/, '$1'));
  assert.ok(bytes <= budget.bytes, `the page has ${bytes} bytes without the run`);
  return `the page has ${bytes} bytes without the run`;
}
