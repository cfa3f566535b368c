import type { ModelRequest } from '@loopwright/agent-run';
import { describe, expect, it } from 'vitest';
import { withDebug, withRetry } from '../src/index.ts';
import { scriptedModel } from '../src/scripted.ts';

const request: ModelRequest = {
  system: 'Be brief.',
  messages: [
    { role: 'user', blocks: ['Task: tide?\n', 'Hint: 5.\n'] },
    {
      role: 'assistant',
      text: 'I look.',
      toolCalls: [{ id: 'a', name: 'tide', args: '{"hour":5}' }],
    },
    { role: 'tool', id: 'a', text: '105' },
  ],
  temperature: 0,
};

const options = { signal: new AbortController().signal, onDelta: () => {} };

describe('withDebug', () => {
  it('prints the whole prompt and the raw completion of each call', async () => {
    const printed: string[] = [];
    const model = withDebug(scriptedModel(['It is 105.', 'Done.']), {
      print: (text) => printed.push(text),
    });
    expect(await model.generate(request, options)).toMatchObject({ text: 'It is 105.' });
    await model.generate({ system: '', messages: [] }, options);
    expect(printed).toEqual([
      '--- prompt 1 of scripted ---\n[system]\nBe brief.\n[user]\nTask: tide?\nHint: 5.\n\n[assistant]\nI look.\n[call] tide {"hour":5}\n[tool a]\n105\n[settings]\n{"temperature":0}\n',
      '--- completion 1 of scripted ---\nIt is 105.\n',
      '--- prompt 2 of scripted ---\n[system]\n\n[settings]\n{}\n',
      '--- completion 2 of scripted ---\nDone.\n',
    ]);
  });

  it('prints a failure, and throws it on', async () => {
    const printed: string[] = [];
    const model = withDebug(scriptedModel([new Error('no signal')]), {
      print: (text) => printed.push(text),
    });
    await expect(model.generate(request, options)).rejects.toThrow('no signal');
    expect(printed[1]).toBe('--- failure 1 of scripted ---\nError: no signal\n');
  });

  it('is the same model, whatever print does', async () => {
    const model = { ...scriptedModel(['yes']), streams: true };
    const debugged = withDebug(model, {
      print: () => {
        throw new Error('closed');
      },
    });
    const later = withDebug(scriptedModel(['yes']), {
      print: () => Promise.reject(new Error('late')),
    });
    expect(await later.generate(request, options)).toMatchObject({ text: 'yes' });
    expect(debugged).toMatchObject({ id: 'scripted', streams: true });
    expect(withDebug(withRetry(model), { print: () => {} }).retries).toBe(true);
    expect(await debugged.generate(request, options)).toMatchObject({ text: 'yes' });
  });

  it('refuses what is no model, no function and no option', () => {
    const model = scriptedModel([]);
    for (const [given, bad] of [
      [{ id: 'x' }, { print: () => {} }],
      [model, {}],
      [model, { print: 'console' }],
      [model, { print: () => {}, printer: true }],
    ]) {
      expect(() => withDebug(given as never, bad as never)).toThrow(
        expect.objectContaining({ code: 'invalid_option' }),
      );
    }
  });

  it.each<[string, unknown]>([
    ['no list of calls', { text: 'a', toolCalls: null }],
    ['a call that is none', { text: 'a', toolCalls: [null] }],
    ['a finish that is no text', { text: 'a', finish: Symbol('stop') }],
    ['no reply at all', undefined],
  ])('changes nothing about %s', async (_, reply) => {
    const model = { id: 'm', generate: async () => reply as never };
    const shown = withDebug(model, { print: () => {} });
    expect(await shown.generate(request, options)).toBe(reply);
  });

  it('throws what was thrown, whatever it is, and asks whatever was asked', async () => {
    const thrown = Object.create(null);
    const model = { id: 'm', generate: () => Promise.reject(thrown) };
    const shown = withDebug(model, { print: () => {} });
    const odd = { ...request, temperature: 1n as unknown as number };
    await expect(shown.generate(odd, options)).rejects.toBe(thrown);
  });
});
