import type { DurableEvent } from '@loopwright/agent-run';
import { canonicalJson } from '@loopwright/core-parser';
import { nativeFormat } from '@loopwright/react-loop';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { diffRunLogs, type RunLog, type RunLogLevel, readRunLog } from '../src/run-log.ts';
import { action, final, logAgain, logged, plan, planExecute, react } from './run-log-support.ts';

type Run = Parameters<typeof react>[0];

async function logOf(run: (to: Run) => Promise<unknown>, level: RunLogLevel = 'verbose') {
  return readRunLog((await logged(run, { level })).text);
}

/** The log of one run with an event changed. */
function changed(
  log: RunLog,
  type: DurableEvent['type'],
  change: (event: never) => object,
): RunLog {
  const at = log.events.findIndex((event) => event.type === type);
  const event = { ...log.events[at], ...change(log.events[at] as never) } as DurableEvent;
  return { ...log, events: log.events.with(at, event) };
}

const native = (ids: string, ms: number) => (run: Run) => {
  let time = 0;
  return react(
    run,
    [
      { text: '', toolCalls: [{ id: `${ids}1`, name: 'find', args: '{"q":"x"}' }], opaque: ids },
      {
        text: 'done',
        usage: { inputTokens: 9, outputTokens: 1, cachedInputTokens: ms, costUsd: ms },
      },
    ].map((reply) => reply as never),
    { format: nativeFormat, now: () => (time += ms) },
  );
};

