import { skipBlanks } from '../text/blank.ts';
import type { LinePlanGrammar } from './line-plan-grammar.ts';
import { skipIdCharacters } from './plan-id.ts';
import { lineHeadChars, lineMarks, type PlanLine } from './plan-lines.ts';
import { readBracketForm } from './read-call.ts';

/** The form of the ReWOO paper: `Plan: …`, and on the same line or the next `#E1 = tool[input]`. */
export const textPlanGrammar: LinePlanGrammar = {
  form: 'text',
  example: '#E1 = tool[input]',
  readLine,
  readCall: readBracketForm,
  isEnd: () => false,
};

const planLabel = new RegExp(
  `${lineMarks}#{0,6}[ *_]{0,4}plan ?\\d{0,3}[ *_]{0,4}[:：][*_]{0,3}`,
  'i',
);
const listMarks = new RegExp(`${lineMarks}(?:\\d{1,3}[.)] {0,4}[*_\`]{0,4})?`);
/** Evidence with a colon or a call, but without the sign between them; evidence alone may be a line of an input. */
const bareEvidence = /^#\s?E\d{1,9}\s{0,4}(?:[:：]|[\p{L}_][\p{L}\p{N}_]{0,63}\s{0,4}[[(])/u;
const bareCall = /^[\p{L}_][\p{L}\p{N}_]{0,63}\[/u;
const numberedCall = new RegExp(
  `${lineMarks}\\d{1,3}[.)] {0,4}[\\p{L}_][\\p{L}\\p{N}_]{0,63}\\(`,
  'u',
);

function readLine(text: string, start: number, end: number): PlanLine[] {
  const head = text.slice(start, Math.min(end, start + lineHeadChars));
  const label = planLabel.exec(head);
  if (label !== null) {
    const contentStart = start + label[0].length;
    const step = findStep(text, contentStart, end);
    return [{ kind: 'thought', start, contentStart }, ...(step === undefined ? [] : [step])];
  }
  const markChars = listMarks.exec(head)?.[0].length ?? 0;
  const first = readStepStart(text, start + markChars, end);
  if (first !== undefined) return [{ ...first, start }];
  const step = findStep(text, start, end);
  if (step !== undefined) return [step];
  const rest = head.slice(markChars);
  const last = text.slice(start, end).trimEnd().at(-1);
  const isCall = (bareCall.test(rest) && last === ']') || (numberedCall.test(head) && last === ')');
  return isCall || bareEvidence.test(rest) ? [{ kind: 'unreadable', start }] : [];
}

/** Finds `#E1 =` behind other words of the line. */
function findStep(text: string, start: number, end: number): PlanLine | undefined {
  // Searched by hand, as indexOf would look beyond the line each time.
  for (let hash = start; hash < end; hash += 1) {
    if (text[hash] !== '#') continue;
    const isApart = hash === start || /[\s*_`]/.test(text[hash - 1]!);
    const step = isApart ? readStepStart(text, hash, end) : undefined;
    if (step !== undefined) return step;
  }
  return undefined;
}

/** Reads `#E1 =`; also `E1 =`, `# E1 =`, and any other id directly behind the `#`. */
function readStepStart(text: string, start: number, end: number): PlanLine | undefined {
  const hasHash = text[start] === '#';
  const isSpaced = hasHash && text[start + 1] === ' ';
  const idStart = start + (hasHash ? 1 : 0) + (isSpaced ? 1 : 0);
  const idEnd = skipIdCharacters(text, idStart, Math.min(end, idStart + lineHeadChars));
  const id = text.slice(idStart, idEnd);
  if (id === '' || ((!hasHash || isSpaced) && !/^E\d+$/.test(id))) return undefined;
  let sign = idEnd;
  while (sign < end && /[*`]/.test(text[sign]!)) sign += 1;
  sign = skipBlanks(text, sign, end);
  if (sign >= end || text[sign] !== '=' || text[sign + 1] === '=') return undefined;
  return { kind: 'step', id, start, contentStart: sign + 1, isBare: !hasHash };
}
