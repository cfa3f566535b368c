import type { ModelReply } from '@loopwright/agent-run';
import { extractJson } from '@loopwright/core-parser';
import type { Parsed, StepFormat } from '@loopwright/react-loop';
import type { Call } from '@loopwright/tool-registry';

/** Reads every call beside a reply's text as one step, and a reply without calls as the answer. For tests of waves. */
export const nativeCallsFormat: StepFormat = {
  name: 'native-calls',
  callsPerStep: 16,
  instructions: '',
  start: ({ task, system, history }) => ({
    system,
    messages: [...history, { role: 'user', blocks: [`Task: ${task}\n`] }],
  }),
  read: (reply): Parsed => {
    const { text: thought, toolCalls } = reply;
    if (toolCalls.length > 0) {
      return { kind: 'calls', thought, calls: toolCalls.map(toCall), flags: [] };
    }
    if (thought.trim() !== '') return { kind: 'final', thought: '', answer: thought, flags: [] };
    const message = 'The reply is empty';
    return { kind: 'parse_error', thought, code: 'empty', message, flags: [] };
  },
  append: (request, { text, toolCalls }, { observations, notes }) => ({
    ...request,
    messages: [
      ...request.messages,
      { role: 'assistant', text, toolCalls },
      ...observations.map((observation, index) => ({
        role: 'tool' as const,
        id: toolCalls[index]?.id ?? '',
        text: `\nObservation: ${observation.text}`,
      })),
      ...(notes.length > 0 ? [{ role: 'user' as const, blocks: [...notes] }] : []),
    ],
  }),
};

function toCall({ name, args }: ModelReply['toolCalls'][number]): Call {
  const read = extractJson(args === '' ? '{}' : args);
  if (read.ok) return { tool: name, args: read.value };
  return { tool: name, args: {}, unreadable: read.message };
}
