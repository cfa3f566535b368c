import type { DurableEvent } from '@loopwright/agent-run';
import { startReact } from '@loopwright/react-loop';
import { createRunLog, readRunLog } from '@loopwright/telemetry/run-log';
import { describe, expect, it } from 'vitest';
import { budgets } from '../page/view-model/budgets.ts';
import { buildRunView } from '../page/view-model/build-run-view.ts';
import { filterSteps } from '../page/view-model/filter-steps.ts';
import { showMs } from '../page/view-model/quantities.ts';
import { isOver, missingEvents, receiveLines } from '../page/view-model/receive-lines.ts';
import { runStatus } from '../page/view-model/run-status.ts';
import { stepLook } from '../page/view-model/step-words.ts';
import { toMarkdown } from '../page/view-model/to-markdown.ts';
import { calls, eventsOf, says, tools } from './page-runs.ts';

const replies = [
  calls('lookup', { key: 'Rome' }, 'try `one` and *two*'),
  calls('lookup', { key: 'Atlantis' }),
  'Final Answer: ```Rome```',
];

function run() {
  return eventsOf(startReact({ task: 'Which place?', tools, model: says(...replies) }));
}

describe('searching and filtering', () => {
  it('finds the steps with all words in any case, in content that is shown', async () => {
    const { steps } = buildRunView(await run());
    const find = (words: string, ...hidden: ('call' | 'model' | 'observation' | 'thought')[]) =>
      filterSteps(steps, { words, hidden: new Set(hidden) }).map(({ n }) => n);
    expect(find('')).toEqual([1, 2, 3]);
    expect(find('rome TRY', 'model')).toEqual([1]);
    expect(find('```rome', 'model')).toEqual([3]);
    expect(find('no such place', 'model')).toEqual([2]);
    expect(find('rome', 'model', 'call', 'observation')).toEqual([3]);
  });

  it('leaves out steps of which nothing is left', async () => {
    const { steps } = buildRunView(await run());
    const all = [
      'thought',
      'answer',
      'call',
      'observation',
      'verdict',
      'note',
      'model',
      'remark',
    ] as const;
    expect(filterSteps(steps, { words: '', hidden: new Set(all) }).map(({ n }) => n)).toEqual([2]);
  });
});

describe('a log below level verbose', () => {
  it('says what is not in it', async () => {
    const events = (await run()).map((event) => {
      if (event.type === 'model') return { ...event, appended: undefined, reply: undefined };
      if (event.type !== 'tool') return event;
      return { ...event, observation: undefined, call: undefined };
    });
    const [step] = buildRunView(events).steps;
    expect(step!.models[0]).toMatchObject({ sent: undefined, text: undefined });
    expect(step!.calls[0]).toMatchObject({ tool: 'lookup', state: 'ok' });
    const withoutSteps = buildRunView(events.filter(({ type }) => type !== 'step'));
    const [open] = withoutSteps.steps;
    expect(open!.calls[0]).toMatchObject({ state: 'unknown', args: undefined });
    expect(stepLook({ ...open!, stage: 'done', kind: 'act' }).word).toBe('not in this log');
  });
});

describe('a quiet log', () => {
  const paying = (approved: boolean) => {
    const model = says(calls('pay', { eur: 5 }), calls('pay', { eur: 5 }), 'Final Answer: done');
    const approve = async (asks: readonly unknown[]) => asks.map(() => ({ approved }));
    return eventsOf(startReact({ task: 'Pay', tools, model, approve }));
  };
  const quietly = async (events: readonly DurableEvent[]) => {
    const lines: string[] = [];
    const log = createRunLog({ level: 'quiet', write: (line) => void lines.push(line) });
    for (const event of events) log.onEvent(event);
    await log.end();
    return readRunLog(lines.join('\n')).events;
  };
  const used = (events: readonly unknown[], level: string) =>
    Object.fromEntries(
      budgets(buildRunView(events), level).map(({ name, used: of }) => [name, of]),
    );

  it('tells refused and reused calls from those that were made', async () => {
    for (const approved of [true, false]) {
      const known = await paying(approved);
      const told = await quietly(known);
      const states = (events: readonly unknown[]) =>
        buildRunView(events).steps.flatMap((step) =>
          step.calls.map(({ state, via }) => [state, via === 'reused']),
        );
      expect(states(told)).toEqual(states(known));
      expect(used(told, 'quiet')).toEqual(used(known, 'verbose'));
    }
  });

  it('says nothing of what it does not hold, and shows no limits before it tells how the run began', async () => {
    const events = (await quietly(await paying(true))).filter(({ type }) => type !== 'finished');
    expect(used(events, 'quiet')).toMatchObject({
      ...{ 'Model calls': undefined, Tokens: undefined, 'Active time': undefined },
      'Tool calls': 1,
    });
    expect(buildRunView(events).steps.map(({ hasFigures }) => hasFigures)).not.toContain(true);
    expect(budgets(buildRunView([]), 'quiet')).toEqual([]);
  });

  it('counts what replies cost until the run says it', async () => {
    const costing = (await run()).flatMap((event): unknown[] => {
      if (event.type === 'finished') return [];
      if (event.type !== 'model' || !event.reply) return [event];
      return [{ ...event, reply: { ...event.reply, usage: { costUsd: 0.25 } } }];
    });
    expect(used(costing, 'verbose').Cost).toBe(0.75);
  });
});

