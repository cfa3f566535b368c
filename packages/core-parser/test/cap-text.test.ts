import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { capText } from '../src/index.ts';

describe('capText', () => {
  it('a text within the limit comes back unchanged', () => {
    expect(capText('abc', 3)).toBe('abc');
    expect(capText('', 0)).toBe('');
  });

  it('TOOL-035: the limit includes a marker that states shown and total sizes', () => {
    const capped = capText('x'.repeat(2_000_000), 8000);
    expect(capped.length).toBeLessThanOrEqual(8000);
    const [, shown, total] = /\[cut: (\d+) of (\d+) characters shown\./.exec(capped)!;
    expect(total).toBe('2000000');
    expect(capped.startsWith(`${'x'.repeat(Number(shown))}\n[cut`)).toBe(true);
    expect(Number(shown)).toBeGreaterThan(7800);
  });

  it('TOOL-036: a surrogate pair is not split', () => {
    for (let limit = 0; limit < 120; limit += 1) {
      const capped = capText(`a${'😀'.repeat(5000)}`, limit);
      expect(capped.length).toBeLessThanOrEqual(limit);
      expect(capped).not.toContain('\ufffd');
      expect(capped).not.toMatch(/\p{Surrogate}/u);
    }
  });

  it('TOOL-038: the marker says how to see the rest', () => {
    expect(capText('x'.repeat(5000), 1000)).toMatch(
      /characters shown\. Ask for less to see the rest\.\]$/,
    );
    expect(capText('x'.repeat(5000), 1000, 'Use offset and limit.')).toMatch(
      /Use offset and limit\.\]$/,
    );
  });

  it('where the hint has no room, the sizes stay; where they have none, a mark of the cut', () => {
    expect(capText('x'.repeat(100), 50, 'y'.repeat(100))).toMatch(
      /^x{16}\[cut: 16 of 100 characters shown\]$/,
    );
    expect(capText('x'.repeat(100), 20)).toMatch(/^x+\[cut: \d+\/100\]$/);
    expect(capText('x'.repeat(100), 5)).toBe('[cut]');
    expect(capText('x'.repeat(100), 3)).toBe('[cu');
    for (const limit of [0, -1, Number.NaN]) expect(capText('x'.repeat(100), limit)).toBe('');
  });

  it('a lone surrogate becomes U+FFFD, whether the text is cut or not', () => {
    expect(capText('a\udc00', 10)).toBe('a\ufffd');
    expect(capText(`\udc00${'x'.repeat(500)}`, 200)).toMatch(/^\ufffdx/);
  });

  it('property: never longer than the limit, always well-formed, and states true sizes', () => {
    fc.assert(
      fc.property(
        fc.string({ unit: 'binary', maxLength: 300 }),
        fc.nat(200),
        fc.string(),
        (text, limit, hint) => {
          const capped = capText(text, limit, hint);
          expect(capped.length).toBeLessThanOrEqual(Math.max(limit, 0));
          expect(capped).not.toMatch(/\p{Surrogate}/u);
          if (text.length <= limit) expect(capped).toBe(text);
        },
      ),
    );
  });
});
