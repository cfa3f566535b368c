import type { DurableEvent, Step } from '@loopwright/agent-run';
import { describe, expect, it } from 'vitest';
import { renderMermaid } from '../src/index.ts';

type Body = DurableEvent extends infer Event
  ? Event extends DurableEvent
    ? Omit<Event, 'v' | 'seq' | 'path'>
    : never
  : never;

function events(...bodies: object[]): DurableEvent[] {
  return bodies.map((body, seq) => ({ v: 1, seq, path: '', ...body }) as DurableEvent);
}

function step(n: number, more: Partial<Step> = {}): Body {
  const base = { n, kind: 'act', thought: `thought ${n}`, calls: [], observations: [] } as const;
  return { type: 'step', step: { ...base, verdicts: [], notes: [], ...more } as Step };
}

const worked = { tool: 'tide', ok: true, value: 103, text: '103' } as const;
const failed = (code: string, of: string) => ({
  tool: 'tide',
  ok: false,
  error: { type: 'Error', class: of, code, message: 'no signal' },
  text: 'ERROR[tide]: Error: no signal',
});
const call = { tool: 'tide', args: { hour: 3 } };
const started = { type: 'started', task: 'When is high water?' };
const ended = (status: string, stopReason: string) => ({
  type: 'finished',
  result: { status, stopReason, reason: 'so it is' },
});

/** The class of the node, or the colour of the block, around a label. */
function classOf(text: string, label: string): string | undefined {
  return text
    .split('\n')
    .find((line) => line.includes(label))
    ?.split(':::')[1];
}

