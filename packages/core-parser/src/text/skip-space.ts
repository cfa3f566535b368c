/** Where the run of white space that begins at `start` ends. */
export function skipSpace(text: string, start: number): number {
  let position = start;
  while (position < text.length && /\s/.test(text[position]!)) position += 1;
  return position;
}

/** Where the text goes on after a marker that stands at `start` or behind white space, else `start`. */
export function skipMarker(text: string, start: number, marker: string): number {
  const markerStart = skipSpace(text, start);
  return text.startsWith(marker, markerStart) ? markerStart + marker.length : start;
}
