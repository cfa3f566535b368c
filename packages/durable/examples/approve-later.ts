import { createMemoryStore, decide, journalRuntime } from '@loopwright/durable';
import { scriptedModel } from '@loopwright/providers/scripted';
import { runReact } from '@loopwright/react-loop';
import { createToolRegistry, defineTool } from '@loopwright/tool-registry';
import { z } from 'zod';

const pay = defineTool({
  name: 'pay',
  description: 'Pays an amount.',
  input: z.object({ to: z.string(), amount: z.number() }),
  effect: 'once',
  approval: true,
  execute: ({ to, amount }) => `paid ${amount} to ${to}`,
});

// In your program: createSqliteStore({ file }) of '@loopwright/durable/sqlite', which outlives the process.
const store = createMemoryStore();

/** What each process does: the same run over the same session. */
function run(replies: string[]) {
  return runReact({
    task: 'Pay the invoice of Ada.',
    tools: createToolRegistry({ tools: [pay] }),
    model: scriptedModel(replies, { id: 'scripted' }),
    runtime: journalRuntime({ store, sessionId: 'invoice-17' }),
  });
}

const asks = 'Thought: It is due.\nAction: pay\nAction Input: {"to": "Ada", "amount": 30}';
const first = await run([asks]);
console.log(first.status, first.stopReason);

// Days later, somewhere else.
const [waiting] = await store.list();
console.log(waiting?.status, waiting?.waitingFor?.join(', '));
for (const key of waiting?.waitingFor ?? []) await decide(store, 'invoice-17', key, true);

// A new process: the reply that asked for the payment is stored, so the model is asked only for the next one.
const second = await run(['Thought: Done.\nFinal Answer: paid']);
console.log(second.status, second.effects[0]?.tool, second.effects[0]?.status);
