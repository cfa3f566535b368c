import { createMemoryJournal, journalFromEvents } from '@loopwright/agent-run';
import { describe, expect, it } from 'vitest';
import { isRunLogError, readRunLog, replayableEvents } from '../src/run-log.ts';
import {
  type AnyRun,
  action,
  final,
  logAgain,
  logged,
  planExecute,
  react,
  rewoo,
} from './run-log-support.ts';

const runs: [string, AnyRun][] = [
  ['react', react],
  ['rewoo', rewoo],
  ['plan-execute', planExecute],
];

describe('a replay from a run log', () => {
  it.each(runs)('O2: of %s gives the same events and result, without a model', async (_, run) => {
    for (const redact of [true, false]) {
      const original = await logged((to) => run(to), { level: 'verbose', redact });
      const events = replayableEvents(readRunLog(original.text));
      const runtime = createMemoryJournal(journalFromEvents(events));
      const replayed = await logged((to) => run({ ...to, runtime }, []), {
        level: 'verbose',
        redact,
      });
      expect(replayed.result).toEqual(original.result);
      expect(replayed.result).toMatchObject({ status: 'solved' });
      expect(replayed.text).toBe(original.text);
    }
  });

  it.each(runs)('O2: of %s forks at any event', async (_, run) => {
    const original = await logged((to) => run(to), { level: 'verbose' });
    const events = replayableEvents(readRunLog(original.text));
    const last = events.findLastIndex(({ type }) => type === 'model') + 1;
    const runtime = createMemoryJournal(journalFromEvents(events, { atSeq: last, sessionId: 'f' }));
    const forked = await logged((to) => run({ ...to, runtime }, []), { level: 'verbose' });
    expect(readRunLog(forked.text).events[0]).toMatchObject({
      sessionId: 'f',
      forkOf: { seq: last },
    });
    expect(forked.events.slice(1, last)).toEqual(original.events.slice(1, last));
  });

  it('O2: a log that was cut goes on from there', async () => {
    const replies = [action('find', { q: 'x' }), final('a')];
    const original = await logged((to) => react(to, replies), { level: 'verbose' });
    const cut = readRunLog(original.text.slice(0, original.text.indexOf('"type":"step"')));
    expect(cut.isCut).toBe(true);
    const runtime = createMemoryJournal(journalFromEvents(replayableEvents(cut)));
    const resumed = await logged((to) => react({ ...to, runtime }, replies.slice(1)));
    expect(resumed.result).toMatchObject({ status: 'solved', answer: 'a' });
  });

  it.each(['quiet', 'normal'] as const)('O2: a %s log is refused, and says why', async (level) => {
    const { events } = await logged(react);
    const log = readRunLog((await logAgain(events, { level })).text);
    const refusal = (() => {
      try {
        return replayableEvents(log);
      } catch (error) {
        return error;
      }
    })();
    expect(isRunLogError(refusal)).toBe(true);
    expect(refusal).toMatchObject({ code: 'not_replayable', line: undefined });
    expect((refusal as Error).message).toContain(level);
  });

  it('O2: a log without an event is refused', async () => {
    const { lines } = await logged(react, { level: 'verbose' });
    expect(() => replayableEvents(readRunLog(lines[0]!))).toThrow(
      expect.objectContaining({ code: 'not_replayable' }),
    );
  });
});
