// A run whose every field attacks the page: all of it is shown as text, and nothing of it runs.
import assert from 'node:assert/strict';
import { rowsOf } from './chromium.mjs';
import { hostileTexts } from './hostile.mjs';

/** What stays for the page to read the run by. With less of it, other places show the hostile text. */
export const keptNames = {
  'every text': 'type path key kind status stopReason via name role outcome level'.split(' '),
  'every text and every name': ['type', 'path'],
};

/** The log with a hostile text in its header and in every text of every event, however deep, except those of these names. */
export function poisoned(log, text, names) {
  const kept = new Set(names);
  const poison = (value, name) => {
    // The same text behind every path leaves the events of a sub-agent together.
    if (name === 'path' && value !== '') return value + text.slice(0, 100);
    if (typeof value === 'string') return kept.has(name) ? value : text;
    if (Array.isArray(value)) return value.map((each) => poison(each, name));
    if (typeof value !== 'object' || value === null) return value;
    return Object.fromEntries(Object.entries(value).map(([key, each]) => [key, poison(each, key)]));
  };
  // A line of a log says nothing where type and path are not its own.
  return { ...log, header: poison(log.header), events: log.events.map((event) => poison(event)) };
}

const unseen = String.raw`.{0,60}(?!\r?\n|[\t\u200c\u200d])[\p{Cc}\p{Bidi_Control}]`;

export async function checkHostile(opened, url, name) {
  await opened.visit(url, async (page, faults) => {
    await rowsOf(page).first().waitFor();
    await page.keyboard.press('j');
    // Whatever is folded is unfolded, so that all of it is drawn.
    await page.evaluate(() => {
      for (const details of document.querySelectorAll('details')) details.open = true;
    });
    // What a model call holds is drawn once it is open.
    await page.waitForFunction(() =>
      [...document.querySelectorAll('details.model')].every((details) =>
        details.querySelector('h4'),
      ),
    );
    const state = await page.evaluate(() => ({
      pwned: globalThis.pwned,
      scripts: document.querySelectorAll('script').length,
      foreign: document.querySelectorAll(
        'img, iframe, object, embed, base, form[action], [onerror], [onload]',
      ).length,
      text: document.querySelector('#page').textContent,
      title: document.title,
      attributes: [...document.querySelectorAll('#page *')].flatMap(({ attributes }) =>
        [...attributes].map(({ name, value }) => `${name}=${value}`),
      ),
      links: [...document.links].map(({ href }) => href).filter((href) => !/^file:.*#/.test(href)),
    }));
    assert.equal(state.pwned, undefined, 'nothing of the run is executed');
    assert.equal(state.scripts, 2, 'the scripts of the page are its own two');
    assert.equal(state.foreign, 0, 'nothing of the run is markup');
    assert.deepEqual(state.links, [], 'nothing of the run is a link');
    for (const shown of [state.text, state.title, ...state.attributes]) {
      const raw = new RegExp(unseen, 'u').exec(shown);
      assert.equal(raw?.[0], undefined, 'what turns or hides text is shown by name');
    }
    const start = hostileTexts[name]?.trim().slice(0, 12);
    if (start !== undefined && /^[ -~]+$/.test(start)) {
      assert.ok(state.text.includes(start), 'the text itself is shown');
    }
    assert.deepEqual(faults, []);
  });
}
