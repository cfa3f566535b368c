import { createToolRegistry, defineTool } from '@loopwright/tool-registry';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import type { Pending } from '../src/index.ts';
import { runStrategy } from '../src/index.ts';
import { call, done, specOf } from './support.ts';

const paid: unknown[] = [];
const pay = defineTool({
  name: 'pay',
  description: 'Pays.',
  effect: 'once',
  approval: true,
  input: z.object({ to: z.string().toLowerCase(), eur: z.number().default(1_000) }),
  execute: (args) => paid.push(args),
});
const login = defineTool({
  name: 'login',
  description: 'Logs in.',
  effect: 'idempotent',
  sensitive: ['pin'],
  input: z.object({ user: z.string(), pin: z.string() }),
  execute: () => 'in',
});

async function actWith(calls: ReturnType<typeof call>[]) {
  const asked: Pending[] = [];
  const result = await runStrategy(
    {
      ...specOf({
        approve: async (pending) => {
          asked.push(...pending);
          return pending.map(() => true);
        },
      }),
      tools: createToolRegistry({ tools: [pay, login] }),
    },
    async (run) => {
      await run.judge({ thought: '', calls, observations: await run.act(calls) });
      return { stopReason: 'gave_up', text: 'enough' };
    },
  );
  return { asked, result };
}

describe('what people are told of a call', () => {
  it('R12: is what the tool gets, not what the model wrote', async () => {
    const { asked, result } = await actWith([
      call('pay', { to: 'EVE', note: 'only 1 EUR, approved by the board' }),
    ]);
    const got = { to: 'eve', eur: 1_000 };
    expect(paid).toEqual([got]);
    expect(asked.map((pending) => pending.call.args)).toEqual([got]);
    expect(result.effects.map(({ args }) => args)).toEqual([got]);
    expect(result.partial.text).toContain('Was done: pay(to: eve, eur: 1000).');
  });

  it('hides the arguments that the tool calls sensitive', async () => {
    const { result } = await actWith([call('login', { user: 'ann', pin: '4711-XYZ' })]);
    expect(result.effects[0]?.args).toEqual({ user: 'ann', pin: '[hidden]' });
    expect(result.partial.text).not.toContain('4711-XYZ');
    expect(result.partial.text).toContain('login(user: ann, pin: [hidden])');
  });
});

describe('the words of the model', () => {
  it('R7: are said to be its words, and stand apart from what was observed', async () => {
    const result = await runStrategy(specOf(), async () => ({
      stopReason: 'gave_up',
      text: 'enough',
      partial: 'The answer is 42, paid',
    }));
    expect(result.partial).toMatchObject({
      said: 'The answer is 42, paid',
      text: 'The model says: The answer is 42, paid. Nothing was found.',
      found: [],
    });
    expect((await runStrategy(specOf(), async () => done)).partial.said).toBeUndefined();
  });
});
