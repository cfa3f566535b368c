import { scriptedModel } from '@loopwright/providers/scripted';
import { runReact } from '@loopwright/react-loop';
import { createRunLog, readRunLog } from '@loopwright/telemetry/run-log';
import { createToolRegistry, defineTool } from '@loopwright/tool-registry';
import { z } from 'zod';

const tide = defineTool({
  name: 'tide',
  description: 'Height of the tide at an hour.',
  effect: 'pure',
  input: z.object({ hour: z.number() }),
  execute: ({ hour }) => 100 + hour,
});

export function action(hour: number): string {
  return `Thought: \u001b[31mlook\u202e\nAction: tide\nAction Input: {"hour": ${hour}}`;
}

export const final = 'Thought: It is known.\nFinal Answer: 103';

/** The lines of the log of a short run. */
export async function runLogLines(
  replies: readonly string[] = [action(3), final],
  level: 'verbose' | 'normal' = 'verbose',
): Promise<string[]> {
  const lines: string[] = [];
  const log = createRunLog({ write: (line) => lines.push(line), level });
  await runReact({
    task: 'When is high water?',
    model: scriptedModel(replies, { id: 'scripted' }),
    tools: createToolRegistry({ tools: [tide] }),
    onEvent: log.onEvent,
  });
  await log.end();
  return lines;
}

export function eventsOf(lines: readonly string[]) {
  return readRunLog(lines.join('\n')).events;
}
