import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import type { Tool } from '../src/index.ts';
import {
  createToolRegistry,
  isToolDefinitionError,
  sanitiseToolName,
  toolsFor,
} from '../src/index.ts';
import { call, errorOf, toolThat } from './support.ts';

function named(...names: string[]): Tool[] {
  return names.map((name) => toolThat(() => name, name));
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

describe('createToolRegistry', () => {
  it('lists tools sorted by name, whatever order they came in', () => {
    const one = createToolRegistry({ tools: named('b', 'a', 'c') });
    const other = createToolRegistry({ tools: named('c', 'b', 'a') });
    expect([...one.tools.keys()]).toEqual(['a', 'b', 'c']);
    expect([...other.tools.keys()]).toEqual(['a', 'b', 'c']);
  });

  it('keeps a tool as the object that was given, further properties included', () => {
    const extended = { ...toolThat(() => 1), agent: () => 'sub' };
    expect(createToolRegistry({ tools: [extended] }).tools.get('probe')).toBe(extended);
  });

  it('PROV-053: refuses two tools of one name; neither replaces the other', () => {
    expect(codeOf(() => createToolRegistry({ tools: named('find', 'find') }))).toBe(
      'duplicate_name',
    );
  });

  it('PROV-052: refuses two names that a provider could not tell apart', () => {
    expect(sanitiseToolName('read file')).toBe(sanitiseToolName('read.file'));
    expect(codeOf(() => createToolRegistry({ tools: named('read file', 'read.file') }))).toBe(
      'name_collision',
    );
    expect(codeOf(() => createToolRegistry({ tools: named('read file') }))).toBe('accepted');
  });

  it('T7: refuses a control word that came in by spreading', () => {
    const renamed = { ...toolThat(() => 1), name: 'give_up' };
    expect(codeOf(() => createToolRegistry({ tools: [renamed] }))).toBe('reserved_name');
  });

  it('refuses a tool that needs a context when none is given, also where the types do not tell', () => {
    const needing = toolsFor<{ user: string }>()({
      name: 'whoami',
      description: 'Says who.',
      input: z.object({}),
      effect: 'pure',
      execute: (_args, { context }) => context.user,
    });
    const tools: Tool[] = [{ ...needing }, ...named('a')];
    expect(codeOf(() => createToolRegistry({ tools }))).toBe('missing_context');
    expect(() => createToolRegistry({ tools })).toThrow('these tools need one: "whoami"');
    expect(codeOf(() => createToolRegistry({ tools, context: { user: 'ada' } }))).toBe('accepted');
    expect(codeOf(() => createToolRegistry({ tools, allow: ['a'] }))).toBe('accepted');
  });

  it('refuses what is no tool at all', () => {
    const nothing = undefined as unknown as Tool;
    expect(codeOf(() => createToolRegistry({ tools: [nothing] }))).toBe('invalid_name');
  });

  it('refuses to allow a tool that it does not have, and says which there are', () => {
    expect(() => createToolRegistry({ tools: named('a', 'b'), allow: ['c'] })).toThrow(/a, b/);
  });

  it.each([
    ['maxObservationChars', NaN],
    ['maxObservationChars', 99],
    ['maxObservationChars', Infinity],
    ['maxValueChars', 0],
    ['maxValueChars', 1.5],
    ['retryDelayMs', -1],
    ['retryDelayMs', NaN],
  ])('refuses %s: %s', (option, value) => {
    expect(codeOf(() => createToolRegistry({ tools: [], [option]: value }))).toBe('invalid_option');
  });

  it('TOOL-004: neither lists nor calls a tool outside the allowed ones', async () => {
    let calls = 0;
    const wipe = toolThat(() => ++calls, 'wipe');
    const registry = createToolRegistry({ tools: [...named('find'), wipe], allow: ['find'] });
    const observation = await registry.dispatch(call('wipe'));
    expect([...registry.tools.keys()]).toEqual(['find']);
    expect(errorOf(observation).code).toBe('unknown_tool');
    expect(errorOf(observation).message).not.toContain('wipe');
    expect(calls).toBe(0);
  });

  it.each(['toString', '__proto__', 'constructor', 'hasOwnProperty'])(
    'TOOL-009: %s is not a tool just because every object has it',
    async (name) => {
      const registry = createToolRegistry({ tools: named('find') });
      expect(registry.tools.get(name)).toBeUndefined();
      expect(errorOf(await registry.dispatch(call(name))).code).toBe('unknown_tool');
    },
  );

  it('TOOL-009: a tool may bear such a name', async () => {
    const registry = createToolRegistry({ tools: named('toString') });
    expect((await registry.dispatch(call('toString'))).text).toBe('toString');
  });

  it('says a refusal that was decided elsewhere, on one line and capped', () => {
    const registry = createToolRegistry({ tools: [], maxObservationChars: 200 });
    const observation = registry.refuse('pay', {
      type: 'CallLimit',
      class: 'quota',
      code: 'call_limit',
      message: `the limit was reached\n${'x'.repeat(500)}`,
    });
    expect(observation.text.startsWith('ERROR[pay]: CallLimit: the limit was reached x')).toBe(
      true,
    );
    expect(observation.text.length).toBeLessThanOrEqual(200);
    expect(errorOf(observation)).toMatchObject({ class: 'quota', code: 'call_limit' });
  });

  it('E7: refuses an option of another name: a rule that is misspelt must not let every call pass', () => {
    const misspelt = { tools: [], authorize: () => false };
    expect(() => createToolRegistry(misspelt)).toThrow(
      /A tool registry has no option "authorize"\. The options are tools, .*authorise/,
    );
  });
});
