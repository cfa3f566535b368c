import { toJson } from '@loopwright/core-parser';
import { notStarted } from '@loopwright/tool-registry';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Run, RunResult } from '../src/index.ts';
import { runStrategy } from '../src/index.ts';
import { call, echo, payTool, type SpecOptions, specOf, stepWith, tool } from './support.ts';

/** The partial result of a run that does this and then reaches its limit. */
async function partialOf(
  body: (run: Run) => Promise<unknown>,
  options: SpecOptions = {},
): Promise<RunResult<unknown>['partial']> {
  const { partial } = await runStrategy(specOf(options), async (run) => {
    await body(run);
    return { stopReason: 'max_steps', text: 'the limit' };
  });
  return partial;
}

const failing = (name: string) =>
  tool(name, 'pure', () => {
    throw new Error('not found');
  });

describe('the partial result', () => {
  it('R8: is never empty', async () => {
    expect(await partialOf(async () => {})).toEqual({
      text: 'Nothing was found.',
      found: [],
      missing: [],
    });
  });

  it('LOOP-005, R8: carries what was observed, each value once, in the order of the steps', async () => {
    const partial = await partialOf(async (run) => {
      await stepWith(run, call('echo', { fact: 1 }), call('echo', { fact: 2 }));
      await stepWith(run, call('echo', { fact: 1 }));
      await stepWith(run, call('echo', { fact: 3 }));
    });
    expect(partial.found).toEqual([{ fact: 1 }, { fact: 2 }, { fact: 3 }]);
    expect(partial.text).toBe(
      'Found echo(fact: 1): {"fact":1}; echo(fact: 2): {"fact":2}; echo(fact: 3): {"fact":3}.',
    );
  });

  it('R12: says how many subtasks are done', async () => {
    const partial = await partialOf(async (run) => {
      run.progress({ done: 3, total: 5 });
      await stepWith(run, call('echo', { fact: 1 }));
    });
    expect(partial.text).toBe('Completed 3 of 5 subtasks. Found echo(fact: 1): {"fact":1}.');
    expect(partial.subtasks).toEqual({ done: 3, total: 5 });
  });

  it('R12: says what could not be determined and what kind of failure it was, not its text', async () => {
    const partial = await partialOf((run) => stepWith(run, call('lookup', { of: 'atlantis' })), {
      tools: [failing('lookup')],
    });
    expect(partial.missing).toEqual(['lookup(of: atlantis) (Error)']);
    expect(partial.text).toBe(
      'Nothing was found. Could not determine: lookup(of: atlantis) (Error).',
    );
  });

  it('R12: what failed and then succeeded is not missing', async () => {
    let calls = 0;
    const shaky = tool('shaky', 'pure', () => (++calls === 1 ? notStarted('busy') : 'ok'));
    const partial = await partialOf(
      async (run) => {
        await stepWith(run, call('shaky'));
        await stepWith(run, call('shaky'));
      },
      { tools: [shaky] },
    );
    expect(partial.missing).toEqual([]);
  });

  it('R12: what was no call cannot be missing', async () => {
    const partial = await partialOf((run) =>
      stepWith(run, call('nothing'), { ...call('echo'), unreadable: 'cut off' }),
    );
    expect(partial.missing).toEqual([]);
  });

  it('R12: what was asked of a tool and refused is missing, until it is asked again', async () => {
    const refused = { ...call('echo', { fact: 1 }), unreadable: 'the last step makes no call' };
    const unknown = { ...call('nothing', { fact: 1 }), unreadable: 'refused' };
    const partial = await partialOf((run) => stepWith(run, refused, unknown));
    expect(partial.missing).toEqual(['echo(fact: 1) (UnreadableCall)']);
    const mended = await partialOf(async (run) => {
      await stepWith(run, refused);
      await stepWith(run, call('echo', { fact: 1 }));
    });
    expect(mended.missing).toEqual([]);
  });

  it('R12: what the strategy itself calls missing replaces the guess', async () => {
    const partial = await partialOf(
      async (run) => {
        run.progress({ missing: ['the population'] });
        await stepWith(run, call('lookup'));
      },
      { tools: [failing('lookup')] },
    );
    expect(partial.text).toBe('Nothing was found. Could not determine: the population.');
  });

  it('R12: tells what happened in the world, what did not, and what may have', async () => {
    const { pay } = payTool();
    const lost = tool('send', 'once', () => {
      throw new Error('connection reset');
    });
    const early = tool('book', 'once', () => notStarted('closed'));
    const partial = await partialOf(
      (run) => stepWith(run, call('pay', { eur: 5 }), call('send'), call('book')),
      { tools: [pay, lost, early] },
    );
    expect(partial.text).toContain('Was done: pay(eur: 5).');
    expect(partial.text).toContain('Was not started: book().');
    expect(partial.text).toContain('May or may not have been done: send().');
  });

  it('R12: tells of effects even when the run is solved', async () => {
    const { pay } = payTool();
    const { partial } = await runStrategy(specOf({ tools: [pay] }), async (run) => {
      await stepWith(run, call('pay'));
      return { stopReason: 'final', answer: 'Done.' };
    });
    expect(partial.text).toBe('Done. Was done: pay().');
  });

  it('R12: an answer that ends without a full stop gets one where effects follow, and none else', async () => {
    const partialFor = async (answer: string, calls: number) => {
      const { pay } = payTool();
      const result = await runStrategy(specOf({ tools: [pay] }), async (run) => {
        if (calls > 0) await stepWith(run, call('pay', { eur: 20 }));
        return { stopReason: 'final', answer };
      });
      return result.partial.text;
    };
    expect(await partialFor('564 million USD', 0)).toBe('564 million USD');
    expect(await partialFor('564 million USD', 1)).toBe('564 million USD. Was done: pay(eur: 20).');
    expect(await partialFor('All paid!', 1)).toBe('All paid! Was done: pay(eur: 20).');
  });

  it('R12: tells calls in words: what was asked by name, texts on one line and as they are', async () => {
    const partial = await partialOf((run) =>
      stepWith(
        run,
        call('echo', { city: 'Oslo\n and Bergen', days: [1, 2], deep: { on: true } }),
        call('echo'),
      ),
    );
    expect(partial.text).toBe(
      'Found echo(city: Oslo and Bergen, days: [1,2], deep: {"on":true}): ' +
        '{"city":"Oslo\\n and Bergen","days":[1,2],"deep":{"on":true}}; echo(): {}.',
    );
  });

  it('R12: what failed is told without the text of its error, which may say anything', async () => {
    const leaky = tool('lookup', 'pure', () => {
      throw new RangeError('no row for key sk-12345');
    });
    const partial = await partialOf((run) => stepWith(run, call('lookup', { of: 'atlantis' })), {
      tools: [leaky],
    });
    expect(partial.missing).toEqual(['lookup(of: atlantis) (RangeError)']);
    expect(partial.text).not.toContain('sk-12345');
  });

  it('shows the last ten findings, each on one line and capped', async () => {
    const story = tool('story', 'pure', (args) => `part ${args.n}\n${'x'.repeat(1_000)}`);
    const partial = await partialOf(
      async (run) => {
        for (let n = 1; n <= 13; n++) await stepWith(run, call('story', { n }));
      },
      { tools: [story], limits: { maxSteps: 20 } },
    );
    expect(partial.found).toHaveLength(13);
    expect(partial.text).toContain('story(n: 4): part 4 xxx');
    expect(partial.text).not.toContain('story(n: 3)');
    expect(partial.text).toContain('; and 3 earlier.');
    expect(partial.text.length).toBeLessThan(10 * 250);
  });

  it('R8: has only what a tool said, whatever the tools say', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(fc.jsonValue(), { maxLength: 4 }), async (values) => {
        const say = tool('say', 'pure', (args) => args.value);
        const partial = await partialOf(
          async (run) => {
            for (const value of values) {
              await stepWith(run, call('say', { value: value as never }));
            }
          },
          { tools: [say] },
        );
        expect(partial.text.trim()).not.toBe('');
        const texts = values.map((value) => JSON.stringify(toJson(value)));
        for (const found of partial.found) expect(texts).toContain(JSON.stringify(found));
      }),
      { numRuns: 40 },
    );
  });
});

it('R12: a suspended run tells what was achieved so far', async () => {
  const { pay } = payTool({ approval: true });
  const result = await runStrategy(specOf({ tools: [echo, pay] }), async (run) => {
    run.progress({ done: 1, total: 2 });
    await stepWith(run, call('echo', { fact: 1 }));
    await stepWith(run, call('pay'));
    return { stopReason: 'final', answer: 'never' };
  });
  expect(result.status).toBe('suspended');
  expect(result.partial.text).toBe('Completed 1 of 2 subtasks. Found echo(fact: 1): {"fact":1}.');
});
