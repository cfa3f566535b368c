const backslash = 0x5c;

/** Where the string of valid JSON that begins at `openingQuote` has its closing quote. */
export function closingQuote(text: string, openingQuote: number): number {
  let position = text.indexOf('"', openingQuote + 1);
  while (isEscaped(text, position)) position = text.indexOf('"', position + 1);
  return position;
}

/** True after an odd number of backslashes. */
function isEscaped(text: string, position: number): boolean {
  let start = position;
  while (text.charCodeAt(start - 1) === backslash) start -= 1;
  return (position - start) % 2 === 1;
}
