import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { DurableEvent } from '@loopwright/agent-run';
import { fromPolicy } from '@loopwright/providers';
import { jsonFormat, runReact } from '@loopwright/react-loop';
import { createToolRegistry, defineTool } from '@loopwright/tool-registry';
import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { redact } from '../src/redact.ts';
import { openTrace } from '../src/trace.ts';

let folder: string;
let file: string;
beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'loopwright-trace-'));
  file = path.join(folder, 'trace.jsonl');
});
afterEach(() => rmSync(folder, { recursive: true }));

/** Runs one tool call with these arguments and this result; gives what the model saw and what the trace holds. */
async function trace(args: object, returned: unknown, options?: { redactSecrets: boolean }) {
  const sink = openTrace(file, options);
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
    onEvent: sink.write,
  });
  expect(sink.close()).toBeUndefined();
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
    expect(written).toContain('[redacted]');
    expect(written).toContain('ann');
    expect(written).toContain('page=2');
    for (const secret of ['pw-1', 'pw-2', 'pw-3', 'pw-4', 'pw-5', '6006']) {
      expect(seen).toContain(secret);
    }
  });

  it('SEC-011: opting out is explicit', async () => {
    const { written } = await trace({ password: 'pw-1' }, 'done', { redactSecrets: false });
    expect(written).toContain('pw-1');
  });

  it('SEC-012: names that only contain a secret name stay, in the trace and for the model', async () => {
    const { seen, written } = await trace({ key: 'monkey' }, { token_count: 47, keyboard: 'us' });
    expect(seen).toContain('{"keyboard":"us","token_count":47}');
    expect(written).toContain('"value":{"token_count":47,"keyboard":"us"}');
    expect(written).toContain(JSON.stringify('{"keyboard":"us","token_count":47}'));
    expect(written).not.toContain('[redacted]');
  });

  it('holds the durable events, one JSON document a line', async () => {
    const { written } = await trace({}, 'done');
    const lines = written.trimEnd().split('\n');
    const events = lines.map((line) => JSON.parse(line) as DurableEvent);
    expect(events.map(({ seq }) => seq)).toEqual(events.map((_, at) => at));
    expect(events[0]).toMatchObject({ v: 1, type: 'started', task: 'x' });
    expect(events.at(-1)).toMatchObject({ type: 'finished', result: { status: 'solved' } });
  });

  it('an event that could not be written is told when the trace is closed', () => {
    const sink = openTrace(file);
    sink.write({ noJson: 1n } as never);
    expect(sink.close()?.message).toContain('BigInt');
  });

  it('a file that exists is an error before anything runs, and stays as it is', () => {
    writeFileSync(file, 'kept');
    expect(() => openTrace(file)).toThrow(
      `--trace needs a new file that can be written: EEXIST: file already exists`,
    );
    expect(readFileSync(file, 'utf8')).toBe('kept');
  });

  it('a file that cannot be written is an error before anything runs', () => {
    expect(() => openTrace(path.join(folder, 'missing', 'trace.jsonl'))).toThrow(
      /--trace needs a new file that can be written: ENOENT/,
    );
  });
});

