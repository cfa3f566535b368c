import { notStarted } from '@loopwright/tool-registry';
import { describe, expect, it } from 'vitest';
import type { DurableEvent, Run } from '../src/index.ts';
import { createMemoryJournal } from '../src/index.ts';
import { everything, record, rerun } from './recorded-run.ts';
import {
  ask,
  call,
  done,
  echo,
  payTool,
  type SpecOptions,
  scripted,
  stepWith,
  tool,
} from './support.ts';

describe('a fork', () => {
  const twoSteps = (second: string) => async (run: Run) => {
    await run.think(ask('one'), 'actor');
    await stepWith(run, call('echo', { n: 1 }));
    await run.think(ask('one', 'two'), 'actor');
    const { observations } = await stepWith(run, call('echo', { n: second }));
    return { stopReason: 'final', answer: observations[0]!.text } as const;
  };

  it('keeps what came before its point, and runs the rest anew in a session of its own', async () => {
    const model = scripted(['a', 'b', 'c', 'd']);
    const original = await record({ model }, twoSteps('x'));
    const atSeq = original.events.findIndex(({ type }) => type === 'step') + 1;
    const forked = await rerun(original.events, { model }, twoSteps('y'), { atSeq });
    expect(forked.result).toMatchObject({ status: 'solved', answer: '{"n":"y"}' });
    expect(model.requests).toHaveLength(3);
    expect(forked.events.slice(1, atSeq)).toEqual(original.events.slice(1, atSeq));
    const [first, ofOriginal] = [forked.events[0], original.events[0]];
    expect(first).toMatchObject({
      type: 'started',
      forkOf: { sessionId: (ofOriginal as { sessionId: string }).sessionId, seq: atSeq },
    });
  });

  it('may have other limits, tools and models: that is what it is for', async () => {
    const original = await record(
      { model: scripted(['a', 'b']), allowance: { actor: 1 } },
      twoSteps('x'),
    );
    expect(original.result.stopReason).toBe('max_steps');
    const forked = await rerun(
      original.events,
      {
        model: scripted(['b'], { id: 'other' }),
        limits: { maxSteps: 20 },
        tools: [echo, payTool().pay],
      },
      twoSteps('x'),
      { atSeq: original.events.length, sessionId: 'fork' },
    );
    expect(forked.result).toMatchObject({ status: 'solved' });
    expect(forked.events[0]).toMatchObject({ sessionId: 'fork' });
  });

  it('at the start keeps nothing', async () => {
    const model = scripted(['a', 'b', 'c', 'd']);
    const original = await record({ model }, twoSteps('x'));
    await rerun(original.events, { model }, twoSteps('x'), { atSeq: 0 });
    expect(model.requests).toHaveLength(4);
  });

  it('R12: asks before it makes an effect that the original had after the fork', async () => {
    const { pay, paid } = payTool();
    const body = async (run: Run) => {
      await run.think(ask('one'), 'actor');
      await stepWith(run, call('pay', { to: 'ann' }));
      return done;
    };
    const spec: SpecOptions = { model: scripted(['a']), tools: [pay] };
    const original = await record(spec, body);
    const atSeq = 2;
    const fork = { atSeq, sessionId: 'fork' };
    const suspended = await rerun(original.events, spec, body, fork);
    expect(suspended.result).toMatchObject({
      status: 'suspended',
      pending: [{ key: 'act:0:0', call: { tool: 'pay', args: { to: 'ann' } } }],
    });
    expect(paid).toHaveLength(1);
    const approved = await rerun(
      original.events,
      { ...spec, approve: async () => [true] },
      body,
      fork,
    );
    expect(approved.result.effects).toMatchObject([{ status: 'committed' }]);
    expect(approved.result.effects[0]?.id).toMatch(/^fork\/pay\//);
    expect(paid).toHaveLength(2);
  });

  it('R12: does not ask about what the original certainly did not do, or did before the fork', async () => {
    let closed = true;
    const { pay, paid } = payTool();
    const book = tool('book', 'once', () => (closed ? notStarted('closed') : 'booked'));
    const body = async (run: Run) => {
      await stepWith(run, call('pay'));
      await stepWith(run, call('book'));
      await stepWith(run, call('pay'));
      return done;
    };
    const spec: SpecOptions = { tools: [pay, book] };
    const original = await record(spec, body);
    closed = false;
    const atSeq = original.events.findIndex(({ type }) => type === 'step') + 1;
    const forked = await rerun(original.events, spec, body, { atSeq });
    expect(forked.result.status).toBe('solved');
    expect(forked.result.effects.map(({ tool: name, status }) => `${name} ${status}`)).toEqual([
      'pay committed',
      'book committed',
    ]);
    expect(paid).toHaveLength(1);
  });

  it('at every event keeps what came before and ends; inside a wave it begins with the wave', async () => {
    const { spec: first, body: sameBody } = everything();
    const runtime = createMemoryJournal({ sessionId: 'original' });
    const original = await record({ ...first, runtime }, sameBody);
    for (let atSeq = 0; atSeq <= original.events.length; atSeq++) {
      const { spec, body } = everything();
      const approve = async (pending: readonly unknown[]) => pending.map(() => true);
      const fork = { atSeq, sessionId: 'fork' };
      const forked = await rerun(original.events, { ...spec, approve }, body, fork);
      const [started] = forked.events;
      const seq = (started?.type === 'started' && started.forkOf?.seq) || 0;
      expect(seq).toBeLessThanOrEqual(atSeq);
      // A call that was refused has no stored id; it is named after the session that refused it.
      const withoutRefusedIds = (events: readonly DurableEvent[]) =>
        events
          .slice(1, seq)
          .filter(({ type }) => type !== 'finished')
          .map((event) =>
            event.type === 'tool' && event.via === 'refused' && event.effect
              ? { ...event, effect: { ...event.effect, id: '' } }
              : event,
          );
      expect(withoutRefusedIds(forked.events)).toEqual(withoutRefusedIds(original.events));
      expect(forked.result.status).toBe('solved');
      const asked = original.events.findIndex(({ type }) => type === 'asked');
      const lastOfWave = original.events.findIndex(
        (event) => event.type === 'tool' && event.key === 'act:1:2',
      );
      if (atSeq > asked && atSeq <= lastOfWave) expect(seq).toBe(asked);
      if (atSeq === lastOfWave + 1) expect(seq).toBe(atSeq);
    }
  });

  it('R12: an approval of the original is none for the fork', async () => {
    const { pay, paid } = payTool({ approval: true });
    const body = async (run: Run) => {
      await stepWith(run, call('pay'));
      return done;
    };
    const journal = createMemoryJournal();
    journal.answer('act:0:0', { approved: true });
    const original = await record({ tools: [pay], runtime: journal }, body);
    const types = original.events.map(({ type }) => type);
    for (const last of ['asked', 'answered', 'intent'] as const) {
      const fork = { atSeq: types.indexOf(last) + 1 };
      const forked = await rerun(original.events, { tools: [pay] }, body, fork);
      expect(forked.result.status).toBe('suspended');
    }
    expect(paid).toHaveLength(1);
  });

  it('R12: inside a wave makes nothing again that the wave had already done', async () => {
    const { pay, paid } = payTool();
    const body = async (run: Run) => {
      await stepWith(run, call('pay', { to: 'ann' }), call('pay', { to: 'bob' }));
      return done;
    };
    const original = await record({ tools: [pay] }, body);
    const tools = original.events.filter(({ type }) => type === 'tool').map(({ seq }) => seq);
    const forked = await rerun(original.events, { tools: [pay] }, body, { atSeq: tools[1]! });
    expect(forked.result).toMatchObject({
      status: 'suspended',
      pending: [{ key: 'act:0:0' }, { key: 'act:0:1' }],
    });
    expect(paid).toHaveLength(2);
  });

  it('R12: of a fork knows what the first original had done', async () => {
    const { pay, paid } = payTool();
    const body = async (run: Run) => {
      await run.think(ask('one'), 'actor');
      await stepWith(run, call('pay'));
      return done;
    };
    const spec: SpecOptions = { model: scripted(['a']), tools: [pay] };
    const original = await record(spec, body);
    const denied = { ...spec, approve: async () => [false] };
    const forked = await rerun(original.events, denied, body, { atSeq: 2 });
    const again = await rerun(forked.events, spec, body, { atSeq: 2 });
    expect(again.result.status).toBe('suspended');
    expect(paid).toHaveLength(1);
  });

  it('asks for approval also of what the original only intended: it may have happened', async () => {
    const { pay, paid } = payTool();
    const original = await record({ tools: [pay] }, async (run) => {
      await run.act([call('pay', { to: 'ann' })]);
      return done;
    });
    const intent = original.events.findIndex(({ type }) => type === 'intent');
    const upToIntent = original.events.slice(0, intent + 1);
    const forked = await rerun(
      upToIntent,
      { tools: [pay] },
      async (run) => {
        await run.act([call('pay', { to: 'ann' })]);
        return done;
      },
      { atSeq: intent, sessionId: 'fork' },
    );
    expect(forked.result).toMatchObject({ status: 'suspended', stopReason: 'awaiting_approval' });
    expect(paid).toHaveLength(1);
  });
});
