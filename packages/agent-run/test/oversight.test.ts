import type { AuditEvent, Tool, ToolRegistryOptions } from '@loopwright/tool-registry';
import { createToolRegistry } from '@loopwright/tool-registry';
import { describe, expect, it } from 'vitest';
import type { Outcome, Run } from '../src/index.ts';
import { createMemoryJournal, journalFromEvents } from '../src/index.ts';
import { helper } from './sub-agent.ts';
import {
  actOne,
  call,
  clock,
  codesOf,
  done,
  echo,
  effectLines,
  errorOf,
  payTool,
  recorder,
  runChecked,
  type SpecOptions,
  specOf,
  stepWith,
  tool,
} from './support.ts';

type Authorize = NonNullable<ToolRegistryOptions<[]>['authorise']>;

/** Runs under oversight, and tells what was asked and what was audited, in order. */
function overseen(tools: readonly Tool[], decide: (asked: number) => boolean = () => true) {
  const asked: string[] = [];
  const audited: string[] = [];
  const authorise: Authorize = ({ tool }) => decide(asked.push(tool.name));
  const audit = (event: AuditEvent) => {
    const what =
      event.type === 'ended'
        ? event.outcome
        : event.allowed
          ? event.reused
            ? 'reused'
            : 'allowed'
          : event.code;
    audited.push(`${event.tool} ${what}`);
  };
  const registry = createToolRegistry({ tools, authorise, audit });
  const run = (body: (run: Run) => Promise<unknown>, options: SpecOptions = {}) =>
    runChecked({ ...specOf(options), tools: registry }, async (run): Promise<Outcome> => {
      await body(run);
      return done;
    });
  return { run, asked, audited };
}

const first = (asked: number) => asked === 1;

describe('E7: authorisation in a run', () => {
  it('denied means that it did not happen: in the observation, the ledger and the counts', async () => {
    const { pay, paid } = payTool();
    const { run } = overseen([pay], () => false);
    const result = await run(async (run) => {
      const observation = await actOne(run, call('pay'));
      expect(errorOf(observation)).toMatchObject({ class: 'policy', code: 'denied' });
    });
    expect(paid).toEqual([]);
    expect(effectLines(result.effects)).toEqual(['0 not_started']);
  });

  it('a call that was denied may be made when it is allowed later', async () => {
    const { pay, paid } = payTool();
    const { run } = overseen([pay], (asked) => asked > 1);
    const result = await run(async (run) => {
      expect(codesOf([await actOne(run, call('pay'))])).toEqual(['denied']);
      expect(codesOf([await actOne(run, call('pay'))])).toEqual(['ok']);
    });
    expect(paid).toHaveLength(1);
    expect(effectLines(result.effects)).toEqual(['0 committed']);
  });

  it('a recorded result is not given again to who may not see it now', async () => {
    const { pay, paid } = payTool();
    const { run, asked, audited } = overseen([pay], first);
    const result = await run(async (run) => {
      expect(await actOne(run, call('pay'))).toMatchObject({ ok: true });
      const again = await actOne(run, call('pay'));
      expect(errorOf(again).code).toBe('denied');
      expect(again.text).not.toContain('receipt');
    });
    expect(asked).toEqual(['pay', 'pay']);
    expect(audited).toEqual(['pay allowed', 'pay done', 'pay denied']);
    expect(paid).toHaveLength(1);
    expect(result.counts.toolCalls).toEqual({ ok: 1, failed: 0, refused: 1, reused: 0 });
    expect(effectLines(result.effects)).toContain('0 committed');
  });

  it('a recorded result that is allowed is told as reused', async () => {
    const { pay } = payTool();
    const { run, audited } = overseen([pay]);
    await run(async (run) => {
      await actOne(run, call('pay'));
      expect(await actOne(run, call('pay'))).toMatchObject({ ok: true, reused: true });
    });
    expect(audited).toEqual(['pay allowed', 'pay done', 'pay reused']);
  });

  it('a sub-agent does not run when its call is denied', async () => {
    let runs = 0;
    const tool = helper(async () => {
      runs += 1;
      return done;
    });
    const { run, audited } = overseen([tool], (asked) => asked > 1);
    const result = await run(async (run) => {
      expect(codesOf([await actOne(run, call('helper'))])).toEqual(['denied']);
      expect(codesOf([await actOne(run, call('helper'))])).toEqual(['ok']);
    });
    expect(runs).toBe(1);
    expect(audited).toEqual(['helper denied', 'helper allowed', 'helper done']);
    expect(result.counts.toolCalls).toMatchObject({ ok: 1, refused: 1 });
  });

  it('a sub-agent that may not start costs nothing of the limit of tool calls', async () => {
    const { run } = overseen([helper(async () => done), echo], (asked) => asked > 1);
    await run(
      async (run) => {
        expect(codesOf([await actOne(run, call('helper'))])).toEqual(['denied']);
        expect(codesOf([await actOne(run, call('echo'))])).toEqual(['ok']);
      },
      { limits: { maxToolCalls: 1 } },
    );
  });

  it('the time that a decision about a sub-agent takes is time of the run', async () => {
    const { now, move } = clock();
    const { run } = overseen([helper(async () => done), echo], () => {
      move(600);
      return false;
    });
    const result = await run(
      async (run) => {
        await run.act([call('helper')]);
        await run.act([call('helper')]);
        await run.act([call('helper')]);
      },
      { now, limits: { activeMs: 1_000 } },
    );
    expect(result).toMatchObject({ stopReason: 'timeout' });
  });

  it('a call that waited until its time was too short is audited as refused', async () => {
    const { now, move } = clock();
    const slow = tool('slow', 'pure', () => move(900));
    const { pay } = payTool({ timeoutMs: 500 });
    const { run, audited } = overseen([slow, pay]);
    await run((run) => run.act([call('slow'), call('pay')]), {
      now,
      limits: { activeMs: 1_000, waveConcurrency: 1 },
    });
    expect(audited).toEqual(['slow allowed', 'slow done', 'pay not_enough_time']);
  });

  it('what a run refuses by itself is audited as well', async () => {
    const { pay } = payTool({ approval: true });
    const { run, audited } = overseen([pay, echo]);
    await run((run) => run.act([call('pay'), call('echo'), call('nothing'), call('echo')]), {
      approve: async () => [false],
      limits: { maxCallsPerStep: 3 },
    });
    expect(audited).toEqual([
      'pay denied',
      'nothing unknown_tool',
      'echo call_limit',
      'echo allowed',
      'echo done',
    ]);
  });
});

