import type { Model, ModelReply, ModelRequest, Run, Step } from '@loopwright/agent-run';
import type { Parsed, StepFormat } from './step-format.ts';

/** What a decision is made from. */
export type DecideContext = {
  run: Run;
  request: ModelRequest;
  format: StepFormat;
  toolNames: readonly string[];
};

/** The next step: what was said and what it means. */
export type Decision = { reply: ModelReply; parsed: Parsed };

/** Thinks and chooses: the reasoner and the action selector together. */
export type Decide = (context: DecideContext) => Promise<Decision>;

/** Chooses an action for a thought by rules, without a model. */
export type SelectAction = (
  thought: string,
  context: { task: string; steps: readonly Step[]; toolNames: readonly string[] },
) => Parsed;

/** One actor call that holds thought and action. */
export const decideByActor: Decide = async ({ run, request, format, toolNames }) => {
  const reply = await run.think(request, 'actor');
  return { reply, parsed: format.read(reply, toolNames) };
};

/** The actor thinks; a smaller model, or rules, choose the action. */
export function decideBySelector(selector: Model | SelectAction): Decide {
  return async (context) => {
    const { run, request, format, toolNames } = context;
    const thought = await run.think(request, 'actor');
    if (typeof selector === 'function') {
      const { task, steps } = run;
      return { reply: thought, parsed: selector(thought.text, { task, steps, toolNames }) };
    }
    const messages = [...request.messages, choiceOf(thought)];
    const reply = await run.think({ ...request, messages }, 'selector');
    // What a provider signed is for the model that said it; the conversation goes on with the actor.
    const { opaque: _, ...readable } = reply;
    return { reply: readable, parsed: format.read(reply, toolNames) };
  };
}

function choiceOf(thought: ModelReply) {
  const block = `The next thought is:\n${thought.text}\nWrite the step that it asks for.\n`;
  return { role: 'user', blocks: [block] } as const;
}
