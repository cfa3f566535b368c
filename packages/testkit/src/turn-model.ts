import type { Model, ModelReply, ModelRequest } from '@loopwright/agent-run';
import type { JsonObject } from '@loopwright/core-parser';
import { countObservations } from './read-request.ts';

type Turn = string | (Partial<ModelReply> & { text: string });

/**
 * A model that answers by how many steps the request shows; the last turn is repeated. A pure function of the request:
 * when it is asked again in another life of a run it says the same.
 */
export function turnModel(turns: readonly Turn[], options: { id?: string } = {}): Model {
  return pureModel((request) => turns[Math.min(countObservations(request), turns.length - 1)]!, {
    id: options.id ?? 'turns',
  });
}

/** A model made of a function of the request. */
export function pureModel(
  answer: (request: ModelRequest) => Turn,
  options: { id?: string } = {},
): Model {
  return {
    id: options.id ?? 'pure',
    async generate(request) {
      const turn = answer(request);
      return typeof turn === 'string' ? { text: turn } : turn;
    },
  };
}

/** A step in the text form. */
export function actionText(tool: string, args: JsonObject, thought = 'next'): string {
  return `Thought: ${thought}\nAction: ${tool}\nAction Input: ${JSON.stringify(args)}`;
}

/** A step in the JSON form. */
export function actionJson(tool: string, args: JsonObject, thought = 'next'): string {
  return JSON.stringify({ thought, action: tool, action_input: args });
}

/** The end of a run in the text form. */
export function finalText(answer: string): string {
  return `Thought: the answer is in hand\nFinal Answer: ${answer}`;
}
