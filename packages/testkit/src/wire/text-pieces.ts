const pieceChars = 7;

/** A text in the pieces in which it is streamed; nothing for no text. */
export function textPieces(text: string): string[] {
  const pieces: string[] = [];
  // A piece never ends inside a surrogate pair: no service does that.
  let piece = '';
  for (const character of text) {
    piece += character;
    if (piece.length < pieceChars) continue;
    pieces.push(piece);
    piece = '';
  }
  return piece === '' ? pieces : [...pieces, piece];
}
