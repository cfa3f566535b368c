// A server with one agent. Its model is a script that speaks word by word, so that it runs without a key; put yours there.
import { createServer } from 'node:http';
import { setTimeout } from 'node:timers/promises';
import { startReact } from '@loopwright/react-loop';
import { createToolRegistry, defineTool } from '@loopwright/tool-registry';
import { z } from 'zod';
import { agentHandler } from './agent-handler.mjs';

const tide = defineTool({
  name: 'tide',
  description: 'Height of the tide in centimetres at an hour.',
  effect: 'pure',
  input: z.object({ hour: z.number() }),
  execute: ({ hour }) => 100 + hour,
});

const model = {
  id: 'script',
  streams: true,
  async generate({ messages }, { signal, onDelta }) {
    const isFirst = messages.at(-1).blocks.length === 1;
    const text = isFirst
      ? 'Thought: I look it up.\nAction: tide\nAction Input: {"hour": 3}'
      : 'Thought: It is in hand.\nFinal Answer: 103 cm at 3 in the morning';
    for (const word of text.split(/(?<= )/)) {
      await setTimeout(20, undefined, { signal });
      onDelta(word);
    }
    return { text };
  },
};

const tools = createToolRegistry({ tools: [tide] });
const server = createServer(agentHandler((task) => startReact({ task, model, tools })));
server.listen(Number(process.env.PORT ?? 3000), '127.0.0.1', () => {
  console.log(`http://127.0.0.1:${server.address().port}`);
});
// Whoever is connected is disconnected, which ends the runs.
process.once('SIGTERM', () => {
  server.close();
  server.closeAllConnections();
});
