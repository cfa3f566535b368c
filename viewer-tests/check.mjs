// Looks at runs in Chromium, where the packages are installed.
//   node check.mjs CHROMIUM        SCREENSHOTS=FOLDER keeps pictures of three runs
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { inBrowser } from './chromium.mjs';
import { hostileTexts } from './hostile.mjs';
import { checkHostile, keptNames, poisoned } from './hostile-checks.mjs';
import { checkBytes, checkLarge, longRunSteps } from './large-checks.mjs';
import { checkLive, checkReconnection } from './live-checks.mjs';
import { checkDrawn, checkLabels, mermaidPage } from './mermaid-checks.mjs';
import {
  checkAccess,
  checkLink,
  checkPage,
  checkPaper,
  takePictures,
  writePage,
} from './page-checks.mjs';
import { makeLongRun, makeRuns } from './runs.mjs';

const [executablePath] = process.argv.slice(2);
const pictures = process.env.SCREENSHOTS;
const folder = mkdtempSync(path.join(tmpdir(), 'loopwright-pages-'));
const problems = [];
const figures = [];
let checks = 0;

/** Which runs hostile texts are put into, and where. */
const hostileRuns = [
  ['solved', 'every text'],
  ['plan-execute', 'every text'],
  ['sub-agent', 'every text and every name'],
  ['loop', 'every text and every name'],
  ['approval', 'every text and every name'],
];

try {
  await inBrowser(executablePath, checkAll);
} finally {
  rmSync(folder, { recursive: true, force: true });
}
console.log([...problems, ...figures, `${checks} checks`].join('\n'));
process.exitCode = problems.length > 0 ? 1 : 0;

async function checkAll(browser) {
  const runs = await makeRuns();
  const drawing = await mermaidPage(browser);
  for (const [name, log] of Object.entries(runs)) {
    const url = writePage(folder, name, log);
    await check(`${name}: the page`, () => checkPage(browser, url, log));
    await check(`${name}: on paper`, () => checkPaper(browser, url, log));
    await check(`${name}: axe-core`, () => checkAccess(browser, url));
    await check(`${name}: Mermaid`, () => checkDrawn(drawing, log));
  }
  const solved = writePage(folder, 'solved', runs.solved);
  await check('a link to a step', () => checkLink(browser, solved));
  for (const [name, text] of Object.entries(hostileTexts)) {
    for (const [of, where] of hostileRuns) {
      const url = writePage(folder, 'poisoned', poisoned(runs[of], text, keptNames[where]));
      await check(`${name} in ${where} of ${of}`, () => checkHostile(browser, url, name));
    }
    await check(`${name} in Mermaid`, () => checkLabels(drawing, text));
  }
  await check('a page that follows a run', () => checkLive(browser, runs.degraded));
  await check('a page that loses its connection', () => checkReconnection(browser, runs.solved));
  const long = await makeLongRun(longRunSteps);
  const longUrl = writePage(folder, 'long', long);
  await check('a long run', () => checkLarge(browser, longUrl));
  await check('a long run in Mermaid', () => checkDrawn(drawing, long));
  await check('the weight of the page', () => checkBytes(longUrl));
  figures.push(`Chromium ${browser.version()}, Node ${process.versions.node}`);
  if (pictures === undefined) return;
  mkdirSync(pictures, { recursive: true });
  for (const name of ['solved', 'plan-execute', 'loop']) {
    await takePictures(browser, writePage(folder, name, runs[name]), name, pictures);
  }
}

async function check(what, run) {
  checks += 1;
  try {
    const figure = await run();
    if (typeof figure === 'string') figures.push(figure);
  } catch (error) {
    problems.push(`${what}: ${error.message}`);
  }
}
