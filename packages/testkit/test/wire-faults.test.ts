import { modelErrorKinds } from '@loopwright/agent-run';
import { isModelCallError } from '@loopwright/providers';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  happensTo,
  startWireServer,
  type WireFault,
  type WireFaultName,
  type WireServer,
  wireFaults,
} from '../src/wire/index.ts';
import { type RealModelName, realModels } from '../src/wire/real-models.ts';

/** The adapter's own deadline for what ends by nothing else, and for the rest, in milliseconds. */
const shortMs = 300;
const longMs = 10_000;
/** Reached only by a call that keeps to no deadline. */
const outerLimitMs = 15_000;
const request = {
  system: 'Be short.',
  messages: [{ role: 'user' as const, blocks: ['Task: say something\n'] }],
};

/** What a reply says that came whole. */
const wholeText = /^(?:Thought: [\s\S]*Answer: 47|done)$/;

let server: WireServer;
beforeAll(async () => {
  // Each test has a model of its own, whose name ends in the name of the fault.
  const faultOf = (model: string) => wireFaults[model.split('/').at(-1) as WireFaultName];
  server = await startWireServer({ answer: (asked) => faultOf(asked.model).respond(asked) });
});
afterAll(() => server.close());

const names = Object.keys(wireFaults) as WireFaultName[];
const adapters = Object.keys(realModels) as RealModelName[];

describe.each(adapters)('%s', (adapter) => {
  const { api, create } = realModels[adapter];
  describe.each([false, true])('streamed: %s', (stream) => {
    const happening = names.filter((name) => happensTo(wireFaults[name], api, stream));
    it.concurrent.each(happening)('%s is a ModelCallError in time', async (name) => {
      const fault: WireFault = wireFaults[name];
      const id = `${adapter}/${stream}/${name}`;
      const timeoutMs = fault.isEndless ? shortMs : longMs;
      const model = create(server.url, { model: id, stream, timeoutMs, idleMs: timeoutMs });
      const outcome = await within(
        model.generate(request, { signal: new AbortController().signal, onDelta: () => {} }).then(
          (reply) => ({ reply }),
          (error: unknown) => ({ error }),
        ),
      );
      expect(outcome).not.toBe('still waiting');
      const asked = server.requests.filter(({ model: name }) => name === id);
      // A deadline may pass before a busy machine has sent anything.
      if (!fault.isEndless) expect(asked).toHaveLength(1);
      expect(asked.length).toBeLessThanOrEqual(1);
      const { reply, error } = outcome as { reply?: { text: string }; error?: unknown };
      if (reply !== undefined && (fault.mayAnswer || fault.kinds.length === 0)) {
        return expect(reply.text).toMatch(wholeText);
      }
      expect(isModelCallError(error), `${String(error)} ${JSON.stringify(reply)}`).toBe(true);
      expectToSay(error as Record<string, unknown>, fault);
    });
  });
});

function expectToSay(error: Record<string, unknown>, { kinds, says = {} }: WireFault): void {
  expect(modelErrorKinds).toContain(error.kind);
  expect(kinds, String(error.message)).toContain(error.kind);
  const { retryAfterMs: [least, most] = [], ...rest } = says;
  expect(error).toMatchObject(rest);
  if (least === undefined) return;
  expect(error.retryAfterMs).toBeGreaterThanOrEqual(least);
  expect(error.retryAfterMs).toBeLessThanOrEqual(most!);
}

async function within<Value>(work: Promise<Value>): Promise<Value | 'still waiting'> {
  let timer: NodeJS.Timeout | undefined;
  const limit = new Promise<'still waiting'>((resolve) => {
    timer = setTimeout(() => resolve('still waiting'), outerLimitMs);
  });
  try {
    return await Promise.race([work, limit]);
  } finally {
    clearTimeout(timer);
  }
}
