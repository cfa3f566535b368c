import type { Message } from '@loopwright/agent-run';
import type { FormatName } from './format-name.ts';
import { act, lineOf } from './policies/scratchpad.ts';

/** A conversation of any format as the scratchpad of the JSON form, which is what policies read. */
export function scratchpadOf(messages: readonly Message[], format: FormatName): string {
  if (format === 'native') return messages.map((_, at) => fromCalls(messages, at)).join('');
  const written = messages.flatMap((message) => (message.role === 'user' ? message.blocks : []));
  return format === 'json'
    ? written.join('')
    : written.join('').replaceAll(labelledStep, toJsonStep);
}

/** The three lines that ask for a call in the text form. */
const labelledStep = /^(?:Thought: .*\n)?Action: .*\nAction Input: .*$/gm;

function toJsonStep(step: string): string {
  return stepLine(lineOf('Thought', step), lineOf('Action', step), lineOf('Action Input', step));
}

/** What one message adds: a call stands with its result, everything else as it is. */
function fromCalls(messages: readonly Message[], at: number): string {
  const message = messages[at]!;
  if (message.role === 'user') return message.blocks.join('');
  if (message.role === 'tool') return '';
  const steps = message.toolCalls.map(({ id, name, args }) => {
    const result = messages.find((each) => each.role === 'tool' && each.id === id);
    const seen = result?.role === 'tool' ? result.text.replaceAll('\n', ' ') : '';
    return `${stepLine(message.text, name, args)}\nObservation: ${seen}\n`;
  });
  return steps.join('');
}

function stepLine(thought: string, tool: string, args: string): string {
  return act(thought, tool, JSON.parse(args));
}
