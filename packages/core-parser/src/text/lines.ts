/** Where the line that begins at `start` ends, without its line feed. */
export function endOfLine(text: string, start: number): number {
  const lineFeed = text.indexOf('\n', start);
  return lineFeed === -1 ? text.length : lineFeed;
}

/** Text with line feeds only, whatever line ends it came with. */
export function withLineFeeds(text: string): string {
  return text.includes('\r') ? text.replace(/\r\n?/g, '\n') : text;
}
