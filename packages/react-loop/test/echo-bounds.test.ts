import type { Model, ModelRequest } from '@loopwright/agent-run';
import { createToolRegistry } from '@loopwright/tool-registry';
import { describe, expect, it } from 'vitest';
import {
  jsonFormat,
  nativeFormat,
  type ReactOptions,
  rebuildScratchpad,
  runReact,
  textFormat,
} from '../src/index.ts';
import {
  blocksOf,
  called,
  calls,
  callsOf,
  countingTool,
  expectPaired,
  resultsOf,
  runNative,
} from './native-support.ts';
import { action } from './support.ts';

const long = 'n'.repeat(100_000);
const hostile = [
  ['text', textFormat, action(long, { p: 1 })],
  ['json', jsonFormat, JSON.stringify({ action: long, action_input: { p: 1 } })],
  ['native', nativeFormat, calls(called(long, { p: 1 }))],
] as const;

/** The requests of a run whose model says the same in every step, and how it ended. */
async function repeat(
  said: string | ReturnType<typeof calls>,
  options: Partial<ReactOptions> & Pick<ReactOptions, 'format'>,
) {
  const requests: ModelRequest[] = [];
  const model: Model = {
    id: 'hostile',
    async generate(request) {
      requests.push(request);
      return typeof said === 'string' ? { text: said } : said;
    },
  };
  const page = countingTool('page', ({ p }) => `page ${p}`);
  const result = await runReact({
    task: 'Read.',
    model,
    tools: createToolRegistry({ tools: [page.tool] }),
    keepSteps: 3,
    limits: { maxSteps: 12, maxToolCalls: 9_999 },
    ...{ loop: false, progress: false, errorLimit: false },
    ...options,
  });
  const largest = Math.max(...requests.map(({ messages }) => JSON.stringify(messages).length));
  return { result, requests, largest };
}

describe('the echo of a hostile step', () => {
  it.each(hostile)(
    'R15: shows 64 characters of a name that no tool has (%s)',
    async (_, format, said) => {
      const { result, requests, largest } = await repeat(said, { format });
      expect(result.steps).toHaveLength(12);
      expect(JSON.stringify(requests.at(-1)!.messages)).toContain(
        `"${long.slice(0, 64)}"`.slice(1, -1),
      );
      // Seven steps: their names, what the registry says of each, and the lines of the others.
      expect(largest).toBeLessThan(12_000);
    },
  );

  it('R15: shows the calls that a native step can hold, and of the others one line', async () => {
    const said = calls(...Array.from({ length: 500 }, (_, p) => called('page', { p })));
    const { result, requests, largest } = await repeat(said, { format: nativeFormat });
    expect(result.steps[0]?.calls).toHaveLength(500);
    expect(largest).toBeLessThan(40_000);
    const second = requests[1]!;
    expectPaired(second.messages);
    expect([callsOf(second).length, resultsOf(second).length]).toEqual([16, 16]);
    expect(blocksOf(second).at(-1)).toMatch(
      /^Note: 16 calls a step; 484 more not started: page\(\{"p":16\}\); .*page\(\{"p":35\}\); …\n$/,
    );
  });

  it('R15: opaque content keeps all the calls it belongs to', async () => {
    const many = calls(...Array.from({ length: 20 }, (_, p) => called('page', { p })));
    const { last } = await runNative([{ ...many, opaque: 'signed' }, 'x']);
    expect([callsOf(last).length, resultsOf(last).length]).toEqual([20, 20]);
    expect(blocksOf(last)).toEqual(['Task: Find out.\n']);
  });

  it.each([
    ['text', textFormat, 1],
    ['json', jsonFormat, 1],
    ['native', nativeFormat, 16],
  ] as const)('R15: holds for calls that rules chose (%s)', async (_, format, shown) => {
    const chosen = Array.from({ length: 500 }, (_, p) => ({
      tool: p === 0 ? long : 'page',
      args: { p },
    }));
    const { result, requests, largest } = await repeat('I look at all.', {
      format,
      selector: (thought) => ({ kind: 'calls', thought, calls: chosen, flags: [] }),
    });
    const seen = blocksOf(requests[1]!).join('');
    expect(seen.match(/Observation: /g)).toHaveLength(shown);
    expect(seen).toContain(`${500 - shown} more not started: page({"p":${shown}}); `);
    expect(largest).toBeLessThan(50_000);
    if (format === textFormat) {
      const acted = rebuildScratchpad('Read.', result.steps.slice(0, 11), { keepSteps: 3 });
      expect(acted).toBe(blocksOf(requests[11]!).join(''));
    }
  });
});
