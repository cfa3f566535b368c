import type { ModelRequest } from '@loopwright/agent-run';
import { describe, expect, it } from 'vitest';
import { scriptedModel } from '../src/scripted.ts';

const options = { signal: new AbortController().signal, onDelta: () => {} };
const request: ModelRequest = { system: 's', messages: [{ role: 'user', blocks: ['hello'] }] };

describe('scriptedModel', () => {
  it('gives its replies in order and remembers what it was asked', async () => {
    const model = scriptedModel([
      'one',
      { text: 'two', finish: 'length' },
      ({ messages }) => `three of ${messages.length}`,
    ]);
    expect(await model.generate(request, options)).toEqual({ text: 'one' });
    expect(await model.generate(request, options)).toEqual({ text: 'two', finish: 'length' });
    expect(await model.generate(request, options)).toEqual({ text: 'three of 1' });
    expect(model.requests).toEqual([request, request, request]);
    model.assertComplete();
  });

  it('throws the errors of the script', async () => {
    const model = scriptedModel([Object.assign(new Error('busy'), { retryable: true })]);
    await expect(model.generate(request, options)).rejects.toMatchObject({ retryable: true });
  });

  it('says so when it is asked more, or less, than the script holds', async () => {
    const model = scriptedModel(['one']);
    expect(() => model.assertComplete()).toThrow('has 1 replies and 0 were asked for');
    await model.generate(request, options);
    await expect(model.generate(request, options)).rejects.toMatchObject({
      message: 'Unexpected call 2: the script has 1 replies',
      retryable: false,
    });
  });
});
