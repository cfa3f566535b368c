import { redactSecrets } from '@loopwright/tool-registry';
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { buildRunView } from '../page/view-model/build-run-view.ts';
import { cutText, visibleParts, visibleText } from '../page/view-model/visible-text.ts';

describe('texts on the page', () => {
  it.each([
    ['a\u202eb', 'aU+202Eb'],
    ['\u001b[31mred', 'ESC[31mred'],
    ['bell\u0007', 'bellU+0007'],
    ['zero\u200bwidth', 'zeroU+200Bwidth'],
    ['tag\u{e0041}', 'tagU+E0041'],
    ['half\ud800', 'halfU+D800'],
    ['over\rwritten', 'overU+000Dwritten'],
  ])('names what nobody would see: %j', (text, shown) => {
    expect(visibleText(text)).toBe(shown);
  });

  it('leaves line ends, tabs, emoji of several parts and letters of all scripts as they are', () => {
    const text = 'one\r\ntwo\n\tthree 👩‍🔬 नमस्ते العربية';
    expect(visibleParts(text)).toEqual([{ kind: 'text', text }]);
  });

  it('marks what redactSecrets has taken out', () => {
    const { apiKey } = redactSecrets({ apiKey: 'sk-1234567890abcdef' }) as { apiKey: string };
    expect(visibleParts(apiKey)).toEqual([{ kind: 'redacted', text: apiKey }]);
  });

  it('cuts long texts into pieces that together are the text, never inside a character', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), fc.integer({ min: 1, max: 9 }), (text, size) => {
        const pieces: string[] = [];
        for (let start = 0; start < text.length; start += pieces.at(-1)!.length) {
          pieces.push(cutText(text, start, size));
        }
        expect(pieces.join('')).toBe(text);
        for (const piece of pieces) expect(piece.isWellFormed()).toBe(true);
      }),
    );
  });
});

describe('a log that nothing vouches for', () => {
  it('is shown whatever stands in it', () => {
    fc.assert(
      fc.property(fc.array(fc.object({ withBigInt: false })), (events) => {
        buildRunView(events);
      }),
    );
  });

  it('shows events of a kind that is not known as they are', () => {
    const event = { v: 1, seq: 3, path: '', type: 'moon', phase: 'full' };
    const { steps } = buildRunView([event]);
    expect(steps[0]!.remarks).toMatchObject([{ type: 'other', name: 'moon', data: event }]);
  });
});