describe('comparing run logs', () => {
  it('O2: two runs that did the same are the same, whatever their ids, times and caches', async () => {
    expect(diffRunLogs(await logOf(react), await logOf(react))).toEqual({ kind: 'same' });
    const a = await logOf(native('a', 1));
    const b = await logOf(native('b', 7));
    expect(JSON.stringify(a)).toContain('"a1"');
    expect(diffRunLogs(a, b)).toEqual({ kind: 'same' });
  });

  it('O2: usage that was only estimated is not compared, counted usage is', async () => {
    const log = await logOf(react);
    const used = (inputTokens: number, estimated?: true) =>
      changed(log, 'finished', ({ result }: { result: { usage: object } }) => ({
        result: { ...result, usage: { ...result.usage, inputTokens, estimated } },
      }));
    expect(diffRunLogs(used(1, true), used(2, true))).toEqual({ kind: 'same' });
    expect(diffRunLogs(used(1), used(2))).toMatchObject({ path: 'result.usage.inputTokens' });
  });

  it('O2: names the first event and the field in which two runs differ', async () => {
    const a = await logOf((run) => react(run, [action('find', { q: 'x' }), final('a')]));
    const b = await logOf((run) => react(run, [action('find', { q: 'y' }), final('a')]));
    expect(diffRunLogs(a, b)).toEqual({
      kind: 'diverged',
      seq: 1,
      path: 'reply.text',
      inA: action('find', { q: 'x' }),
      inB: action('find', { q: 'y' }),
    });
  });

  it('O2: another observation is found by its place in the step', async () => {
    const run = (found: string) => (to: Run) =>
      react(to, [action('find', { q: 'x' }), final('a')], { find: () => found });
    const a = await logOf(run('one'), 'quiet');
    const b = await logOf(run('two'), 'quiet');
    expect(diffRunLogs(a, b)).toMatchObject({
      kind: 'diverged',
      path: 'step.observations[0].text',
      inA: 'one',
      inB: 'two',
    });
  });

  it('O2: what only one of them has is undefined in the other', async () => {
    const log = await logOf(react);
    const flagged = changed(log, 'step', (event: DurableEvent & { type: 'step' }) => ({
      step: { ...event.step, subtask: 't1' },
    }));
    expect(diffRunLogs(log, flagged)).toMatchObject({
      path: 'step.subtask',
      inA: undefined,
      inB: 't1',
    });
  });

  it('O2: another type of event comes before another number, and a number alone counts', async () => {
    const a = await logOf((run) =>
      planExecute(run, [plan(['E1', 'scan']), plan(['E1', 'find', { q: 'x' }])]),
    );
    const b = await logOf((run) => planExecute(run, [plan(['E1', 'find', { q: 'x' }])]));
    expect(diffRunLogs(a, b)).toMatchObject({ kind: 'diverged' });
    const log = await logOf(react, 'quiet');
    const later = {
      ...log,
      events: log.events.map((event, at) => (at > 1 ? { ...event, seq: event.seq + 1 } : event)),
    };
    expect(diffRunLogs(log, later)).toMatchObject({ path: 'seq', seq: log.events[2]!.seq });
  });

  it('O2: a log that is the beginning of the other is shorter', async () => {
    const log = await logOf(react);
    const begun = { ...log, events: log.events.slice(0, 3) };
    expect(diffRunLogs(log, begun)).toEqual({ kind: 'shorter', shorter: 'b', seq: 3 });
    expect(diffRunLogs(begun, log)).toEqual({ kind: 'shorter', shorter: 'a', seq: 3 });
  });

  it('O2: logs of different levels are compared on what both tell', async () => {
    const { events } = await logged((run) => react(run, [action('scan', {}), final('a')]));
    const levels: RunLogLevel[] = ['quiet', 'normal', 'verbose'];
    const logs = await Promise.all(
      levels.map(async (level) => readRunLog((await logAgain(events, { level })).text)),
    );
    for (const a of logs) for (const b of logs) expect(diffRunLogs(a, b)).toEqual({ kind: 'same' });
    const other = changed(logs[2]!, 'model', () => ({ appended: ['other'] }));
    expect(diffRunLogs(logs[1]!, other)).toEqual({ kind: 'same' });
    expect(diffRunLogs(logs[2]!, other)).toMatchObject({ path: 'appended[0]' });
  });

  it('O2: where one alone is redacted, the other is for the comparison', async () => {
    const run = (to: Run) => react(to, [final('Bearer abcdefghij')]);
    const { events } = await logged(run);
    const redacted = readRunLog((await logAgain(events)).text);
    const open = readRunLog((await logAgain(events, { redact: false })).text);
    expect(JSON.stringify(open)).not.toBe(JSON.stringify({ ...redacted, header: open.header }));
    expect(diffRunLogs(redacted, open)).toEqual({ kind: 'same' });
  });

  it.each([
    [
      'started',
      {
        sessionId: 'x',
        at: '2001-01-01T00:00:00.000Z',
        forkOf: { sessionId: 'y', seq: 1, effects: [] },
      },
    ],
    ['model', { requestDigest: 'x', ms: 9 }],
    ['tool', { inputDigest: 'x', ms: 9 }],
  ] as const)('O2: of %s it ignores exactly what differs by nature', async (type, nature) => {
    const log = await logOf(react);
    expect(
      diffRunLogs(
        log,
        changed(log, type, () => nature),
      ),
    ).toEqual({ kind: 'same' });
    for (const name of ['path', 'task', 'role', 'outcome', 'attempts']) {
      const event = log.events.find((each) => each.type === type)!;
      if (!(name in event)) continue;
      const other = changed(log, type, () => ({ [name]: 'other' }));
      expect(diffRunLogs(log, other)).toMatchObject({ kind: 'diverged', path: name });
    }
  });

  it('O2: any data is the same as itself and, changed in one place, found there', async () => {
    const log = await logOf(react);
    const withData = (data: unknown) => changed(log, 'finished', () => ({ data }));
    fc.assert(
      fc.property(fc.jsonValue(), fc.jsonValue(), (one, other) => {
        const copy = JSON.parse(JSON.stringify(one));
        expect(diffRunLogs(withData(copy), withData(JSON.parse(JSON.stringify(one))))).toEqual({
          kind: 'same',
        });
        const isSame = canonicalJson(copy) === canonicalJson(JSON.parse(JSON.stringify(other)));
        expect(diffRunLogs(withData(one), withData(other)).kind).toBe(isSame ? 'same' : 'diverged');
      }),
    );
  });

  it('O2: deep data is compared without a stack that overflows', async () => {
    const log = await logOf(react);
    const deep = (leaf: number) => JSON.parse(`${'['.repeat(30_000)}${leaf}${']'.repeat(30_000)}`);
    const logs = [1, 1, 2].map((leaf) => changed(log, 'finished', () => ({ data: deep(leaf) })));
    expect(diffRunLogs(logs[0]!, logs[1]!)).toEqual({ kind: 'same' });
    expect(diffRunLogs(logs[0]!, logs[2]!)).toMatchObject({ inA: 1, inB: 2 });
  });
});
