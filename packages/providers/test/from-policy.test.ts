import type { ModelRequest } from '@loopwright/agent-run';
import { describe, expect, it } from 'vitest';
import { fromPolicy } from '../src/index.ts';

const options = { signal: new AbortController().signal, onDelta: () => {} };

describe('fromPolicy', () => {
  it('R1: gives the policy the conversation as one text, without the system prompt', async () => {
    const request: ModelRequest = {
      system: 'secret rules',
      messages: [
        { role: 'user', blocks: ['Task: t\n', 'Observation: 1\n'] },
        { role: 'assistant', text: 'said', toolCalls: [] },
        { role: 'tool', id: 'a', text: 'result' },
      ],
    };
    const model = fromPolicy(async (scratchpad) => `<${scratchpad}>`);
    expect(await model.generate(request, options)).toEqual({
      text: '<Task: t\nObservation: 1\nsaid\nresult>',
    });
    expect(model.id).toBe('policy');
    expect(fromPolicy(() => '', { id: 'mine' }).id).toBe('mine');
  });

  it('lets the failure of a policy be the failure of the call', async () => {
    const model = fromPolicy(() => {
      throw new Error('no idea');
    });
    await expect(model.generate({ system: '', messages: [] }, options)).rejects.toThrow('no idea');
  });
});
