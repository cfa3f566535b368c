import { createMemoryJournal, journalFromEvents } from '@loopwright/agent-run';
import { nativeFormat } from '@loopwright/react-loop';
import { describe, expect, it } from 'vitest';
import { type Redact, readRunLog, replayableEvents } from '../src/run-log.ts';
import { action, final, logAgain, logged, react } from './run-log-support.ts';

const secret = 'sk-abcdefghijklmnop1234';

/** A run with a secret in everything that is said, asked and answered. */
const leaking = (to: Parameters<typeof react>[0]) =>
  react(
    to,
    [
      action('find', { q: 'x', password: secret }, `I use ${secret}`),
      action('find', { q: `Bearer ${secret}` }),
      action('sell', { book: secret }),
      `Thought: ${secret}\nFinal Answer: the key is ${secret}`,
    ],
    {
      task: `Log in with ${secret}.`,
      find: (q) => ({ found: q, token: secret }),
      approve: async () => [{ approved: false, note: secret }],
      guards: [
        () => ({ name: 'g', judge: () => ({ kind: 'flag', text: secret, data: [secret] }) }),
      ],
    },
  );

describe('redaction of run logs', () => {
  it.each(['quiet', 'normal', 'verbose'] as const)(
    'O2: at the level %s no secret is written, and the header says so',
    async (level) => {
      const { text, events } = await logged(leaking, { level });
      expect(JSON.stringify(events)).toContain(secret);
      expect(text).not.toContain(secret);
      const log = readRunLog(text);
      expect(log.header.redacted).toBe(true);
    },
  );

  it('O2: keys, numbers, types and digests stay as they were', async () => {
    const { events, text } = await logged(leaking, { level: 'verbose' });
    const structure = JSON.stringify(events, keepStructure);
    expect(JSON.stringify(readRunLog(text).events, keepStructure)).toBe(structure);
    expect(structure).toContain('requestDigest');
  });

  it('O2: a verbose log without a secret in it is written as it was, and replays', async () => {
    const redacted = await logged(react, { level: 'verbose' });
    expect(readRunLog(redacted.text).events).toEqual(redacted.events);
  });

  it('O2: the name of a tool that the model made up is redacted, one that is there is not', async () => {
    const made = (run: Parameters<typeof react>[0]) =>
      react(run, [action(secret, {}), action('find', { q: 'x' }), final('a')]);
    const native = (run: Parameters<typeof react>[0]) =>
      react(
        run,
        [{ text: '', toolCalls: [{ id: '1', name: secret, args: '{}' }] }, { text: 'a' }] as never,
        { format: nativeFormat },
      );
    for (const run of [made, native]) {
      for (const level of ['quiet', 'normal', 'verbose'] as const) {
        const { events, text } = await logged(run, { level });
        expect(JSON.stringify(events.find(({ type }) => type === 'tool'))).toContain(secret);
        expect(text).not.toContain(secret);
      }
    }
    const { events } = await logged(made);
    const { text } = await logAgain(events, { level: 'verbose', redact: () => null });
    const tools = readRunLog(text).events.flatMap((event) =>
      event.type === 'tool' ? [[event.call.tool, event.observation.tool]] : [],
    );
    expect(tools).toEqual([
      ['[redacted]', '[redacted]'],
      ['find', 'find'],
    ]);
  });

  it('O2: a name that is made up and no secret stays, and the log replays', async () => {
    const made = (run: Parameters<typeof react>[0]) =>
      react(run, [action('fetch', {}), final('a')]);
    const { events, text } = await logged(made, { level: 'verbose' });
    const log = readRunLog(text);
    expect(log.events).toEqual(events);
    const runtime = createMemoryJournal(journalFromEvents(replayableEvents(log)));
    expect(await made({ onEvent: () => {}, runtime })).toMatchObject({ status: 'solved' });
  });

  it('O2: a replay from which a secret was taken out is refused, not made up', async () => {
    const { text } = await logged(leaking, { level: 'verbose' });
    const runtime = createMemoryJournal(journalFromEvents(replayableEvents(readRunLog(text))));
    await expect(leaking({ onEvent: () => {}, runtime })).rejects.toMatchObject({
      code: 'replay_mismatch',
    });
  });

  it('can be switched off, and the header says so', async () => {
    const { text, events } = await logged(leaking, { level: 'verbose', redact: false });
    expect(readRunLog(text).events).toEqual(events);
    expect(readRunLog(text).header.redacted).toBe(false);
  });

  it('takes a function of the caller, whose answer never breaks a line', async () => {
    const { events } = await logged(leaking);
    const own = await logAgain(events, { redact: () => null, level: 'verbose' });
    const log = readRunLog(own.text);
    expect(own.text).not.toContain(secret);
    expect(log.header.redacted).toBe(true);
    expect(log.events).toHaveLength(events.length);
    const [started] = log.events;
    expect(started).toMatchObject({ task: '[redacted]' });
    const tool = log.events.find((event) => event.type === 'tool');
    expect(tool?.call).toEqual({ tool: 'find', args: {} });
    expect(tool?.observation).toMatchObject({ value: null, text: '[redacted]' });
  });

  it('a function of the caller that throws ends the log before anything unredacted is written', async () => {
    const { events } = await logged(leaking);
    const redact = () => {
      throw new Error('no idea');
    };
    const { lines, end } = await logAgain(events, { redact });
    expect(lines).toHaveLength(1);
    expect(end.failure).toMatchObject({ error: { message: 'no idea' } });
  });

  it('a function of the caller that gives a promise ends the log, and what it rejects with is not heard', async () => {
    const redact = (() => Promise.reject(new Error('late'))) as unknown as Redact;
    const { end, lines } = await logged(react, { redact });
    expect(lines).toHaveLength(1);
    expect(String(end.failure?.error)).toMatch(/redact gave a promise/);
  });

  it('a text of which a function of the caller leaves nothing says that it was redacted', async () => {
    const { text } = await logged(react, { redact: (value) => (value === 'lent' ? '' : value) });
    expect(text).not.toContain('"answer":""');
  });

  it('reaches what forks of forks took from their originals', async () => {
    const { events } = await logged(react);
    const effect = (book: string) => ({
      id: 's/lend/0/0',
      tool: 'lend',
      args: { book },
      status: 'committed' as const,
      stepKeys: [],
    });
    const origin = { sessionId: 'b', seq: 1, effects: [effect(secret)] };
    const forked = events.map((event) =>
      event.type === 'started'
        ? {
            ...event,
            forkOf: {
              sessionId: 'a',
              seq: 2,
              effects: [effect(secret)],
              forkOf: { ...origin, forkOf: origin },
            },
          }
        : event,
    );
    const { text } = await logAgain(forked);
    expect(text).not.toContain(secret);
    expect(text.match(/"book":"\[redacted\]"/g)).toHaveLength(3);
  });
});

const structureNames = ['v', 'seq', 'path', 'type', 'key', 'requestDigest', 'inputDigest', 'id'];

function keepStructure(name: string, value: unknown): unknown {
  if (typeof value !== 'string') return value;
  return structureNames.includes(name) ? value : 'text';
}
