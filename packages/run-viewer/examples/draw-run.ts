import type { DurableEvent } from '@loopwright/agent-run';
import { scriptedModel } from '@loopwright/providers/scripted';
import { runReact } from '@loopwright/react-loop';
import { renderMermaid } from '@loopwright/run-viewer';
import { createToolRegistry, defineTool } from '@loopwright/tool-registry';
import { z } from 'zod';

const tide = defineTool({
  name: 'tide',
  description: 'Height of the tide in centimetres at an hour.',
  effect: 'pure',
  input: z.object({ hour: z.number() }),
  execute: ({ hour }) => {
    if (hour > 12) throw new Error('no table for the evening');
    return 100 + hour;
  },
});

const events: DurableEvent[] = [];
await runReact({
  task: 'How high is the tide today?',
  model: scriptedModel([
    'Thought: The evening first.\nAction: tide\nAction Input: {"hour": 15}',
    'Thought: The morning, then.\nAction: tide\nAction Input: {"hour": 3}',
    'Thought: That will do.\nFinal Answer: 103 cm in the morning',
  ]),
  tools: createToolRegistry({ tools: [tide] }),
  onEvent: (event) => events.push(event),
});

console.log(renderMermaid(events));
