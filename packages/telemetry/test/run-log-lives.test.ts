import { createMemoryJournal } from '@loopwright/agent-run';
import { describe, expect, it } from 'vitest';
import { createRunLog, readRunLog } from '../src/run-log.ts';
import { action, final, logAgain, logged, react } from './run-log-support.ts';

/** A run that waits for a decision, and goes on in a second life. */
async function twoLives() {
  const journal = createMemoryJournal();
  const replies = [action('sell', { book: 'it' }), final('sold')];
  const run = (from: number) => (to: Parameters<typeof react>[0]) =>
    react({ ...to, runtime: journal }, replies.slice(from), { approve: undefined });
  const first = await logged(run(0), { level: 'verbose' });
  journal.answer('act:0:0', true);
  const second = await logged(run(1), { level: 'verbose' });
  return { first, second };
}

describe('the run log of a session with several lives', () => {
  it('O2: with a file for each life, the file of the last one tells the session whole', async () => {
    const { first, second } = await twoLives();
    expect(second.events.slice(0, first.events.length)).toEqual(first.events);
    expect(readRunLog(second.text).events).toEqual(second.events);
    expect(readRunLog(second.text).events.at(-1)).toMatchObject({ type: 'finished' });
  });

  it('O2: in one file, the life that got furthest is read', async () => {
    const { first, second } = await twoLives();
    const whole = readRunLog(second.text);
    expect(readRunLog(first.text + second.text)).toEqual(whole);
    expect(readRunLog(second.text + first.text)).toEqual(whole);
    expect(readRunLog(first.text + first.text)).toEqual(readRunLog(first.text));
  });

  it('O2: in one file, a life that died within a line is no damage', async () => {
    const { first, second } = await twoLives();
    for (let cut = first.text.indexOf('\n') + 1; cut < first.text.length; cut += 97) {
      const died = first.text.slice(0, cut);
      expect(readRunLog(died + second.text), `cut at ${cut}`).toEqual(readRunLog(second.text));
      expect(readRunLog(`${died}\n${second.text}`)).toEqual(readRunLog(second.text));
    }
    const died = second.text.slice(0, -40);
    expect(readRunLog(died + first.text)).toEqual({
      ...readRunLog(second.text),
      events: second.events.slice(0, -1),
      isCut: true,
    });
  });

  it('O2: in one file, a life that is finished wins over one that took more events and is not', async () => {
    const { second } = await twoLives();
    const { lines } = second;
    const finished = [
      ...lines.slice(0, -2),
      lines.at(-1)!.replace(/"seq":\d+/, `"seq":${lines.length - 3}`),
    ];
    const longer = lines.slice(0, -1).join('\n');
    const shorter = finished.join('\n');
    const read = readRunLog(shorter);
    expect(read.events.at(-1)).toMatchObject({ type: 'finished', seq: lines.length - 3 });
    const further = `${longer}\n${lines.at(-1)!.replace('"type":"finished"', '"type":"later"')}`;
    for (const text of [`${shorter}\n${further}`, `${further}\n${shorter}`]) {
      expect(readRunLog(text)).toEqual(read);
    }
  });

  it('O2: in one file, a process that died within its first header has told nothing', async () => {
    const { first } = await twoLives();
    const header = first.lines[0]!;
    for (let cut = 1; cut < header.length; cut += 1) {
      const died = header.slice(0, cut);
      for (const text of [died + first.text, `${died}\n${first.text}`]) {
        expect(readRunLog(text), `cut at ${cut}`).toEqual(readRunLog(first.text));
      }
    }
    for (const text of [header.slice(0, 30), `${header.slice(0, 30)}\n${first.lines[1]}`]) {
      expect(() => readRunLog(text)).toThrow(expect.objectContaining({ code: 'no_header' }));
    }
  });

  it('O2: one log hears both lives, and begins anew with a header', async () => {
    const { first, second } = await twoLives();
    const lines: string[] = [];
    const log = createRunLog({ write: (line) => void lines.push(line), level: 'verbose' });
    for (const event of [...first.events, ...second.events]) log.onEvent(event);
    expect(await log.end()).toEqual({ isKept: true, lines: lines.length });
    expect(lines).toEqual([...first.lines, ...second.lines]);
  });

  it('O2: outside the sample, a life that another one follows is not written for its missing end', async () => {
    const { events } = await logged(react);
    const { end } = await logAgain([...events.slice(0, 3), ...events], { sampleRate: 0 });
    expect(end).toEqual({ isKept: false, lines: 0 });
  });

  it('O2: outside the sample, a life in which something is wrong is written alone, and those after it too', async () => {
    const { events } = await logged(react);
    const options = { sampleRate: 0, level: 'verbose' as const };
    const flag = { v: 1, path: '', type: 'flag', code: 'c', text: 'odd' } as const;
    const wrong = [...events.slice(0, 2), { ...flag, seq: 2 }];
    const alone = await logAgain([...events.slice(0, 3), ...wrong], options);
    expect(alone.lines).toEqual((await logAgain(wrong, options)).lines);
    const both = await logAgain([...wrong, ...events], options);
    const { lines } = await logAgain(events, { level: 'verbose' });
    expect(both.lines).toEqual([...alone.lines, ...lines]);
  });

  it('O2: outside the sample, a life that goes on after a decision is written as the one that asked was', async () => {
    const { first, second } = await twoLives();
    const file: string[] = [];
    for (const { events } of [first, second]) {
      file.push(...(await logAgain(events, { sampleRate: 0, level: 'verbose' })).lines);
    }
    expect(readRunLog(file.join('\n')).events.at(-1)?.type).toBe('finished');
  });
});
