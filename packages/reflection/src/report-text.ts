import { canonicalJson, capText, encodeNote } from '@loopwright/core-parser';
import type { ReflectedAction } from './reflected-action.ts';
import type { SessionReport } from './session-report.ts';

const shownLessons = 5;
const maxActionChars = 200;

/** A report in a few lines for people, in at most `maxChars` characters. */
export function reportText(report: Omit<SessionReport, 'text'>, maxChars: number): string {
  const { failures, counts, patterns, blacklist, refused, lessons, flags } = report;
  const { modelReflections, reflections } = report;
  const lines = [
    `Failures: ${failures}.${counts.length === 0 ? '' : ` ${counts.map(countText).join(', ')}.`}`,
    ...patterns.map(
      ({ action, reason, count }) => `${count} times the same: ${actionText(action)} (${reason}).`,
    ),
    ...blacklist.map(({ action }) => `Not found twice: ${actionText(action)}.`),
    ...refused.map(({ action, count }) => `Refused, ${timesText(count)}: ${actionText(action)}.`),
    ...lessons.slice(0, shownLessons).map(({ text }) => `Learnt: ${text}`),
    ...reflections.flatMap(({ words }) => (words === undefined ? [] : [`Model: ${words}`])),
    ...flags.map(({ code, text }) => `Flag ${code}: ${text}.`),
    `Model reflections: ${modelReflections}.`,
  ];
  return capText(lines.map(encodeNote).join('\n'), maxChars, 'The data hold the rest.');
}

function countText({ action, reason, count }: SessionReport['counts'][number]): string {
  return `${action} ${reason} ${count}`;
}

function actionText({ name, parameters }: ReflectedAction): string {
  return capText(`${name} ${canonicalJson(parameters)}`, maxActionChars);
}

function timesText(count: number): string {
  return count === 1 ? 'once' : `${count} times`;
}
