import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { after, suite, type TestContext, test } from 'node:test';
import type { Message, ModelReply, ModelRequest } from '@loopwright/agent-run';
import { isModelCallError } from '@loopwright/providers';
import { call, result, type Said, type Vendor, vendors } from './ai-sdk-vendors.ts';
import { type Reply, startVendorServer } from './vendor-server.ts';

const question: Message = { role: 'user', blocks: ['How many satellites fly?'] };
const lookup = {
  name: call.name,
  description: 'Looks up a fact.',
  parameters: { type: 'object', properties: { fact: { type: 'string' } }, required: ['fact'] },
};
const request: ModelRequest = { system: 'Be brief.', messages: [question], tools: [lookup] };
const usage = { inputTokens: 9, outputTokens: 4 };
const texts = ['Forty-seven', ' satellites', ' fly.'];

for (const vendor of vendors) {
  for (const stream of [false, true]) {
    suite(`${vendor.name}, ${stream ? 'streamed' : 'whole'}`, () => {
      const replyTo = (said: Said) => (stream ? vendor.streamed(said) : vendor.whole(said));

      test('a text arrives, in pieces where it is streamed, with finish and usage', async (t) => {
        const { ask } = await modelOf(t, vendor, stream, replyTo({ texts }));
        const { reply, pieces } = await ask(request);
        assert.equal(reply.text, texts.join(''));
        assert.equal(reply.finish, 'stop');
        assert.deepEqual(reply.warnings, []);
        assert.deepEqual(counts(reply), usage);
        assert.deepEqual(pieces, stream ? texts : []);
      });

      test('a call goes back with its thoughts, and its result behind it', async (t) => {
        const replies = [replyTo({ isCall: true }), replyTo({ texts })];
        const { ask, sent } = await modelOf(t, vendor, stream, ...replies);
        const { reply } = await ask(request);
        assert.equal(reply.finish, 'tool_calls');
        assert.deepEqual(counts(reply), usage);
        assert.equal(reply.toolCalls.length, 1);
        const { id, name, args } = reply.toolCalls[0]!;
        assert.equal(name, call.name);
        assert.deepEqual(JSON.parse(args), call.args);

        const said = { role: 'assistant', ...reply } as const;
        const messages: Message[] = [question, said, { role: 'tool', id, text: result }];
        assert.equal((await ask({ ...request, messages })).reply.text, texts.join(''));
        const [first, second] = sent.map((body) => body[vendor.sentBack.in] as unknown[]);
        assert.deepEqual(second!.slice(0, first!.length), first);
        assert.deepEqual(second!.slice(first!.length), vendor.sentBack.messages);
      });

      test('the text ends at a stop sequence that the server ignores', async (t) => {
        const { ask } = await modelOf(t, vendor, stream, replyTo({ texts }));
        const { reply } = await ask({ ...request, stop: [' fly'] });
        assert.equal(reply.text, 'Forty-seven satellites');
        assert.equal(reply.finish, 'stop');
      });

      test('status 429 is a rate limit, after one request', async (t) => {
        const { ask, sent } = await modelOf(t, vendor, stream, vendor.tooMany);
        await assert.rejects(ask(request), (error) => {
          assert.ok(isModelCallError(error));
          const { kind, status, retryable, retryAfterMs } = error;
          assert.deepEqual([kind, status, retryable], ['rate_limit', 429, true]);
          // Bedrock does not say how long to wait.
          assert.equal(retryAfterMs, vendor.name.endsWith('bedrock') ? undefined : 7_000);
          return true;
        });
        assert.equal(sent.length, 1);
      });

      if (!stream) return;
      test('a stream that ends before the reply did is no answer', async (t) => {
        const { chunks, ...head } = replyTo({ texts, isComplete: false });
        const last = chunks.at(-1)!;
        const half = [...chunks.slice(0, -1), last.slice(0, last.length / 2)];
        for (const cut of [chunks, half]) {
          const { ask } = await modelOf(t, vendor, stream, { ...head, chunks: cut });
          await assert.rejects(ask(request), { kind: 'truncated_stream', retryable: true });
        }
      });

      const { tooManyInStream } = vendor;
      if (!tooManyInStream) return;
      test('a rate limit within a stream is one as well', async (t) => {
        const { ask } = await modelOf(t, vendor, stream, tooManyInStream);
        await assert.rejects(ask(request), { kind: 'rate_limit', status: 429, retryable: true });
      });
    });
  }
}

/** A model of the vendor's package, in front of a server that gives these replies. */
async function modelOf(t: TestContext, vendor: Vendor, stream: boolean, ...replies: Reply[]) {
  const server = await startVendorServer(...replies);
  t.after(server.close);
  const model = vendor.model(server.url, { stream });
  const ask = async (asked: ModelRequest) => {
    const pieces: string[] = [];
    const { signal } = new AbortController();
    const onDelta = (piece: string) => piece !== '' && pieces.push(piece);
    const reply = (await model.generate(asked, { signal, onDelta })) as ModelReply;
    return { reply, pieces };
  };
  return { ask, sent: server.sent };
}

function counts({ usage: { inputTokens, outputTokens } }: ModelReply) {
  return { inputTokens, outputTokens };
}

after(() => {
  const { dependencies } = JSON.parse(
    readFileSync(new URL('package.json', import.meta.url), 'utf8'),
  );
  const versions = vendors.map(({ name }) => `${name} ${dependencies[name]}`);
  console.log(`ok ${versions.join(', ')}: texts, calls, results and errors, whole and streamed`);
});