describe('redact', () => {
  it.each([
    ['{"token":"s3cret"}', '{"token":"[redacted]"}'],
    [
      'Observation: {"a":{"token":{"value":"s3cret"}}}',
      'Observation: {"a":{"token":"[redacted]"}}',
    ],
    ['{\n  "secret": {\n    "value": "s3cret"\n  }\n}', '{"secret":"[redacted]"}'],
    ['[{"id":1,"refresh-token":"s3cret"}]', '[{"id":1,"refresh-token":"[redacted]"}]'],
    [
      'see https://api.test/?api_key=s3cret&page=2',
      'see https://api.test/?api_key=[redacted]&page=2',
    ],
    ['Authorization: Bearer s3cret', 'Authorization: [redacted]'],
    ['a\npassword: s3cret\nb', 'a\npassword: [redacted]\nb'],
    ['broken {"password": "s3cret and more", "a', 'broken {"password": "[redacted]", "a'],
    ['OPENAI_API_KEY=s3cret node main.js', 'OPENAI_API_KEY=[redacted] node main.js'],
    ['export DB_PASSWORD="s3cret and more"', 'export DB_PASSWORD="[redacted]"'],
    ['url: pwd=s3cret; csrf-token=s3cret', 'url: pwd=[redacted]; csrf-token=[redacted]'],
    ['password=token=s3cret, end', 'password=[redacted], end'],
    ['spring.datasource.userPassword: s3cret', 'spring.datasource.userPassword: [redacted]'],
    ['use (postgres://ann:s3=cret@db.test/shop)', 'use (postgres://[masked]@db.test/shop)'],
    ['curl -H "Bearer s3cretive"', 'curl -H "Bearer [masked]"'],
    ['sk-s3cretive-key was refused', '[masked] was refused'],
    ['postgres://ann:s3cret@db.test/shop', 'postgres://[masked]@db.test/shop'],
    ['{"url":"postgres://ann:s3cret@db.test/shop"}', '{"url":"postgres://[masked]@db.test/shop"}'],
    ['ERROR[x]: {"password":"s3cret"}', 'ERROR[x]: {"password":"[redacted]"}'],
  ])('SEC-011: %j', (text, expected) => {
    expect(redact(text)).toBe(expected);
    expect(redact({ text: [text] })).toEqual({ text: [expected] });
  });

  it.each([
    ...['openai_api_key', 'OPENAI_API_KEY', 'pwd', 'userPassword', 'db_password'],
    ...['stripe-secret-key', 'Set-Cookie', 'awsSecretAccessKey'],
  ])('SEC-011: the value of %s is taken out of objects, JSON and texts', (name) => {
    expect(redact({ [name]: 's3cret' })).toEqual({ [name]: '[redacted]' });
    expect(redact(`{"${name}":"s3cret"}`)).toBe(`{"${name}":"[redacted]"}`);
    expect(redact(`${name}=s3cret`)).toBe(`${name}=[redacted]`);
    expect(redact(`see "${name}": "s3cret", end`)).toBe(`see "${name}": "[redacted]", end`);
  });

  it.each(['token_count', 'max_tokens', 'keyboard', 'key', 'next_page_token'])(
    'SEC-012: the value of %s stays',
    (name) => {
      expect(redact({ [name]: 47 })).toEqual({ [name]: 47 });
      expect(redact(`{"${name}": 47}`)).toBe(`{"${name}": 47}`);
      expect(redact(`${name}: 47`)).toBe(`${name}: 47`);
    },
  );

  it('SEC-011: JSON in a text in JSON is redacted too', () => {
    const inner = JSON.stringify({ body: JSON.stringify({ password: 's3cret', a: 1 }) });
    expect(redact(inner)).toBe(JSON.stringify({ body: '{"password":"[redacted]","a":1}' }));
  });

  it.each([
    'token_count: 47, keyboard: us, monkey=banana',
    '{ "tokens": 3, "secretary": "Ann",  "price": 83.20 }',
    '{"key":"satellites_launched","author":"x","cookies_baked":12345678901234567890}',
    'next_page_token=abc, max_tokens=300, TOKEN_COUNT: 3',
    'token_count=token_count=password_hint=',
    'The password is not here.',
    'https://shop.test/?monkey=banana&next_page_token=abc',
    '',
  ])('SEC-012: %j stays as it is', (text) => {
    expect(redact(text)).toBe(text);
  });

  it('SEC-011: a secret does not survive under its name, wherever it stands', () => {
    const name = fc.constantFrom('password', 'API_KEY', 'apiKey', 'Access-Token', 'cookie');
    const secret = fc.string({ unit: fc.constantFrom(...'QWXYZ'), minLength: 6, maxLength: 12 });
    const wrap = fc.constantFrom<(value: object) => unknown>(
      (value) => value,
      (value) => [value],
      (value) => ({ a: { b: value } }),
      (value) => JSON.stringify(value),
      (value) => `Observation: ${JSON.stringify(value)}\nNote: x`,
      (value) => JSON.stringify(value, null, 2),
    );
    fc.assert(
      fc.property(name, secret, fc.array(wrap, { maxLength: 2 }), (key, value, wraps) => {
        const wrapped = wraps.reduce<unknown>((inner, put) => put({ inner }), { [key]: value });
        expect(JSON.stringify(redact(wrapped as never))).not.toContain(value);
      }),
    );
  });

  it('SEC-012: deep or long hostile texts come back whole', () => {
    const deep = '['.repeat(50_000) + ']'.repeat(50_000);
    expect(redact(deep)).toBe(deep);
    for (const part of ['password-', 'a=', 'a:"', 'password_', '=']) {
      const long = part.repeat(50_000);
      expect(redact(long)).toBe(long);
    }
  });
});
