import type { Message, Model, RawCall } from '@loopwright/agent-run';
import { extractJson, type JsonObject, jsonLine } from '@loopwright/core-parser';
import type { Policy } from '@loopwright/providers';
import type { FormatName } from './format-name.ts';
import { criticPolicy } from './policies/critic-policy.ts';
import type { Scenario } from './scenarios.ts';
import { scratchpadOf } from './scratchpad-of.ts';

type Reply = { text: string; toolCalls: RawCall[] };

/** The policies of a scenario as models of a format. */
export function policyModels({ policy }: Scenario, format: FormatName) {
  return {
    actor: policyModel('actor-policy', { policy, format }),
    critic: policyModel('critic-policy', { policy: criticPolicy, format: 'json' }),
  };
}

function policyModel(id: string, options: { policy: Policy; format: FormatName }): Model {
  return { id, generate: async ({ messages }) => policyReply(messages, options) };
}

/**
 * What a policy says to a conversation. Policies read and write the JSON form and nothing else, so that all formats
 * and all ways to a model meet the same rules: the conversation is turned into that form, and the step out of it.
 */
export async function policyReply(
  messages: readonly Message[],
  { policy, format }: { policy: Policy; format: FormatName },
): Promise<Reply> {
  const said = await policy(scratchpadOf(messages, format));
  const step = format === 'json' ? undefined : readStep(said);
  if (!step) return { text: said, toolCalls: [] };
  return format === 'text' ? asText(step) : asNative(step, messages.length);
}

type SaidStep = { thought: string; action: string; input: JsonObject };

/** The step in what a policy said; undefined for a critique, which is the same in every format. */
function readStep(said: string): SaidStep | undefined {
  const reading = extractJson(said);
  if (!reading.ok || typeof reading.value.action !== 'string') return undefined;
  const { thought, action, action_input: input } = reading.value;
  return { thought: String(thought), action, input: input as JsonObject };
}

function asText({ thought, action, input }: SaidStep): Reply {
  const act =
    action === 'final'
      ? `Final Answer: ${input.answer}`
      : `Action: ${action}\nAction Input: ${jsonLine(input)}`;
  return { text: `Thought: ${thought}\n${act}`, toolCalls: [] };
}

function asNative({ thought, action, input }: SaidStep, turn: number): Reply {
  if (action === 'final') return { text: String(input.answer), toolCalls: [] };
  const id = `call_${turn}`;
  return { text: thought, toolCalls: [{ id, name: action, args: jsonLine(input) }] };
}
