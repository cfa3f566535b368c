import { isBlank, skipBlanks } from './blank.ts';

/** True when nothing but blanks stands between the place and the end of its line. */
export function endsLine(text: string, position: number): boolean {
  const next = skipBlanks(text, position, text.length);
  return next === text.length || text[next] === '\n';
}

/** True when nothing but blanks stands beside the part in its line. */
export function standsAlone(text: string, start: number, end: number): boolean {
  let before = start;
  while (before > 0 && isBlank(text.charCodeAt(before - 1))) before -= 1;
  return (before === 0 || text[before - 1] === '\n') && endsLine(text, end);
}
