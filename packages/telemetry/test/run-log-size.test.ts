import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { action, final, logged, react } from './run-log-support.ts';

const readme = readFileSync(new URL('../README.md', import.meta.url), 'utf8');

const sentence = 'The shelf is on the second floor, near the window. ';

/** Ten steps: nine calls with thoughts of 100 characters and observations of 500, then the answer. */
const tenSteps = (to: Parameters<typeof react>[0]) =>
  react(
    to,
    [
      ...Array.from({ length: 9 }, (_, n) =>
        action('find', { q: `book ${n}` }, sentence.repeat(2)),
      ),
      final(sentence.repeat(4)),
    ],
    { find: (q) => `${q}: ${sentence.repeat(10)}`.slice(0, 500) },
  );

const bytes = (text: string) => new TextEncoder().encode(text).length;

describe('the size of a run log', () => {
  it.each(['quiet', 'normal', 'verbose'] as const)(
    'O2: of ten steps at the level %s is what the README states, within a tenth',
    async (level) => {
      const { result, text } = await logged(tenSteps, { level });
      expect((result as { steps: unknown[] }).steps).toHaveLength(10);
      const [, stated] =
        new RegExp(`^\\| \`${level}\` \\|.*\\| ([\\d,]+) \\|$`, 'm').exec(readme) ?? [];
      const size = bytes(text);
      expect(Math.abs(Number(stated?.replace(',', '')) - size), `${size} bytes`).toBeLessThan(
        size / 10,
      );
    },
  );

  it('O2: grows with the steps, and each level tells more', async () => {
    const sizes = await Promise.all(
      (['quiet', 'normal', 'verbose'] as const).map(async (level) =>
        bytes((await logged(tenSteps, { level })).text),
      ),
    );
    expect(sizes).toEqual(sizes.toSorted((a, b) => a - b));
    expect(new Set(sizes).size).toBe(3);
  });
});
