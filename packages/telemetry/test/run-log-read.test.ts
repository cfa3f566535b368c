import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { isRunLogError, readRunLog, readRunLogLines } from '../src/run-log.ts';
import { action, final, logged, react } from './run-log-support.ts';

const whole = await logged(react, { level: 'verbose' });
const log = readRunLog(whole.text);
const { session } = log.header;

/** The code and the line that a text is refused with. */
function refusal(text: string): [string, number | undefined] {
  try {
    readRunLog(text);
  } catch (error) {
    if (isRunLogError(error)) return [error.code, error.line];
    throw error;
  }
  throw new Error('It was read');
}

/** The lines with one of them changed; counted from 1. */
function withLine(line: number, change: (line: string) => string): string {
  return whole.lines.map((text, at) => (at === line - 1 ? change(text) : text)).join('\n');
}

/** A line with other fields. */
function fields(changed: object): (line: string) => string {
  return (line) => JSON.stringify({ ...JSON.parse(line), ...changed });
}

describe('reading a run log', () => {
  it('O2: gives what was written', () => {
    expect(log.events).toEqual(whole.events);
    expect(log.isCut).toBe(false);
    expect(log.header).toMatchObject({ type: 'log', level: 'verbose' });
  });

  it('O2: of its lines is the same', async () => {
    async function* lines() {
      yield* whole.lines;
    }
    expect(await readRunLogLines(lines())).toEqual(log);
    expect(await readRunLogLines([...whole.lines, '{"session"'])).toEqual({ ...log, isCut: true });
    await expect(readRunLogLines(['x'])).rejects.toMatchObject({ code: 'no_header', line: 1 });
  });

  it('O2: bears \\r\\n, a byte order mark and empty lines', () => {
    const text = `\uFEFF${whole.lines.join('\r\n\r\n \t\r\n')}\r\n\r\n`;
    expect(readRunLog(text)).toEqual(log);
    expect(readRunLog(whole.lines.join('\n'))).toEqual(log);
  });

  it('O2: cut anywhere behind its header, gives the whole lines and says that it is cut', () => {
    const start = whole.text.indexOf('\n') + 1;
    for (
      let cut = start;
      cut <= whole.text.length;
      cut += 1 + Math.floor(whole.text.length / 900)
    ) {
      const text = whole.text.slice(0, cut);
      const lines = text.split('\n');
      const last = lines.pop()!;
      const isWhole = last !== '' && whole.lines.includes(last);
      const read = readRunLog(text);
      expect(read.events).toHaveLength(lines.length - 1 + (isWhole ? 1 : 0));
      expect(read.isCut).toBe(last !== '' && !isWhole);
    }
  });

  it('O2: what a tool gave may look like a header, and may hold what ends a line elsewhere', async () => {
    const found = [{ type: 'log', message: 'one\u2028two\u2029' }];
    const run = (to: Parameters<typeof react>[0]) =>
      react(to, [action('find', { q: 'x' }), final('a')], { find: () => found });
    const { events, text } = await logged(run, { level: 'verbose' });
    expect(text).not.toMatch(/[\u2028\u2029]/);
    expect(readRunLog(text).events).toEqual(events);
    for (let cut = text.indexOf('\n') + 1; cut < text.length; cut += 1) {
      expect(readRunLog(text.slice(0, cut)).header.level).toBe('verbose');
    }
  });

  it('O2: keeps fields, events and a header of a newer minor version as they are', () => {
    const header = fields({ format: { major: 1, minor: 7, patch: 2 }, more: [1] });
    const seq = log.events.length;
    const event = { v: 1, seq, path: '', type: 'weather', rain: { mm: 3 } };
    const text = withLine(2, fields({ mood: 'good' })).replace(whole.lines[0]!, header);
    const read = readRunLog(`${text}\n${JSON.stringify({ session, ...event })}`);
    expect(read.header).toMatchObject({ format: { minor: 7, patch: 2 }, more: [1] });
    expect(read.events[0]).toEqual({ ...log.events[0], mood: 'good' });
    expect(read.events.at(-1)).toEqual(event);
  });

  it('O2: refuses a newer major version, of the log or of an event, by its number', () => {
    const newer = fields({ format: { major: 2, minor: 0 }, level: 'all' });
    expect(refusal(withLine(1, newer))).toEqual(['newer_format', 1]);
    expect(() => readRunLog(withLine(1, newer))).toThrow(/the format 2.*up to 1/);
    expect(refusal(withLine(4, fields({ v: 2 })))).toEqual(['newer_format', 4]);
  });

  it('O2: refuses what has no header', () => {
    const wrong = ['', '\n\n', '{', '[]', 'null', '{"type":"log"}', whole.lines[1]!];
    for (const text of wrong) expect(refusal(text)[0], text).toBe('no_header');
    const headers = [
      { level: 'loud' },
      { session: 1 },
      { redacted: 'yes' },
      { format: 1 },
      { format: { major: 0, minor: 1 } },
    ];
    for (const each of headers) {
      expect(refusal(withLine(1, fields(each))), JSON.stringify(each)).toEqual(['no_header', 1]);
    }
  });

  it('O2: names the damaged line in the middle', () => {
    const damages = [
      (line: string) => line.slice(0, -1),
      () => '\u0000\u0000',
      () => '12',
      () => '[]',
      fields({ seq: '1' }),
      fields({ seq: -1 }),
      fields({ path: null }),
      fields({ session: undefined }),
      fields({ type: 3 }),
      fields({ v: '1' }),
    ];
    for (const [at, damage] of damages.entries()) {
      expect(refusal(withLine(3, damage)), `damage ${at}`).toEqual(['damaged_line', 3]);
    }
    expect(refusal(withLine(2, fields({ task: 4 })))).toEqual(['damaged_line', 2]);
    expect(refusal(withLine(3, fields({ key: undefined })))).toEqual(['damaged_line', 3]);
  });

  it('O2: names the line of an event whose members readers could not walk through', () => {
    const at = (type: string) => log.events.findIndex((event) => event.type === type);
    const step = (part: object) =>
      [
        at('step'),
        { step: { ...(log.events[at('step')] as { step: object }).step, ...part } },
      ] as const;
    const result = (part: object) =>
      [
        at('finished'),
        { result: { ...(log.events.at(-1) as { result: object }).result, ...part } },
      ] as const;
    const damages = [
      step({ calls: undefined }),
      step({ calls: [null] }),
      step({ observations: {} }),
      step({ verdicts: [1] }),
      step({ notes: [null] }),
      result({ reason: undefined }),
      result({ flags: null }),
      result({ partial: [] }),
      [at('tool'), { call: {} }],
      [at('started'), { tools: ['find'] }],
      [2, { type: 'asked', key: 'k', asks: [null] }],
      [2, { type: 'asked', key: 'k', asks: [{ key: 'k', call: null }] }],
      [2, { type: 'answered', key: 'k', via: 'signal', answers: [true] }],
    ] as const;
    for (const [index, damage] of damages) {
      const text = withLine(index + 2, fields(damage));
      expect(refusal(text), JSON.stringify(damage)).toEqual(['damaged_line', index + 2]);
    }
    const [index, same] = step({});
    expect(readRunLog(withLine(index + 2, fields(same)))).toEqual(log);
  });

  it('O2: refuses numbers that do not follow one another, and in a verbose log a missing one', () => {
    expect(refusal(withLine(4, fields({ seq: 1 })))).toEqual(['out_of_order', 4]);
    expect(refusal(withLine(4, fields({ seq: 3 })))).toEqual(['out_of_order', 4]);
    expect(refusal(withLine(2, () => ''))).toEqual(['out_of_order', 3]);
    const twice = [...whole.lines.slice(0, 4), whole.lines[3]!].join('\n');
    expect(refusal(twice)).toEqual(['out_of_order', 5]);
  });

  it('O2: refuses the line of another session', () => {
    expect(refusal(withLine(3, fields({ session: 'another' })))).toEqual(['other_session', 3]);
    const other = fields({ session: 'another' })(whole.lines[0]!);
    expect(refusal(`${whole.text}${other}\n`)).toEqual(['other_session', whole.lines.length + 1]);
  });

  it('O2: any text is a log or a refusal with a code', () => {
    const piece = fc.oneof(
      fc.constantFrom(...whole.lines, '{"type":"log",', '\uFEFF', '\r', '\u2028', '{}', '\u0000'),
      fc.string({ unit: 'binary' }),
      fc.json(),
      fc
        .jsonValue()
        .map((value) => JSON.stringify({ session, v: 1, seq: 0, path: '', type: value })),
    );
    const text = fc.array(piece).map((pieces) => pieces.join('\n'));
    fc.assert(
      fc.property(fc.boolean(), text, (withHeader, body) => {
        const all = withHeader ? `${whole.lines[0]}\n${body}` : body;
        try {
          return Array.isArray(readRunLog(all).events);
        } catch (error) {
          return isRunLogError(error);
        }
      }),
      { numRuns: 500 },
    );
  });

  it('O2: deep and long lines are read or refused like others', () => {
    const deep = '['.repeat(300_000);
    expect(refusal(`${whole.lines[0]}\n${deep}\n${whole.lines[1]}`)).toEqual(['damaged_line', 2]);
    expect(readRunLog(`${whole.text}${deep}`)).toEqual({ ...log, isCut: true });
    const glued = `${'{"type":"log",'.repeat(100_000)}\n`;
    expect(refusal(`${whole.lines[0]}\n${glued.repeat(3)}`)).toEqual(['damaged_line', 2]);
    const blanks = ' '.repeat(1_000_000);
    expect(readRunLog(`${whole.text}${blanks}\n${'\n'.repeat(100_000)}`)).toEqual(log);
  });

  it('O2: a log of 50,000 lines is read whole', () => {
    const flags = Array.from(
      { length: 50_000 },
      (_, at) =>
        `{"session":${JSON.stringify(session)},"v":1,"seq":${at + 1},"path":"","type":"flag","code":"c","text":"x"}`,
    );
    const text = [...whole.lines.slice(0, 2), ...flags, '{"cut'].join('\n');
    const { events, isCut } = readRunLog(text);
    expect(events).toHaveLength(50_001);
    expect(isCut).toBe(true);
  });

  it('refuses what is no text', () => {
    expect(() => readRunLog(Buffer.from('x') as never)).toThrow(
      expect.objectContaining({ code: 'invalid_option' }),
    );
  });
});