describe('figures for people', () => {
  it.each([
    [999, '999 ms'],
    [59_949, '59.9 s'],
    [59_960, '1 min 0 s'],
    [119_600, '2 min 0 s'],
    [200_000, '3 min 20 s'],
  ])('%i milliseconds', (ms, shown) => {
    expect(showMs(ms)).toBe(shown);
  });
});

describe('a live log', () => {
  it('takes each line once and in order, and knows when the run is over', async () => {
    const events = await run();
    const header = { type: 'log', session: 's', level: 'verbose', redacted: true };
    const lines = [header, ...events].map((entry) => JSON.stringify(entry));
    const empty = { header: {}, events: [], isCut: false, livePath: '/events' };
    const half = receiveLines(empty, lines.slice(0, 4));
    expect(isOver(half)).toBe(false);
    const whole = receiveLines(half, [...lines.slice(2), '{"broken', 'null']);
    expect(whole.header).toEqual(header);
    expect(whole.events).toEqual(events.map((event) => JSON.parse(JSON.stringify(event))));
    expect(isOver(whole)).toBe(true);
  });
});

describe('lines of more than one log', () => {
  const line = (session: string, seq: number) => JSON.stringify({ session, seq, type: 'io' });
  const header = (session: string, level = 'verbose') =>
    JSON.stringify({ type: 'log', session, level });
  const empty = { header: {}, events: [], isCut: false, livePath: '/events' };

  it('begin anew with each header, and events of another session are none', () => {
    const a = receiveLines(empty, [header('a'), line('a', 0), line('a', 1), line('b', 2)]);
    expect(a.events).toHaveLength(2);
    expect(receiveLines(a, [line('a', 1)]).events).toHaveLength(2);
    expect(receiveLines(a, [header('a'), line('a', 0)]).events).toHaveLength(1);
    const b = receiveLines(a, [header('b'), line('a', 2), line('b', 0)]);
    expect(b).toMatchObject({ header: { session: 'b' }, events: [{ session: 'b', seq: 0 }] });
    expect(b.events).toHaveLength(1);
  });

  it('counts the events that a verbose log has lost on its way', () => {
    const lines = [line('a', 0), line('a', 1), line('a', 5)];
    expect(missingEvents(receiveLines(empty, [header('a'), ...lines]))).toBe(3);
    expect(missingEvents(receiveLines(empty, [header('a'), ...lines.slice(0, 2)]))).toBe(0);
    expect(missingEvents(receiveLines(empty, [header('a', 'normal'), ...lines]))).toBe(0);
    expect(missingEvents(empty)).toBe(0);
  });
});

describe('the run as Markdown', () => {
  it('holds the end and every step, and nothing of it is markup', async () => {
    const view = buildRunView(await run());
    const text = toMarkdown(view, runStatus(view, false));
    expect(text).toContain('**Solved** (`final`)');
    expect(text).toContain('Answer:\n\n````\n```Rome```\n````');
    expect(text).toContain('## Step 1 (act)\n\ntry \\`one\\` and \\*two\\*');
    expect(text).toContain('- call ` lookup {"key":"Atlantis"} `: failed');
    const view2 = buildRunView([
      { type: 'started', seq: 0, path: '', task: '- ~~a~~ &lt; https://a.test www.a.test' },
    ]);
    expect(toMarkdown(view2, runStatus(view2, false))).toMatch(
      /^# \\- \\~\\~a\\~\\~ \\&lt; https\\:\/\/a\.test www\\\.a\.test\n/,
    );
  });
});
