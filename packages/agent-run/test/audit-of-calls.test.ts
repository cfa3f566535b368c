import type { AuditEvent, Tool } from '@loopwright/tool-registry';
import { createToolRegistry } from '@loopwright/tool-registry';
import { describe, expect, it } from 'vitest';
import type { Run } from '../src/index.ts';
import { createMemoryJournal } from '../src/index.ts';
import {
  call,
  done,
  payTool,
  runChecked,
  type SpecOptions,
  specOf,
  stepWith,
  tool,
} from './support.ts';

/** Runs with an audit, which keeps what it is told. */
function audited(tools: readonly Tool[]) {
  const events: AuditEvent[] = [];
  const registry = createToolRegistry({ tools, audit: (event) => void events.push(event) });
  const run = (body: (run: Run) => Promise<unknown>, options: SpecOptions = {}) =>
    runChecked({ ...specOf(options), tools: registry }, async (run) => {
      await body(run);
      return done;
    });
  return { run, events };
}

describe('E7: the audit of a run', () => {
  it('tells of a call whose outcome is unknown since the process died', async () => {
    const runtime = createMemoryJournal({ sessionId: 's' });
    const { pay, paid } = payTool();
    const body = (run: Run) => stepWith(run, call('pay'));
    await audited([pay]).run(body, { runtime });
    const { result: _, ...rest } = runtime.record();
    const untilIntent = rest.entries.findIndex(({ key }) => key.endsWith('/intent')) + 1;
    expect(untilIntent).toBeGreaterThan(0);
    const { run, events } = audited([pay]);
    const entries = rest.entries.slice(0, untilIntent);
    await run(body, { runtime: createMemoryJournal({ ...rest, entries }) });
    expect(events).toMatchObject([
      { type: 'decision', tool: 'pay', allowed: false, code: 'unknown_outcome' },
    ]);
    expect(paid).toHaveLength(1);
  });

  it('tells two equal calls of a step apart, although they have one idempotency key', async () => {
    const { run, events } = audited([tool('put', 'idempotent', () => 'ok')]);
    await run((run) => stepWith(run, call('put'), call('put')));
    expect(new Set(events.map(({ idempotencyKey }) => idempotencyKey)).size).toBe(1);
    const told = events.map(({ type, callId }) => `${type} ${callId.split('/').at(-1)}`);
    expect(told.toSorted()).toEqual([
      'decision act:0:0',
      'decision act:0:1',
      'ended act:0:0',
      'ended act:0:1',
    ]);
  });
});
