import { useState } from 'preact/hooks';
import { visibleParts } from '../../src/story/visible-text.ts';
import { cutText } from '../view-model/cut-text.ts';
import { showChars } from '../view-model/quantities.ts';
import { memo } from './memo.tsx';

/** Beyond so many characters the rest of what should be short is counted, not drawn. */
const mostChars = 20_000;

/** A text with nothing hidden in it. */
export const Text = memo(({ value }: { value: string }) => {
  const shown = cutText(value, 0, mostChars);
  const left = value.length - shown.length;
  return (
    <>
      <Piece value={shown} />
      {left > 0 && <span class="muted"> … {showChars(left)} more</span>}
    </>
  );
});

/** All of a text. */
const Piece = memo(({ value }: { value: string }) => (
  <>
    {visibleParts(value).map(({ kind, text }, index) => {
      if (kind === 'text') return text;
      const title =
        kind === 'redacted' ? 'A secret was taken out here' : 'A character that cannot be seen';
      return (
        <span key={index} class={kind} title={title}>
          {kind === 'redacted' ? '◼ ' : ''}
          {text}
        </span>
      );
    })}
  </>
));

const firstChars = 2_000;
const moreChars = 20_000;
const pieceChars = 50_000;

/** A text of any length. Of a long one the beginning is drawn, and more in pieces when it is asked for. */
export function LongText({ value, first = firstChars }: { value: string; first?: number }) {
  const [shown, setShown] = useState(first);
  const pieces: string[] = [];
  for (let start = 0; start < Math.min(shown, value.length); ) {
    const size = start === 0 ? first : Math.min(pieceChars, shown - start);
    const piece = cutText(value, start, size);
    pieces.push(piece);
    start += piece.length;
  }
  const left = value.length - pieces.reduce((sum, piece) => sum + piece.length, 0);
  const showAll = (to: number) => {
    setShown(to);
    // One piece at a time, so that the page answers meanwhile.
    if (to < value.length) setTimeout(showAll, 0, to + pieceChars);
  };
  return (
    <>
      <pre class="text">
        {pieces.map((piece, index) => (
          <Piece key={index} value={piece} />
        ))}
      </pre>
      {left > 0 && (
        <p class="more">
          {showChars(left)} more.{' '}
          <button type="button" onClick={() => setShown(shown + moreChars)}>
            Show more
          </button>{' '}
          <button type="button" onClick={() => showAll(shown + pieceChars)}>
            Show all
          </button>
        </p>
      )}
    </>
  );
}

/** What stands where a log of a lower level says nothing. */
export function NotInLog() {
  return <span class="muted">not in this log</span>;
}
