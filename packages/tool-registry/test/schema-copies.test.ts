import type { StandardSchemaV1 } from '@standard-schema/spec';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { z as zodMini } from 'zod/mini';
import { defineTool } from '../src/index.ts';
import { dispatchOne, errorOf } from './support.ts';

type Issue = { message: string; path?: unknown };

/** A schema as another library, or another copy of one, would make it: no class, no shared prototype. */
function foreignSchema<Output>(check: (value: unknown) => { value: Output } | { issues: Issue[] }) {
  const validate = (value: unknown) => Object.assign(Object.create(null), check(value));
  return Object.assign(Object.create(null), {
    '~standard': Object.assign(Object.create(null), { version: 1, vendor: 'foreign', validate }),
  });
}

function lengthOf(input: StandardSchemaV1<unknown, { word: string }>) {
  return defineTool({
    name: 'length',
    description: 'Counts the letters.',
    input,
    effect: 'pure',
    execute: ({ word }) => word.length,
  });
}

describe('TOOL-041: schemas are recognised by shape', () => {
  const foreign = foreignSchema((value) =>
    typeof (value as { word?: unknown }).word === 'string'
      ? { value: value as { word: string } }
      : { issues: [{ message: 'a word is needed', path: [{ key: 'word' }] }] },
  );

  it.each([
    ['zod', z.object({ word: z.string() })],
    ['another build of zod', zodMini.object({ word: zodMini.string() })],
    ['a library nobody knows', foreign],
  ])('%s validates', async (_what, input) => {
    const tool = lengthOf(input);
    expect(await dispatchOne(tool, { word: 'four' })).toMatchObject({ ok: true, value: 4 });
    const observation = await dispatchOne(tool, { word: 4 });
    expect(errorOf(observation).code).toBe('invalid_arguments');
    expect(errorOf(observation).message).toMatch(/^word: /);
  });

  it('a path of segments and the text of a foreign library are shown', async () => {
    const observation = await dispatchOne(lengthOf(foreign), { word: [] });
    expect(errorOf(observation).message).toBe('word: a word is needed (received array)');
  });

  it('a schema may be a function and may answer later', async () => {
    const schema: StandardSchemaV1<unknown, { word: string }> = Object.assign(() => {}, {
      '~standard': {
        version: 1 as const,
        vendor: 'foreign',
        validate: async (value: unknown) => ({ value: value as { word: string } }),
      },
    });
    const tool = lengthOf(schema);
    expect((await dispatchOne(tool, { word: 'four' })).text).toBe('4');
    expect(tool.parameters).toEqual({});
  });

  it.each([
    [
      'throws',
      () => {
        throw new TypeError('got {"word":"hunter2"}');
      },
    ],
    ['rejects', () => Promise.reject(new TypeError('got {"word":"hunter2"}'))],
    ['answers nothing', () => undefined],
    ['answers nothing later', async () => undefined],
    ['answers an empty object', () => ({})],
    ['answers nonsense', () => ({ issues: 'many', value: 1 })],
    ['answers issues without text', () => ({ issues: [null, {}, { path: 7 }] })],
    ['answers hostile paths', () => ({ issues: [{ message: 'x', path: [Symbol('s'), null] }] })],
  ])('one that %s is an observation', async (_what, validate) => {
    const input = { '~standard': { version: 1, vendor: 'foreign', validate } };
    const tool = lengthOf(input as unknown as StandardSchemaV1<unknown, { word: string }>);
    const observation = await dispatchOne(tool, { word: 'hunter2' });
    expect(errorOf(observation).code).toBe('invalid_arguments');
    expect(observation.text).not.toContain('hunter2');
    expect(observation.text).not.toContain('in time');
  });
});
