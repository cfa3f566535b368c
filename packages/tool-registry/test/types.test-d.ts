import type { Json } from '@loopwright/core-parser';
import { expectTypeOf } from 'vitest';
import { z } from 'zod';
import type { Tool, ToolRegistry } from '../src/index.ts';
import { createToolRegistry, defineTool, toolFailure, toolsFor } from '../src/index.ts';

type Bank = { userId: string };
type Mail = { address: string };

const plain = defineTool({
  name: 'plain',
  description: 'Needs no context.',
  input: z.object({ n: z.string().transform(Number), word: z.string().default('') }),
  effect: 'pure',
  approval: (args) => args.n > 1,
  signature: (args): Json => args.word,
  execute: (args, { signal, idempotencyKey, context }) => {
    expectTypeOf(args).toEqualTypeOf<{ n: number; word: string }>();
    expectTypeOf(signal).toEqualTypeOf<AbortSignal>();
    expectTypeOf(idempotencyKey).toEqualTypeOf<string>();
    expectTypeOf(context).toEqualTypeOf<unknown>();
  },
});
expectTypeOf(plain).toEqualTypeOf<Tool<{ n: number; word: string }, unknown>>();

const pay = toolsFor<Bank>()({
  name: 'pay',
  description: 'Needs the bank.',
  input: z.object({ cents: z.number() }),
  effect: 'once',
  execute: (args, { context }) => {
    expectTypeOf(args).toEqualTypeOf<{ cents: number }>();
    expectTypeOf(context).toEqualTypeOf<Bank>();
  },
});

const send = toolsFor<Mail>()({
  name: 'send',
  description: 'Needs the mail.',
  input: z.object({}),
  effect: 'once',
  execute: (_args, { context }) => context.address,
});

// Every tool is a Tool, and further properties may be added.
expectTypeOf(plain).toExtend<Tool>();
expectTypeOf(pay).toExtend<Tool>();
const extended = { ...pay, agent: () => 'sub' };
expectTypeOf(extended).toExtend<Tool>();

// @ts-expect-error the other codes are the dispatcher's
toolFailure({ message: 'x', code: 'aborted' });

// @ts-expect-error an effect must be said
defineTool({ name: 'x', description: 'x', input: z.object({}), execute: () => 1 });

// @ts-expect-error an effect is one of three words
defineTool({ name: 'x', description: 'x', input: z.object({}), effect: 'twice', execute: () => 1 });

// @ts-expect-error an input is a Standard Schema
defineTool({ name: 'x', description: 'x', input: {}, effect: 'pure', execute: () => 1 });

expectTypeOf(createToolRegistry({ tools: [plain] })).toEqualTypeOf<ToolRegistry>();
createToolRegistry({ tools: [plain, pay], context: { userId: 'u1' } });
createToolRegistry({ tools: [plain, pay, send], context: { userId: 'u1', address: 'a' } });
createToolRegistry({ tools: [extended], context: { userId: 'u1' } });

// @ts-expect-error a tool needs a context
createToolRegistry({ tools: [plain, pay] });

// @ts-expect-error an extended tool still needs it
createToolRegistry({ tools: [extended] });

// @ts-expect-error it is the wrong one
createToolRegistry({ tools: [pay], context: { userId: 1 } });

// @ts-expect-error it serves only one of the two
createToolRegistry({ tools: [pay, send], context: { userId: 'u1' } });

// A list that was made elsewhere asks for the same.
const list = [plain, pay];
createToolRegistry({ tools: list, context: { userId: 'u1' } });
// @ts-expect-error a list needs what its tools need
createToolRegistry({ tools: list });

// Tools whose types were erased ask for nothing.
const erased: readonly Tool[] = list;
createToolRegistry({ tools: erased });

createToolRegistry({
  tools: [pay, send],
  context: { userId: 'u', address: 'a' },
  authorise: ({ context }) => {
    expectTypeOf(context).toEqualTypeOf<Bank & Mail>();
    return true;
  },
});
createToolRegistry({
  tools: [plain],
  authorise: ({ context }) => {
    expectTypeOf(context).toEqualTypeOf<unknown>();
    return true;
  },
});
createToolRegistry({
  tools: [pay] as Tool[],
  context: { userId: 'u' },
  authorise: ({ context }) => {
    expectTypeOf(context).toEqualTypeOf<unknown>();
    return true;
  },
});
