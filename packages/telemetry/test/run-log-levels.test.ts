import type { DurableEvent } from '@loopwright/agent-run';
import { describe, expect, it } from 'vitest';
import { createRunLog, readRunLog } from '../src/run-log.ts';
import { action, final, logAgain, logged, react } from './run-log-support.ts';

const approving = (run: Parameters<typeof react>[0]) =>
  react(run, [action('find', { q: 'it' }), action('sell', { book: 'it' }), final('sold')], {
    approve: async () => [{ approved: true, note: 'fine' }],
    guards: [() => ({ name: 'watch', io: true, judge: async () => undefined })],
  });

const typesOf = (text: string) => [...new Set(readRunLog(text).events.map((event) => event.type))];

describe('the levels of a run log', () => {
  it('O2: every line is JSON that names its session; the first says format, level and redaction', async () => {
    const { lines, events } = await logged(approving, { level: 'verbose' });
    const { sessionId } = events[0] as DurableEvent & { type: 'started' };
    const [header, ...told] = lines.map((line) => JSON.parse(line));
    expect(header).toEqual({
      type: 'log',
      format: { major: 1, minor: 0 },
      session: sessionId,
      level: 'verbose',
      redacted: true,
    });
    expect(told).toEqual(events.map((event) => ({ session: sessionId, ...event })));
  });

  it('O2: quiet tells how it began, steps, what was asked and decided, and how it ended', async () => {
    const { text, events } = await logged(approving, { level: 'quiet' });
    expect(typesOf(text)).toEqual(['started', 'step', 'asked', 'answered', 'finished']);
    const last = readRunLog(text).events.at(-1);
    expect(last).toEqual(events.at(-1));
  });

  it('O2: normal also tells of each call, without what was sent and what came back', async () => {
    const { lines, text } = await logged(approving, { level: 'normal' });
    expect(typesOf(text)).toEqual([
      ...['started', 'model', 'tool', 'step', 'asked', 'answered', 'intent', 'finished'],
    ]);
    const calls = lines.map((line) => JSON.parse(line));
    const { reply, ...model } = calls.find(({ type }) => type === 'model');
    expect(Object.keys(reply)).toEqual(['finish', 'usage', 'warnings']);
    expect(model).not.toHaveProperty('appended');
    const tool = calls.find(({ type, via }) => type === 'tool' && via === 'performed');
    expect(tool).toMatchObject({ call: { tool: 'find' }, observation: { tool: 'find', ok: true } });
    expect(JSON.stringify(tool)).not.toMatch(/args|books/);
    const intent = calls.find(({ type }) => type === 'intent');
    expect(intent.effect).toMatchObject({ tool: 'sell', status: 'unknown' });
    expect(intent.effect).not.toHaveProperty('args');
  });

  it.each(['quiet', 'normal'] as const)(
    'O2: %s tells each thought, call and observation in its step, a text for its value',
    async (level) => {
      const { events, text } = await logged(approving, { level });
      const steps = readRunLog(text).events.filter(({ type }) => type === 'step');
      const whole = events.filter((event) => event.type === 'step');
      expect(steps).toEqual(
        whole.map((event) => ({
          ...event,
          step: {
            ...event.step,
            observations: event.step.observations.map((observation) => ({
              ...observation,
              value: undefined,
            })),
          },
        })),
      );
    },
  );

  it('O2: a failed call says its kind at the level normal, and its text stands in the step', async () => {
    const run = (to: Parameters<typeof react>[0]) => react(to, [action('scan', {}), final('none')]);
    const { lines } = await logged(run, { level: 'normal' });
    const told = lines.map((line) => JSON.parse(line));
    const { error } = told.find(({ type }) => type === 'tool').observation;
    expect(error).toMatchObject({ type: 'Error', code: 'thrown' });
    expect(error).not.toHaveProperty('message');
    const { step } = told.find(({ type }) => type === 'step');
    expect(step.observations[0].text).toContain('no light');
  });

  it('normal is the default', async () => {
    const { events, text } = await logged(react);
    expect((await logAgain(events, { level: 'normal' })).text).toBe(text);
  });

  it('refuses options that cannot be meant', () => {
    const write = () => {};
    const wrong = [
      undefined,
      {},
      { write, level: 'loud' },
      { write, sampleRate: 2 },
      { write, sampleRate: Number.NaN },
      { write, maxBufferedLines: 0 },
      { write, redact: 'yes' },
      { write, levels: 'quiet' },
    ];
    for (const options of wrong) {
      expect(() => createRunLog(options as never), JSON.stringify(options)).toThrow(
        expect.objectContaining({ code: 'invalid_option' }),
      );
    }
  });
});

describe('a run log that cannot be written', () => {
  it('O2: never touches the run, keeps what was written and says the first error', async () => {
    for (const isAsync of [false, true]) {
      const written: string[] = [];
      const log = createRunLog({
        write(line) {
          if (written.length < 3)
            return isAsync ? Promise.resolve(void written.push(line)) : void written.push(line);
          const error = new Error('disk full');
          if (isAsync) return Promise.reject(error);
          throw error;
        },
      });
      const { status } = await react({ onEvent: log.onEvent });
      expect(status).toBe('solved');
      const end = await log.end();
      expect(end).toMatchObject({
        isKept: true,
        lines: 3,
        failure: { error: { message: 'disk full' } },
      });
      expect(readRunLog(written.join('\n')).events).toHaveLength(2);
    }
  });

  it('O2: waits for each line before it hands on the next, and ends when all are written', async () => {
    const { events } = await logged(react);
    let open = 0;
    const written: string[] = [];
    const log = createRunLog({
      async write(line) {
        open += 1;
        expect(open).toBe(1);
        await new Promise((resolve) => setImmediate(resolve));
        written.push(line);
        open -= 1;
      },
    });
    for (const event of events) log.onEvent(event);
    expect(written).toEqual([]);
    expect(await log.end()).toEqual({ isKept: true, lines: written.length });
    expect(written).toEqual((await logAgain(events)).lines);
    expect(await log.end()).toEqual({ isKept: true, lines: written.length });
  });

  it('O2: a session that was kept back is not written on after a line that failed', async () => {
    const { events } = await logged(react);
    const written: string[] = [];
    let calls = 0;
    const log = createRunLog({
      sampleRate: 0,
      write(line) {
        calls += 1;
        if (calls === 3) throw new Error('disk full');
        written.push(line);
      },
    });
    for (const event of events.slice(0, -1)) log.onEvent(event);
    expect(await log.end()).toMatchObject({ lines: 2, failure: { error: {} } });
    expect(written).toHaveLength(2);
  });

  it('O2: is of one session, told from its beginning and without holes', async () => {
    const { events } = await logged(react);
    const { events: others } = await logged(react);
    const late = await logAgain(events.slice(1));
    expect(late).toMatchObject({ lines: [], end: { isKept: false, failure: {} } });
    const holed = await logAgain(
      events.filter(({ seq }) => seq !== 2),
      { level: 'verbose' },
    );
    expect(holed.end.failure).toBeDefined();
    expect(readRunLog(holed.text).events).toEqual(events.slice(0, 2));
    const mixed = await logAgain([...events, ...others]);
    expect(mixed.end.failure).toMatchObject({
      error: { message: expect.stringContaining('not of') },
    });
    expect(mixed.text).toBe((await logAgain(events)).text);
  });

  it('tells nothing of a run that never began', async () => {
    expect(await logAgain([])).toEqual({ lines: [], text: '', end: { isKept: false, lines: 0 } });
  });
});
