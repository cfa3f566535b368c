import { describe, expect, it } from 'vitest';
import type { DurableEvent, Run } from '../src/index.ts';
import { createMemoryJournal, journalFromEvents } from '../src/index.ts';
import { everything, record, rerun } from './recorded-run.ts';
import { ask, call, done, payTool, type SpecOptions, scripted, stepWith, tool } from './support.ts';

describe('a journal made from events', () => {
  it('replays the run without any model, tool, approval, guard or other I/O', async () => {
    const { spec, body, world } = everything();
    const original = await record(spec, body);
    expect(original.result.status).toBe('solved');
    expect(world).toEqual(expect.arrayContaining(['model', 'read', 'pay', 'approve', 'guard']));
    world.length = 0;
    const replayed = await rerun(original.events, { ...spec, model: scripted([]) }, body);
    expect(world).toEqual([]);
    expect(replayed.result).toEqual(original.result);
    expect(replayed.events).toEqual(original.events);
  });

  it('survives being written down and read', async () => {
    const { spec, body } = everything();
    const original = await record(spec, body);
    const read = JSON.parse(JSON.stringify(original.events)) as DurableEvent[];
    const replayed = await rerun(read, { ...spec, model: scripted([]) }, body);
    expect(replayed.result).toEqual(original.result);
  });

  it('replays failed model calls and cancelled waves as they were', async () => {
    const cancel = new AbortController();
    const stop = tool('stop', 'pure', () => cancel.abort());
    const body = async (run: Run) => {
      await run.think(ask('x'), 'critic');
      await stepWith(run, call('stop'));
      return done;
    };
    const spec: SpecOptions = {
      model: scripted([new Error('down')]),
      tools: [stop],
      allowance: { critic: 1 },
    };
    const original = await record({ ...spec, cancel: cancel.signal }, body);
    expect(original.result).toMatchObject({ stopReason: 'aborted' });
    const replayed = await rerun(original.events, { ...spec, model: scripted([]) }, body);
    expect(replayed.result).toEqual(original.result);
  });

  it('holds the answers that came by signal', async () => {
    const { pay, paid } = payTool({ approval: true });
    const body = async (run: Run) => {
      await stepWith(run, call('pay'));
      return done;
    };
    const journal = createMemoryJournal();
    await record({ tools: [pay], runtime: journal }, body);
    journal.answer('act:0:0', { approved: true });
    const original = await record({ tools: [pay], runtime: journal }, body);
    expect(journalFromEvents(original.events).answers).toEqual({ 'act:0:0': { approved: true } });
    const replayed = await rerun(original.events, { tools: [pay] }, body);
    expect(replayed.result).toEqual(original.result);
    expect(paid).toHaveLength(1);
  });

  it('of a suspended run is suspended for the same calls', async () => {
    const { pay } = payTool({ approval: true });
    const body = async (run: Run) => {
      await stepWith(run, call('pay'));
      return done;
    };
    const original = await record({ tools: [pay], runtime: createMemoryJournal() }, body);
    const replayed = await rerun(original.events, { tools: [pay] }, body);
    expect(replayed.result).toEqual(original.result);
  });

  it('refuses to replay under another configuration, as any journal does', async () => {
    const { events } = await record({}, async () => done);
    await expect(rerun(events, { task: 'Another.' }, async () => done)).rejects.toMatchObject({
      code: 'stamp_mismatch',
    });
  });

  it('refuses events that do not start with the start', async () => {
    const { events } = await record({}, async () => done);
    const { spec, body } = everything();
    const other = await record(spec, body);
    for (const wrong of [[], events.slice(1), other.events.slice(2)]) {
      expect(() => journalFromEvents(wrong)).toThrow(TypeError);
      expect(() => journalFromEvents(wrong)).toThrow(/start with the event `started`, seq 0/);
    }
  });
});
