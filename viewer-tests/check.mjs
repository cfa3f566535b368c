// Looks at runs in Chromium, where the packages are installed.
//   node check.mjs CHROMIUM TRACES        TRACES is a folder with run logs of the demo;
//                                         SCREENSHOTS=FOLDER keeps pictures of three runs
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { inBrowser, openPage } from './chromium.mjs';
import { hostileTexts } from './hostile.mjs';
import { checkHostile, keptNames, poisoned } from './hostile-checks.mjs';
import { checkBytes, checkLarge, longRunSteps } from './large-checks.mjs';
import { checkLive, checkReconnection, checkServedLink } from './live-checks.mjs';
import { checkDrawn, checkLabels, mermaidPage } from './mermaid-checks.mjs';
import {
  checkAccess,
  checkLink,
  checkPage,
  checkPaper,
  forAxe,
  takePictures,
  writePage,
} from './page-checks.mjs';
import { makeLongRun, makeRuns, readRuns } from './runs.mjs';

const [executablePath, traces] = process.argv.slice(2);
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
  const runs = { ...(await makeRuns()), ...readRuns(traces) };
  // Side by side, as there are two processors everywhere. What measures time comes behind, alone.
  await Promise.all([checkRuns(browser, runs), checkTexts(browser, runs)]);
  await checkLong(browser);
  figures.push(`Chromium ${browser.version()}, Node ${process.versions.node}`);
  if (pictures === undefined) return;
  mkdirSync(pictures, { recursive: true });
  for (const name of ['solved', 'plan-execute', 'loop']) {
    await takePictures(browser, writePage(folder, name, runs[name]), name, pictures);
  }
}

async function checkRuns(browser, runs) {
  const drawing = await mermaidPage(browser);
  const withAxe = await openPage(browser, forAxe);
  for (const [name, log] of Object.entries(runs)) {
    const url = writePage(folder, name, log);
    await check(`${name}: the page`, () => checkPage(browser, url, log));
    await check(`${name}: on paper`, () => checkPaper(browser, url, log));
    await check(`${name}: axe-core`, () => checkAccess(withAxe, url));
    await check(`${name}: Mermaid`, () => checkDrawn(drawing, log));
  }
  const solved = writePage(folder, 'solved', runs.solved);
  await check('a link to a step', () => checkLink(browser, solved));
  await check('a page that follows a run', () => checkLive(browser, runs.degraded));
  await check('a link to a step of a served run', () => checkServedLink(browser, runs.hostile));
  await check('a page that loses its connection', () => checkReconnection(browser, runs.solved));
}

async function checkTexts(browser, runs) {
  const drawing = await mermaidPage(browser);
  const opened = await openPage(browser);
  for (const [name, text] of Object.entries(hostileTexts)) {
    for (const [of, where] of hostileRuns) {
      const url = writePage(folder, 'poisoned', poisoned(runs[of], text, keptNames[where]));
      await check(`${name} in ${where} of ${of}`, () => checkHostile(opened, url, name));
    }
    await check(`${name} in Mermaid`, () => checkLabels(drawing, text));
  }
}

async function checkLong(browser) {
  const long = await makeLongRun(longRunSteps);
  const url = writePage(folder, 'long', long);
  const drawing = await mermaidPage(browser);
  await check('a long run', () => checkLarge(browser, url));
  await check('a long run in Mermaid', () => checkDrawn(drawing, long));
  await check('the weight of the page', () => checkBytes(url));
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