describe('renderMermaid', () => {
  it('O3: tells success from failure by colour in a flowchart', () => {
    const text = renderMermaid(
      events(
        started,
        step(1, { calls: [call], observations: [worked] }),
        step(2, { calls: [call], observations: [failed('thrown', 'permanent') as never] }),
        step(3, { calls: [call], observations: [failed('denied', 'policy') as never] }),
        step(4, { kind: 'give_up', thought: 'no use' }),
        ended('degraded', 'gave_up'),
      ),
    );
    expect(text).toMatch(/^flowchart TD\n/);
    expect(classOf(text, ' · 103"')).toBe('success');
    expect(text).toMatch(/no signal"\]:::failure/);
    expect(text).toMatch(/no signal"\]:::refused/);
    expect(classOf(text, 'no use')).toBe('degraded');
    expect(classOf(text, 'so it is')).toBe('degraded');
    const fills = [...text.matchAll(/classDef \w+ fill:(#\w+)/g)].map(([, fill]) => fill);
    expect(new Set(fills).size).toBe(7);
  });

  it('O3: tells success from failure by colour in a sequence', () => {
    const lines = renderMermaid(
      events(
        started,
        step(1, { calls: [call], observations: [worked] }),
        step(2, { calls: [call], observations: [failed('thrown', 'permanent') as never] }),
        ended('failed', 'error'),
      ),
      { kind: 'sequence' },
    ).split('\n');
    expect(lines.slice(0, 4)).toEqual([
      'sequenceDiagram',
      '  participant agent',
      '  participant model',
      '  participant tools',
    ]);
    const blockOf = (label: string) => {
      const at = lines.findIndex((line) => line.includes(label));
      return lines.slice(0, at).findLast((line) => line.startsWith('  rect '));
    };
    expect(blockOf('agent: 103')).not.toBe(blockOf('no signal'));
    expect(blockOf('so it is')).toBe(blockOf('no signal'));
    expect(lines.filter((line) => line === '  end')).toHaveLength(
      lines.filter((line) => line.startsWith('  rect ')).length,
    );
  });

  it('O3: names a sub-agent beside the call that it worked for, whichever ended first', () => {
    const text = renderMermaid([
      ...events(started, { type: 'tool', key: 'act:0:1' }),
      { v: 1, seq: 2, path: 'act:0:0/', ...step(1) } as DurableEvent,
      ...events({ type: 'tool', key: 'act:0:0' }),
      ...events(
        step(1, {
          calls: [{ tool: 'pilot', args: {} }, call],
          observations: [worked, worked],
        }),
      ),
    ]);
    expect(text).toContain('pilot() (sub-agent, 1 step)');
    expect(text.match(/sub-agent/g)).toHaveLength(1);
  });

  it.each([
    ['solved', 'final', 'success'],
    ['degraded', 'gave_up', 'degraded'],
    ['stopped', 'loop_detected', 'stopped'],
    ['failed', 'error', 'failure'],
    ['failed', 'refused', 'refused'],
  ])('draws the end %s with %s as %s', (status, stopReason, outcome) => {
    const text = renderMermaid(events(started, ended(status, stopReason)));
    expect(classOf(text, 'so it is')).toBe(outcome);
  });

  it('draws plans, replans, verdicts, sub-agents and what a run waits for', () => {
    const log = [
      ...events(
        started,
        { type: 'note', name: 'plan', data: { plan: 1, steps: [{}, {}], waves: [] } },
        { type: 'note', name: 'replan', data: { replan: 1, failed: 1, reason: 'the tide failed' } },
        { type: 'note', name: 'checkpoint', data: { label: 'not drawn' } },
      ),
      { ...step(1), v: 1, seq: 4, path: 'act:0:0/' } as DurableEvent,
      { ...step(2), v: 1, seq: 5, path: 'act:0:0/' } as DurableEvent,
      { v: 1, seq: 6, path: '', type: 'tool', key: 'act:0:0' } as DurableEvent,
      {
        ...step(1, {
          calls: [call],
          observations: [worked],
          verdicts: [{ guard: 'loop', kind: 'stop', stopReason: 'loop_detected', text: 'again' }],
        }),
        v: 1,
        seq: 7,
        path: '',
      } as DurableEvent,
      {
        ...{ v: 1, seq: 8, path: '', type: 'asked', key: 'k' },
        asks: [{ key: 'k', call: { tool: 'pay', args: {} } }],
      } as DurableEvent,
    ];
    const text = renderMermaid(log);
    expect(text).toContain('Plan 1#58; 2 steps');
    expect(text).toContain('Replan 1#58; the tide failed');
    expect(classOf(text, 'loop#58; stop loop#95;detected#58; again')).toBe('stopped');
    expect(text).toContain('tide(hour=3) (sub-agent, 2 steps)');
    expect(classOf(text, 'Waiting for a decision about pay')).toBe('suspended');
    expect(text).not.toContain('not drawn');
  });

  it('draws the calls of a step beside each other', () => {
    const text = renderMermaid(
      events(started, step(1, { calls: [call, call], observations: [worked, worked] }), step(2)),
    );
    expect(text).toContain('n1 --> n2 & n3\n');
    expect(text).toContain('n2 & n3 --> n4\n');
  });

  it('leaves out the middle of a long run and says how much', () => {
    const log = events(started, ...Array.from({ length: 2400 }, (_, n) => step(n + 1)));
    const text = renderMermaid(log, { maxSteps: 10 });
    expect(text.match(/"Step \d+/g)).toEqual([
      ...['"Step 1', '"Step 2', '"Step 3', '"Step 4', '"Step 5'],
      ...['"Step 2396', '"Step 2397', '"Step 2398', '"Step 2399', '"Step 2400'],
    ]);
    expect(text).toContain('2,390 steps left out');
    expect(renderMermaid(log, { kind: 'sequence' })).toContain('2,360 steps left out');
  });

  it.each(['flowchart', 'sequence'] as const)('stays under what Mermaid draws: %s', (kind) => {
    const calls = Array.from({ length: 30 }, () => ({ tool: '"#;`[]'.repeat(50_000), args: {} }));
    const observations = calls.map(() => ({ ...worked, text: '<>&'.repeat(400_000) }));
    const log = events(
      started,
      ...Array.from({ length: 60 }, (_, n) =>
        step(n + 1, { thought: '💥'.repeat(500_000), calls, observations }),
      ),
    );
    const text = renderMermaid(log, { kind, maxSteps: 1000 });
    expect(text.length).toBeLessThan(50_000);
    expect(text).toContain('24 more calls');
  });

  it('writes no character of a label that Mermaid could read as syntax', () => {
    const hostile = `"]:::x; <b>#quot;#35; \`md\` --> %%{init}%% {a} |b| $$x$$ ß ﬂ \u202e\u001b \ud800 é 日`;
    const text = renderMermaid(events({ type: 'started', task: hostile }));
    const label = /\(\["(.*)"\]\)/.exec(text)?.[1] ?? '';
    expect(label.replace(/#\d+;/g, '')).toMatch(/^[\p{L}\p{N} .,()=?!/'-]*$/u);
    const drawn = label.replace(/#(\d+);/g, (_, code) => String.fromCodePoint(Number(code)));
    expect(drawn).toBe(
      'Task: "]:::x; <b>#quot;#35; `md` --> %%{init}%% {a} |b| $$x$$ ß ﬂ <U+202E><U+00…',
    );
  });

  it('O3: spells out what Mermaid puts for signs of its own, as it turns them back wherever they stand', () => {
    const text = renderMermaid(events({ type: 'started', task: 'ﬂ°°60¶ß ﬂ ß ° ¶' }));
    const drawn = text.replace(/#(\d+);/g, (_, code) => String.fromCodePoint(Number(code)));
    expect(drawn).toContain('Task: fl°°60¶ss ﬂ ß ° ¶"');
  });

  it('refuses options that cannot be meant', () => {
    const refused = { code: 'invalid_option' };
    const draw = (options: object) => () => renderMermaid([], options);
    expect(draw({ kind: 'pie' })).toThrow(expect.objectContaining(refused));
    expect(draw({ maxSteps: 0 })).toThrow(expect.objectContaining(refused));
    expect(draw({ steps: 3 })).toThrow(expect.objectContaining(refused));
  });
});
