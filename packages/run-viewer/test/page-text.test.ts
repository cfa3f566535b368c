import { redactSecrets } from '@loopwright/tool-registry';
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { buildRunView } from '../page/view-model/build-run-view.ts';
import { cutText } from '../page/view-model/cut-text.ts';
import { jsonText } from '../src/story/json-text.ts';
import { visibleParts, visibleText } from '../src/story/visible-text.ts';

describe('texts of a run', () => {
  it.each([
    ['a\u202eb', 'a<U+202E>b'],
    ['\u001b[31mred', '<U+001B>[31mred'],
    ['bell\u0007', 'bell<U+0007>'],
    ['zero\u200bwidth', 'zero<U+200B>width'],
    ['tag\u{e0041}', 'tag<U+E0041>'],
    ['half\ud800', 'half<U+D800>'],
    ['over\rwritten', 'over<U+000D>written'],
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

  it('escapes in JSON what nobody would see, and changes nothing of it', () => {
    const value = { text: 'a\u202eb \u{e0041} \u009b 👩‍🔬 \n' };
    const json = jsonText(value);
    expect(json).toBe('{"text":"a\\u202eb \\udb40\\udc41 \\u009b 👩‍🔬 \\n"}');
    expect(JSON.parse(json)).toEqual(value);
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