describe('E7: oversight is stored', () => {
  const scenario = () => {
    const { pay, paid } = payTool();
    const sub = helper(async (run) => {
      await stepWith(run, call('echo', { n: 2 }));
      return done;
    });
    // The registry of the sub-agent has no oversight of its own; that of its parent decides whether it starts.
    const { run, asked, audited } = overseen([pay, echo, sub], (asked) => asked % 2 === 1);
    const body = async (run: Run) => {
      await stepWith(run, call('pay'), call('echo'), call('nothing'));
      await stepWith(run, call('pay'), call('helper'));
      await stepWith(run, call('helper'));
    };
    return { run: (options: SpecOptions) => run(body, options), asked, audited, paid };
  };

  it('a replay asks nobody, tells nobody, and comes out the same', async () => {
    const { events, onEvent } = recorder();
    const { run, asked, audited } = scenario();
    const original = await run({ onEvent });
    const before = { asked: asked.length, audited: audited.length };
    expect(before.asked).toBe(5);
    const replay = await run({ runtime: createMemoryJournal(journalFromEvents(events)) });
    expect({ asked: asked.length, audited: audited.length }).toEqual(before);
    expect(replay.steps).toEqual(original.steps);
    expect(replay.effects).toEqual(original.effects);
  });

  it('a run that died anywhere asks again only for what was not stored, and acts once', async () => {
    const whole = createMemoryJournal({ sessionId: 's' });
    const original = scenario();
    const result = await original.run({ runtime: whole });
    const { entries } = whole.record();
    expect(entries.some(({ key }) => key.endsWith('/oversight'))).toBe(true);
    for (let kept = 0; kept <= entries.length; kept++) {
      const { result: _, ...rest } = whole.record();
      const runtime = createMemoryJournal({ ...rest, entries: entries.slice(0, kept) });
      const again = scenario();
      const resumed = await again.run({ runtime });
      expect(resumed.status).toBe(result.status);
      expect(again.asked.length).toBeLessThanOrEqual(original.asked.length);
      expect(again.paid.length).toBeLessThanOrEqual(1);
    }
  });

  it('a fork inside a wave asks anew for the whole wave', async () => {
    const { events, onEvent } = recorder();
    const { pay } = payTool();
    const { run, audited } = overseen([pay, echo]);
    const body = async (run: Run) => {
      await stepWith(run, call('echo', { n: 1 }));
      await stepWith(run, call('nothing'), call('echo', { n: 2 }));
    };
    await run(body, { onEvent });
    const inWave = events.find(({ type }) => type === 'io')!.seq + 1;
    const before = audited.length;
    const fork = createMemoryJournal(journalFromEvents(events, { atSeq: inWave }));
    await run(body, { runtime: fork });
    expect(audited.slice(before)).toEqual(['nothing unknown_tool', 'echo allowed', 'echo done']);
  });

  it('leaving during a decision about a sub-agent decides nothing', async () => {
    const detach = new AbortController();
    const runtime = createMemoryJournal();
    let runs = 0;
    const sub = helper(async () => {
      runs += 1;
      return done;
    });
    const registry = createToolRegistry({
      tools: [sub],
      authorise: () => {
        if (detach.signal.aborted) return true;
        detach.abort();
        return new Promise<boolean>(() => {});
      },
    });
    const go = (options: SpecOptions) =>
      runChecked({ ...specOf({ runtime, ...options }), tools: registry }, async (run) => {
        await stepWith(run, call('helper'));
        return done;
      });
    expect(await go({ detach: detach.signal })).toMatchObject({ stopReason: 'detached' });
    const result = await go({});
    expect(codesOf(result.steps[0]!.observations)).toEqual(['ok']);
    expect(runs).toBe(1);
  });

  it('a denial stands when the process leaves during it: its stored intent alone would be unknown', async () => {
    const { pay, paid } = payTool();
    const detach = new AbortController();
    const runtime = createMemoryJournal();
    const registry = createToolRegistry({
      tools: [pay],
      authorise: () => {
        queueMicrotask(() => queueMicrotask(() => detach.abort()));
        return false;
      },
    });
    const go = (options: SpecOptions) =>
      runChecked({ ...specOf({ runtime, ...options }), tools: registry }, async (run) => {
        await stepWith(run, call('pay'));
        return done;
      });
    await go({ detach: detach.signal });
    const result = await go({});
    expect(paid).toEqual([]);
    expect(effectLines(result.effects)).toEqual(['0 not_started']);
  });
});
