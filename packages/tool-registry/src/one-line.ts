/** Text beyond this is not looked at: no message needs it, and a hostile one may be huge. */
const maxInputChars = 8_192;

const controlCharacter = /\p{Cc}/gu;

/** Joins the lines of a text with single spaces, without control characters and stack frames. */
export function oneLine(text: string, maxChars: number): string {
  const joined = text
    .slice(0, Math.max(maxInputChars, maxChars))
    .split(/[\r\n\u2028\u2029]/)
    .map((line) => line.replace(controlCharacter, ' ').trim())
    .filter((line) => line !== '' && !isStackFrame(line))
    .join(' ');
  return joined.length <= maxChars ? joined.toWellFormed() : cut(joined, maxChars);
}

function isStackFrame(line: string): boolean {
  return line.startsWith('at ') && /:\d+\)?$/.test(line);
}

function cut(text: string, maxChars: number): string {
  const head = text.slice(0, Math.max(0, maxChars - 1)).toWellFormed();
  // A surrogate pair cut in two leaves a replacement character, which says nothing.
  return `${head.endsWith('\ufffd') ? head.slice(0, -1) : head}…`.slice(0, maxChars);
}
