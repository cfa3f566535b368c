import type { Model } from '@loopwright/agent-run';
import {
  jsonFormat,
  nativeFormat,
  runReact,
  type StepFormat,
  textFormat,
} from '@loopwright/react-loop';
import { createToolRegistry, defineTool } from '@loopwright/tool-registry';
import { z } from 'zod';

const page = defineTool({
  name: 'page',
  description: 'One page of a long book.',
  effect: 'pure',
  input: z.object({ number: z.number() }),
  execute: ({ number }) => `Page ${number}. `.padEnd(1_000, '.'),
});

/** Characters of all requests of a run that reads n pages. */
async function charactersSent(n: number, format: StepFormat, keepSteps: number) {
  let sent = 0;
  let number = 0;
  const model: Model = {
    id: 'reader',
    async generate({ system, messages, tools = [] }) {
      sent += JSON.stringify([system, messages, tools]).length;
      const args = JSON.stringify({ number: ++number });
      if (format === nativeFormat) return { text: '', toolCalls: [{ id: '', name: 'page', args }] };
      if (format === jsonFormat) return { text: `{"action": "page", "action_input": ${args}}` };
      return { text: `Action: page\nAction Input: ${args}` };
    },
  };
  await runReact({
    task: 'Read on.',
    model,
    tools: createToolRegistry({ tools: [page] }),
    format,
    keepSteps,
    limits: { maxSteps: n, maxToolCalls: n },
  });
  return sent;
}

const inThousands = (characters: number) => String(Math.round(characters / 1_000)).padStart(7);
console.log('thousand characters sent in n steps, by keepSteps');
console.log('format      n  never      5      3');
for (const format of [textFormat, jsonFormat, nativeFormat]) {
  for (const n of [10, 20, 40, 80]) {
    const sent = [];
    for (const keep of [0, 5, 3]) sent.push(inThousands(await charactersSent(n, format, keep)));
    console.log(`${format.name.padEnd(8)}${String(n).padStart(5)}${sent.join('')}`);
  }
}
