// For the OpenAI Agents SDK (`@openai/agents`), by the shape of its agents and items: nothing of it is imported.
import { requireOneOf } from '@loopwright/core-parser/option-checks';
import { listOf } from './list-of.ts';
import type { LoopGuardOptions } from './loop-guard.ts';
import type { LoopAdapterOptions, LoopVerdict } from './loop-judge.ts';
import { checkedAdapterOptions, createLoopJudge, hintText, stopText } from './loop-judge.ts';
import type { OpenAiAgentsItem } from './openai-agents-items.ts';
import { callOf, modelStepsOf } from './openai-agents-items.ts';
import type { OpenAiAgentsToolResult } from './openai-agents-runs.ts';
import { OpenAiAgentsRuns } from './openai-agents-runs.ts';

export type { LoopAdapterOptions, LoopVerdict } from './loop-judge.ts';
export type { OpenAiAgentsItem } from './openai-agents-items.ts';
export type { OpenAiAgentsToolResult } from './openai-agents-runs.ts';

/** An agent of the SDK, as far as it is used here. */
export type OpenAiAgent = {
  toolUseBehavior: unknown;
  on(
    event: 'agent_tool_start',
    listener: (context: object, tool: unknown, details: { readonly toolCall: unknown }) => void,
  ): unknown;
};

export type OpenAiAgentsStopOptions = LoopAdapterOptions & {
  /**
   * The final output of a run that was stopped. Default: `Stopped: ` and the verdict in words; an agent with an
   * `outputType` needs JSON of that type.
   */
  readonly finalText?: ((verdict: LoopVerdict) => string) | undefined;
};

/** What `toolUseBehavior` answers. */
type ToolUseOutcome =
  | { readonly isFinalOutput: false; readonly isInterrupted: undefined }
  | {
      readonly isFinalOutput: true;
      readonly isInterrupted: undefined;
      readonly finalOutput: string;
    };

type ToolUseFunction = (
  context: object,
  results: readonly OpenAiAgentsToolResult[],
) => ToolUseOutcome | Promise<ToolUseOutcome>;

/**
 * Makes the runs of an agent end when it goes round in circles (L1, L6), with a final output that says why, and returns
 * the agent. It listens to the agent and takes the place of its `toolUseBehavior`; a function that was there is asked
 * first, and an agent that stops on its first tool is left alone. Throws `invalid_options` as `loopGuard` does, and for
 * an agent with `stopAtToolNames`, which a function has to express.
 */
export function stopOnLoop<Agent extends OpenAiAgent>(
  agent: Agent,
  options: OpenAiAgentsStopOptions = {},
): Agent {
  const { onVerdict, finalText = stopText, ...guardOptions } = checkedAdapterOptions(options);
  const judge = createLoopJudge(guardOptions);
  const given = agent.toolUseBehavior;
  requireOneOf('toolUseBehavior', behaviorName(given), [
    'run_llm_again',
    'stop_on_first_tool',
    'a function',
  ]);
  if (given === 'stop_on_first_tool') return agent;
  const runs = new OpenAiAgentsRuns();
  agent.on('agent_tool_start', (context, _tool, { toolCall }) => {
    const call = toolCall as OpenAiAgentsItem;
    runs.noteCall(context, call.callId, callOf(call));
  });
  const decide: ToolUseFunction = async (context, results) => {
    const verdict = judge(runs.addStep(context, results));
    if (typeof given === 'function') {
      const outcome = await (given as ToolUseFunction)(context, results);
      if (outcome.isFinalOutput || outcome.isInterrupted) return outcome;
    }
    if (verdict?.kind !== 'stop') return { isFinalOutput: false, isInterrupted: undefined };
    onVerdict?.(verdict);
    return { isFinalOutput: true, isInterrupted: undefined, finalOutput: finalText(verdict) };
  };
  agent.toolUseBehavior = decide;
  return agent;
}

/** What the model is told. */
export type HintItem = { readonly role: 'user'; readonly content: string };

/**
 * A function for `callModelInputFilter` that tells the model, in a message of the user, that it repeats itself and what
 * to do about it. It sees a loop only where the whole conversation is sent, not one that the server keeps. Without
 * {@link stopOnLoop} it goes on to hint where that would have stopped.
 */
export function hintOnLoop(
  options: LoopAdapterOptions = {},
): <Item extends OpenAiAgentsItem, Data extends { readonly input: readonly Item[] }>(given: {
  readonly modelData: Data;
}) => Omit<Data, 'input'> & { input: (Item | HintItem)[] } {
  const { onVerdict, ...guardOptions } = checkedAdapterOptions(options);
  const judge = createLoopJudge(guardOptions);
  return ({ modelData }) => {
    const verdict = judge(modelStepsOf(modelData.input));
    if (verdict === undefined) return { ...modelData, input: [...listOf(modelData.input)] };
    onVerdict?.(verdict);
    return {
      ...modelData,
      input: [...listOf(modelData.input), { role: 'user', content: hintText(verdict) }],
    };
  };
}

/** What the items since the user spoke last say: a loop that begins, one that ended the run, or none. */
export function loopVerdict(
  items: readonly OpenAiAgentsItem[],
  options: LoopGuardOptions = {},
): LoopVerdict | undefined {
  return createLoopJudge(options)(modelStepsOf(items));
}

function behaviorName(behavior: unknown): string {
  if (typeof behavior === 'function') return 'a function';
  return typeof behavior === 'string' ? behavior : 'stopAtToolNames';
}
