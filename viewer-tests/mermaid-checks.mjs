// Mermaid text of runs, drawn by Mermaid itself: every label is exactly what it is meant to be.
import assert from 'node:assert/strict';
import { createRequire } from 'node:module';
import { renderMermaid } from '@loopwright/run-viewer';

const library = createRequire(import.meta.url).resolve('mermaid/dist/mermaid.min.js');

/** A page that draws. */
export async function mermaidPage(browser) {
  const page = await browser.newPage();
  const faults = [];
  page.on('dialog', (dialog) => {
    faults.push(dialog.message());
    return dialog.dismiss();
  });
  await page.setContent('<div id="drawing"></div>');
  await page.addScriptTag({ path: library });
  await page.evaluate(() => globalThis.mermaid.initialize({ startOnLoad: false }));
  return { page, faults };
}

/** Draws a text and gives its labels. */
async function draw(page, text) {
  return page.evaluate(async (source) => {
    const { svg } = await globalThis.mermaid.render(`g${Date.now()}`, source);
    const drawing = document.querySelector('#drawing');
    drawing.innerHTML = svg;
    const labels = [...drawing.querySelectorAll('.nodeLabel, .messageText, .noteText')];
    return labels.map(({ textContent }) => textContent);
  }, text);
}

/** Runs of every kind can be drawn in both kinds. */
export async function checkDrawn({ page, faults }, log) {
  for (const kind of ['flowchart', 'sequence']) {
    const labels = await draw(page, renderMermaid(log.events, { kind }));
    assert.ok(labels.length > 1, `${kind}: there are labels`);
  }
  assert.deepEqual(faults, []);
}

/** A text in the place of thought, tool, observation and reason is drawn as it stands. */
export async function checkLabels({ page, faults }, text) {
  const events = [
    { v: 1, seq: 0, path: '', type: 'started', task: text },
    {
      v: 1,
      seq: 1,
      path: '',
      type: 'step',
      step: {
        n: 1,
        kind: 'act',
        thought: text,
        calls: [{ tool: text, args: {} }],
        observations: [{ tool: text, ok: true, value: text, text }],
        verdicts: [{ guard: 'guard', kind: 'flag', text }],
        notes: [],
      },
    },
    {
      v: 1,
      seq: 2,
      path: '',
      type: 'finished',
      result: { status: 'solved', stopReason: 'final', reason: text },
    },
  ];
  const parts = [
    `Task: ${text}`,
    'Step 1: act',
    text,
    `${text}()`,
    text,
    `guard: flag: ${text}`,
    'solved: final',
    text,
  ].map(expected);
  const flowchart = await draw(page, renderMermaid(events));
  const [task, step, thought, tool, observation, verdict, end, reason] = parts;
  assert.deepEqual(
    flowchart.map(squeezed).toSorted(),
    [task, `${step} · ${thought}`, `${tool} · ${observation}`, verdict, `${end} · ${reason}`]
      .map(squeezed)
      .toSorted(),
  );
  const sequence = await draw(page, renderMermaid(events, { kind: 'sequence' }));
  assert.equal(
    letters(sequence),
    letters([task, 'Step 1', 'act ·', thought, tool, observation, verdict, `${end} ·`, reason]),
  );
  assert.deepEqual(faults, []);
}

/** What a label shows of a text, written down independently: one line, marks for what is not seen, at most 80 characters. */
function expected(text) {
  const line = text.replace(/\s+/g, ' ').trim();
  const shown = [...line.slice(0, 10_000)]
    .map((character) => {
      const isUnseen = /[\p{Cc}\p{Cf}\p{Cs}]/u.test(character) && !/[\u200c\u200d]/.test(character);
      if (!isUnseen) return character;
      return `<U+${character.codePointAt(0).toString(16).toUpperCase().padStart(4, '0')}>`;
    })
    .join('');
  const characters = [...shown];
  const cut = characters.length <= 80 ? shown : `${characters.slice(0, 79).join('')}…`;
  // The marks of Mermaid itself, with a letter spelt out.
  return cut.replaceAll('ﬂ°', 'fl°').replaceAll('¶ß', '¶ss');
}

function squeezed(text) {
  return text.replace(/\s+/g, ' ').trim();
}

/** All characters but white space, in order of code: pieces may be drawn in any order. */
function letters(texts) {
  return [...texts.join('').replace(/\s/g, '')].toSorted().join('');
}
