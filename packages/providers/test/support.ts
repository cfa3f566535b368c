import type { Model, ModelReply, ModelRequest } from '@loopwright/agent-run';
import type { ModelCallError } from '../src/index.ts';

export const request: ModelRequest = {
  system: 'Be short.',
  messages: [{ role: 'user', blocks: ['Task: add\n', 'Hint: carefully\n'] }],
};

/** Asks a model once and keeps what it told while it answered. */
export async function ask(
  model: Model,
  asked: ModelRequest = request,
  signal: AbortSignal = new AbortController().signal,
) {
  const deltas: string[] = [];
  const reply = await model.generate(asked, { signal, onDelta: (text) => deltas.push(text) });
  return { reply: reply as ModelReply, deltas, shown: deltas.join('') };
}

/** The error that a call ends with. */
export async function failureOf(
  model: Model,
  asked: ModelRequest = request,
  signal?: AbortSignal,
): Promise<ModelCallError> {
  return ask(model, asked, signal).then(
    () => {
      throw new Error('the call did not fail');
    },
    (thrown: ModelCallError) => thrown,
  );
}
