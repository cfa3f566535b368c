import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fromPolicy } from '@loopwright/providers';
import { jsonFormat, runReact } from '@loopwright/react-loop';
import { readRunLog, replayableEvents } from '@loopwright/telemetry/run-log';
import { createToolRegistry, defineTool } from '@loopwright/tool-registry';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { openTrace } from '../../src/output/trace.ts';
import { keyHider } from '../../src/providers/key-hider.ts';

let folder: string;
let file: string;
beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'loopwright-trace-'));
  file = path.join(folder, 'trace.jsonl');
});
afterEach(() => rmSync(folder, { recursive: true }));

/** Runs one tool call with these arguments and this result; gives what the model saw and what the trace holds. */
async function trace(args: object, returned: unknown, options?: Parameters<typeof openTrace>[2]) {
  const sink = openTrace(file, ['only'], options);
  const scratchpads: string[] = [];
  await runReact({
    task: 'x',
    model: fromPolicy((scratchpad) => {
      scratchpads.push(scratchpad);
      const action = scratchpads.length === 1 ? 'tool' : 'final';
      return JSON.stringify({ thought: '', action, action_input: action === 'tool' ? args : 'y' });
    }),
    tools: createToolRegistry({
      tools: [
        defineTool({
          name: 'tool',
          description: 'Does something.',
          input: z.looseObject({}),
          effect: 'idempotent',
          execute: () => returned,
        }),
      ],
    }),
    format: jsonFormat,
    onEvent: sink.of('only'),
  });
  expect(await sink.close()).toBeUndefined();
  return { seen: scratchpads.at(-1)!, written: readFileSync(file, 'utf8') };
}

describe('the trace', () => {
  it('SEC-011: secrets are taken out before the write, without being asked', async () => {
    const { seen, written } = await trace(
      { user: 'ann', Password: 'pw-1', headers: { Authorization: 'Bearer pw-2' } },
      {
        access_token: 'pw-3',
        'Set-Cookie': ['pw-4'],
        note: 'api_key=pw-5&page=2',
        'X-Api-Key': 6006,
      },
    );
    expect(written).not.toMatch(/pw-\d|6006/);
    expect(readRunLog(written).header.redacted).toBe(true);
    expect(written).toContain('[redacted]');
    expect(written).toContain('ann');
    expect(written).toContain('page=2');
    for (const secret of ['pw-1', 'pw-2', 'pw-3', 'pw-4', 'pw-5', '6006']) {
      expect(seen).toContain(secret);
    }
  });

  it('SEC-012: names that only contain a secret name stay, in the trace and for the model', async () => {
    const { seen, written } = await trace({ key: 'monkey' }, { token_count: 47, keyboard: 'us' });
    expect(seen).toContain('{"keyboard":"us","token_count":47}');
    expect(written).toContain('"value":{"token_count":47,"keyboard":"us"}');
    expect(written).toContain(JSON.stringify('{"keyboard":"us","token_count":47}'));
    expect(written).not.toContain('[redacted]');
  });

  it('E9: takes the key of the provider out as a whole, whatever a part of it looks like', async () => {
    const key = 'sk-abcdefgh12345678/SECRETTAIL1234';
    const returned = `I was sent ${key} as key`;
    const { written } = await trace({}, returned, { withoutKey: keyHider(key) });
    expect(written).not.toContain('SECRETTAIL');
  });

  it('holds everything that happened, and can be replayed', async () => {
    const { written } = await trace({}, 'done');
    const events = replayableEvents(readRunLog(written));
    expect(events.map(({ seq }) => seq)).toEqual(events.map((_, at) => at));
    expect(events[0]).toMatchObject({ v: 1, type: 'started', task: 'x' });
    expect(events.at(-1)).toMatchObject({ type: 'finished', result: { status: 'solved' } });
  });

  it('an event that could not be written is told when the trace is closed', async () => {
    const sink = openTrace(file, ['only']);
    sink.of('only')({ noJson: 1n } as never);
    expect(await sink.close()).toBeInstanceOf(Error);
  });

  it('has a file for each of several scenarios, and none when one of them exists', async () => {
    writeFileSync(path.join(folder, 'trace-b.jsonl'), 'kept');
    expect(() => openTrace(file, ['a', 'b'])).toThrow(/--trace needs a new file/);
    expect(readdirSync(folder)).toEqual(['trace-b.jsonl']);
  });

  it('a file that exists is an error before anything runs, and stays as it is', () => {
    writeFileSync(file, 'kept');
    expect(() => openTrace(file, ['only'])).toThrow(
      `--trace needs a new file that can be written: EEXIST: file already exists`,
    );
    expect(readFileSync(file, 'utf8')).toBe('kept');
  });

  it('a file that cannot be written is an error before anything runs', () => {
    expect(() => openTrace(path.join(folder, 'missing', 'trace.jsonl'), ['only'])).toThrow(
      /--trace needs a new file that can be written: ENOENT/,
    );
  });
});
