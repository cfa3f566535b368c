import type { Json, JsonObject } from '@loopwright/core-parser';
import { describe, expect, it } from 'vitest';
import { createMemoryJournal, runStrategy } from '../src/index.ts';
import { record } from './recorded-run.ts';
import { call, done, eventsOf, specOf, stepWith, tool } from './support.ts';

/** What code may hand in as the arguments of a call, and what is no JSON. */
const odd = {
  at: new Date(0),
  cents: 10n,
  missing: undefined,
  ratio: Number.NaN,
} as unknown as JsonObject;
const plain = { at: '1970-01-01T00:00:00.000Z', cents: '10', ratio: 'NaN' };

describe('a call that code makes of its own', () => {
  it('is told as data, whatever its arguments are', async () => {
    const seen: Json[] = [];
    const look = tool('look', 'pure', (args) => void seen.push(args));
    const runtime = createMemoryJournal();
    const { events, result } = await record({ tools: [look], runtime }, async (run) => {
      await stepWith(run, call('look', odd));
      return done;
    });
    expect(result.status).toBe('solved');
    expect(seen).toEqual([plain]);
    expect(result.steps[0]?.calls).toStrictEqual([{ tool: 'look', args: plain }]);
    expect(eventsOf(events, 'tool')[0]?.call).toStrictEqual({ tool: 'look', args: plain });
    expect(runtime.record().result).toStrictEqual(result);
  });

  it('is told as it was made, whatever becomes of the object of the caller', async () => {
    const args = { n: 1 };
    const mine = call('echo', args);
    const { events, result } = await record({}, async (run) => {
      const observations = await run.act([mine]);
      args.n = 2;
      await run.judge({ thought: '', calls: [mine], observations });
      args.n = 3;
      return done;
    });
    expect(eventsOf(events, 'tool')[0]?.call.args).toEqual({ n: 1 });
    expect(result.steps[0]?.calls).toEqual([{ tool: 'echo', args: { n: 2 } }]);
    expect(eventsOf(events, 'step')[0]?.step.calls).toEqual([{ tool: 'echo', args: { n: 2 } }]);
  });

  it('is kept as it was made when an end cuts its wave off', async () => {
    const args = { n: 1 };
    const mine = call('echo', args);
    const result = await runStrategy(specOf(), async (run) => {
      await run.act([mine]);
      args.n = 2;
      return { stopReason: 'max_steps', text: 'the limit' };
    });
    expect(result.steps).toMatchObject([{ kind: 'interrupted', calls: [{ args: { n: 1 } }] }]);
  });
});
