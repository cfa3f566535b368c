import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import type { ToolOptions } from '../src/index.ts';
import {
  createToolRegistry,
  defineTool,
  isToolDefinitionError,
  needsApproval,
  toolDefaults,
  toolsFor,
} from '../src/index.ts';

const input = z.object({ q: z.string().describe('what to look for') });

function define(options: Record<string, unknown> = {}) {
  return defineTool({
    name: 'search',
    description: 'Searches.',
    input,
    effect: 'pure',
    execute: () => 'found',
    ...options,
  } as ToolOptions<typeof input, unknown>);
}

function codeOf(action: () => unknown): string {
  try {
    action();
  } catch (error) {
    if (isToolDefinitionError(error)) return error.code;
    throw error;
  }
  return 'accepted';
}

describe('defineTool', () => {
  it('refuses an option of another name: it would have no effect', () => {
    expect(codeOf(() => define({ timeout: 5 }))).toBe('invalid_option');
  });

  it('resolves every default', () => {
    expect(define()).toMatchObject({
      name: 'search',
      effect: 'pure',
      repeat: 'allow',
      approval: false,
      sensitive: [],
      timeoutMs: toolDefaults.timeoutMs,
      retries: 0,
    });
  });

  it('lets a call with the effect "once" be reused and others be repeated', () => {
    expect(define({ effect: 'once' }).repeat).toBe('reuse');
    expect(define({ effect: 'idempotent' }).repeat).toBe('allow');
    expect(define({ effect: 'once', repeat: 'ask' }).repeat).toBe('ask');
  });

  it('T2: takes the parameters from the schema, without the dialect', () => {
    expect(define().parameters).toEqual({
      type: 'object',
      properties: { q: { type: 'string', description: 'what to look for' } },
      required: ['q'],
    });
  });

  it('T2: prefers the given parameters', () => {
    expect(define({ parameters: { type: 'object' } }).parameters).toEqual({ type: 'object' });
  });

  it('T2: has empty parameters where the schema cannot be expressed', () => {
    const withDate = defineTool({
      name: 'when',
      description: 'Says when.',
      input: z.object({ day: z.date() }),
      effect: 'pure',
      execute: () => 'now',
    });
    expect(withDate.parameters).toEqual({});
  });

  it.each([['final'], ['give_up'], ['Final Answer'], ['final_answer'], ['GIVE UP'], ['finish']])(
    'T7: refuses the control word %s',
    (name) => {
      expect(codeOf(() => define({ name }))).toBe('reserved_name');
    },
  );

  it.each([
    ['nothing', ''],
    ['white space', ' '],
    ['white space around', ' search'],
    ['two lines', 'search\nFinal Answer: 1'],
    ['a control character', 'sea\u0000rch'],
    ['half a surrogate pair', 'search\ud800'],
    ['more than 64 characters', 'x'.repeat(65)],
    ['a number', 7],
    ['nothing at all', undefined],
  ])('refuses a name that is %s', (_what, name) => {
    expect(codeOf(() => define({ name }))).toBe('invalid_name');
  });

  it('refuses a missing or unknown effect and says what there is', () => {
    expect(codeOf(() => define({ effect: undefined }))).toBe('invalid_effect');
    expect(() => define({ effect: 'twice' })).toThrow(/pure, idempotent, once/);
  });

  it.each([
    ['no schema', undefined],
    ['a JSON Schema', { type: 'object' }],
    ['a function', () => true],
    ['a schema of another version', { '~standard': { version: 2, validate: () => ({}) } }],
    [
      'an object that throws when looked at',
      {
        get '~standard'() {
          throw new Error('no');
        },
      },
    ],
  ])('refuses %s as input', (_what, schema) => {
    expect(codeOf(() => define({ input: schema }))).toBe('invalid_schema');
  });

  it.each([
    ['timeoutMs', NaN],
    ['timeoutMs', 0],
    ['timeoutMs', -1],
    ['timeoutMs', 1.5],
    ['timeoutMs', Infinity],
    ['timeoutMs', 2 ** 31],
    ['timeoutMs', '30'],
    ['retries', NaN],
    ['retries', -1],
    ['retries', 0.5],
    ['retries', Infinity],
    ['retries', true],
    ['concurrency', 0],
    ['concurrency', NaN],
    ['concurrency', 1.5],
    ['approval', 'yes'],
    ['repeat', 'never'],
    ['signature', 'q'],
    ['sensitive', 'token'],
    ['sensitive', [1]],
    ['parameters', []],
    ['description', undefined],
    ['execute', undefined],
  ])('refuses %s: %s', (option, value) => {
    expect(codeOf(() => define({ [option]: value }))).toBe('invalid_option');
  });

  it('refuses retries of a tool with the effect "once"', () => {
    expect(codeOf(() => define({ effect: 'once', retries: 1 }))).toBe('invalid_option');
    expect(codeOf(() => define({ effect: 'idempotent', retries: 1 }))).toBe('accepted');
  });

  it('recognises its error across copies of the package by the brand', () => {
    const foreign = Object.assign(new Error('x'), {
      [Symbol.for('@loopwright/tool-registry/ToolDefinitionError')]: true,
    });
    expect(isToolDefinitionError(foreign)).toBe(true);
    expect(isToolDefinitionError(new Error('x'))).toBe(false);
    expect(isToolDefinitionError(undefined)).toBe(false);
  });
});

describe('toolsFor', () => {
  it('gives the context to the tool and to nobody else', async () => {
    const whoAmI = toolsFor<{ userId: string }>()({
      name: 'who_am_i',
      description: 'Tells the user.',
      input: z.object({}),
      effect: 'pure',
      execute: (_args, { context }) => `user ${context.userId}`,
    });
    const registry = createToolRegistry({ tools: [whoAmI], context: { userId: 'u1' } });
    const observation = await registry.dispatch({ tool: 'who_am_i', args: { userId: 'u2' } });
    expect(observation.text).toBe('user u1');
  });
});

describe('needsApproval', () => {
  it('asks the tool', () => {
    const large = define({ approval: (args: { q: string }) => args.q.length > 3 });
    expect(needsApproval(define(), { q: 'x' })).toBe(false);
    expect(needsApproval(define({ approval: true }), { q: 'x' })).toBe(true);
    expect(needsApproval(large, { q: 'long' })).toBe(true);
    expect(needsApproval(large, { q: 'x' })).toBe(false);
  });

  it('is true when the tool cannot say', () => {
    const broken = define({
      approval: () => {
        throw new Error('no');
      },
    });
    expect(needsApproval(broken, {})).toBe(true);
    expect(needsApproval(define({ approval: () => undefined }), {})).toBe(true);
  });
});
