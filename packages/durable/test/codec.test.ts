import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';
import type { RunResult } from '@loopwright/agent-run';
import type { Json } from '@loopwright/core-parser';
import { describe, expect, it } from 'vitest';
import type { Codec } from '../src/index.ts';
import { createWorkshop, opened, rejectionOf, stamp, stepOf, storedStep } from './support.ts';

const plain: Codec = { id: 'plain', encode: (text) => text, decode: (text) => text };

/** Takes out card numbers and whatever stands under a name that ends in key. */
const redaction: Codec = {
  id: 'redaction',
  encode: (text) => text.replace(/\d{16}/g, 'CARD').replace(/("\w*key"\s*:\s*")[^"]*/gi, '$1GONE'),
  decode: (text) => text,
};

/** Not the same when it is applied twice. */
const growing: Codec = {
  id: 'growing',
  encode: (text) => text.replaceAll('x', 'xx'),
  decode: (text) => text,
};

function encryption(key = randomBytes(32)): Codec {
  return {
    id: 'aes',
    encode(text) {
      const iv = randomBytes(12);
      const cipher = createCipheriv('aes-256-gcm', key, iv);
      const body = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()]);
      return Buffer.concat([iv, cipher.getAuthTag(), body]).toString('base64');
    },
    decode(text) {
      const bytes = Buffer.from(text, 'base64');
      const decipher = createDecipheriv('aes-256-gcm', key, bytes.subarray(0, 12));
      decipher.setAuthTag(bytes.subarray(12, 28));
      return decipher.update(bytes.subarray(28), undefined, 'utf8') + decipher.final('utf8');
    },
  };
}

const secret = { card: '4242424242424242', apiKey: 'xyz', note: 'x marks "it"\n' };

describe('a codec', () => {
  it.each([
    ['redaction', redaction],
    ['encryption', encryption()],
    ['what differs when it is applied twice', growing],
  ])(
    'SEC-014: %s comes before the store, and the run sees the same live as on replay',
    async (_, codec) => {
      const { runtime, store } = createWorkshop();
      const session = await opened(runtime({ codec }));
      const digest = 'd'.repeat(64);
      const live = await session.step(stepOf('act:0:0', secret, digest));
      const wave = await session.all<unknown>([
        stepOf('act:1:0', [secret]),
        stepOf('act:1:1', 'xx'),
      ]);
      await session.release?.();
      const second = await opened(runtime({ codec }));
      expect(await second.step(storedStep('act:0:0', digest))).toEqual(live);
      const again = [storedStep('act:1:0'), storedStep('act:1:1')];
      expect(await second.all(again)).toEqual(wave);
      if (codec !== growing) expect(JSON.stringify(await store.load('s'))).not.toMatch(/4242|xyz/);
    },
  );

  it('J9: redaction: what was taken out is missing at once', async () => {
    const { runtime } = createWorkshop();
    const session = await opened(runtime({ codec: redaction }));
    expect(await session.step(stepOf('a', secret))).toEqual({
      card: 'CARD',
      apiKey: 'GONE',
      note: 'x marks "it"\n',
    });
  });

  it('redaction does not reach the names around a value, so that a session can be opened again', async () => {
    const { runtime } = createWorkshop();
    const greedy: Codec = {
      ...plain,
      encode: (text) => text.replace(/\w*(?:key|value|ord)\w*/g, 'GONE'),
    };
    const session = await opened(runtime({ codec: greedy }));
    await session.step(stepOf('a', { key: 1 }));
    await session.release?.();
    expect(await (await opened(runtime({ codec: greedy }))).step(storedStep('a'))).toEqual({
      GONE: 1,
    });
  });

  it('a redaction that also hits digests does not lose the session', async () => {
    const { runtime } = createWorkshop();
    const hex: Codec = { ...plain, encode: (text) => text.replace(/[0-9a-f]{32,}/g, 'HEX') };
    const hashed = { ...stamp, config: 'ab'.repeat(32) };
    const first = runtime({ codec: hex });
    await first.open(hashed);
    await first.step(stepOf('a', 1, 'cd'.repeat(32)));
    await first.release?.();
    const second = runtime({ codec: hex });
    await second.open(hashed);
    expect(await second.step(storedStep('a', 'cd'.repeat(32)))).toBe(1);
  });

  it('J9: encryption: nothing that the run said is readable, the digests of its inputs neither', async () => {
    const { runtime, store } = createWorkshop();
    const session = await opened(runtime({ codec: encryption() }));
    await session.step(stepOf('a', secret, 'digest of a pin'));
    await session.close({ status: 'solved', answer: 'the answer' } as RunResult<Json>);
    expect(JSON.stringify(await store.load('s'))).not.toMatch(/4242|xyz|marks|pin|answer|strategy/);
  });

  it('encryption under another key is an error that names the record', async () => {
    const { runtime } = createWorkshop();
    await (await opened(runtime({ codec: encryption() }))).release?.();
    expect(await rejectionOf(runtime({ codec: encryption() }).open(stamp))).toMatchObject({
      code: 'corrupt_journal',
      key: '0 the header',
      message: expect.stringContaining('it cannot be decoded'),
    });
  });

  const throwing = () => {
    throw new Error('no key');
  };
  it.each([
    ['encode', { encode: throwing }],
    ['decode', { decode: throwing }],
    ['what decodes to no JSON', { decode: () => 'no json' }],
    ['bytes instead of a text', { encode: () => Buffer.from('x') as unknown as string }],
  ])('that fails is an error of the journal and not of the tool: %s', async (_, broken) => {
    const { runtime, store } = createWorkshop();
    let isBroken = false;
    const codec: Codec = {
      id: 'sometimes',
      encode: (text) => (isBroken ? { ...plain, ...broken } : plain).encode(text),
      decode: (text) => (isBroken ? { ...plain, ...broken } : plain).decode(text),
    };
    const session = await opened(runtime({ codec }));
    isBroken = true;
    const error = await rejectionOf(session.step(stepOf('a', 1)));
    expect(session.isControl(error)).toBe(true);
    expect(error).toMatchObject({ code: 'not_stored', key: 'a' });
    expect((await store.load('s'))!.records).toHaveLength(1);
  });

  it.each([
    ['none', undefined],
    ['another one', { ...plain, id: 'aes-2' }],
  ])('J6: that began a session is needed to go on with it: %s is refused', async (_, other) => {
    const { runtime } = createWorkshop();
    const session = await opened(runtime({ codec: encryption() }));
    await session.step(stepOf('a', secret));
    await session.release?.();
    const error = await rejectionOf(runtime({ codec: other }).open(stamp));
    expect(error).toMatchObject({
      code: 'stamp_mismatch',
      key: 'codec',
      message: expect.stringContaining('was stored by the codec aes, not '),
    });
  });
});
