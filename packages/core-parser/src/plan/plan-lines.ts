import { endOfLine } from '../text/lines.ts';

/** What a line of a plan in lines begins. A line that begins nothing is prose, or goes on with what stands before it. */
export type PlanLine =
  /** Bare is a definition without the mark that references have, as in `E1 = search[x]`. */
  | { kind: 'step'; id: string; start: number; contentStart: number; isBare?: boolean }
  | { kind: 'thought'; start: number; contentStart: number }
  /** It looks like a step but does not begin like one. */
  | { kind: 'unreadable'; start: number };

/** A part of a plan in lines: from what begins on a line, counted from 1, up to what begins next. */
export type PlanPart = PlanLine & { line: number; end: number };

/** Splits a text where its lines begin something. A line can begin a thought and, behind it, a step. */
export function splitPlanLines(
  text: string,
  readLine: (text: string, start: number, end: number) => PlanLine[],
): PlanPart[] {
  const parts: PlanPart[] = [];
  let line = 1;
  for (let start = 0; start <= text.length; line += 1) {
    const end = endOfLine(text, start);
    for (const begun of start === end ? [] : readLine(text, start, end)) {
      const last = parts.at(-1);
      if (last !== undefined) last.end = begun.start;
      parts.push({ ...begun, line, end: text.length });
    }
    start = end + 1;
  }
  return parts;
}

/** A line as an error shows it. */
export function quoteLine(text: string, start: number): string {
  const line = text.slice(start, Math.min(endOfLine(text, start), start + 120)).trim();
  return JSON.stringify(line.length > 100 ? `${line.slice(0, 100)}…` : line);
}

/** True for blanks, marks of emphasis, backticks and punctuation. */
export function isDecoration(text: string): boolean {
  return /^[\s*_`.,;]*$/.test(text);
}

/** What may stand before a step or a label on its line: blanks, marks of emphasis, backticks, signs of lists and quotes. */
export const lineMarks = String.raw`^[\s*_>\-\x60•]{0,16}`;

/** Only so much of a line is looked at to see what it begins. */
export const lineHeadChars = 240;
