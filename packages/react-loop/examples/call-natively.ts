import { scriptedModel } from '@loopwright/providers/scripted';
import { historyOf, nativeFormat, runReact } from '@loopwright/react-loop';
import { createToolRegistry, defineTool } from '@loopwright/tool-registry';
import { z } from 'zod';

const tide = defineTool({
  name: 'tide',
  description: 'Height of the tide in centimetres at an hour of the day.',
  effect: 'pure',
  input: z.object({ hour: z.number().int() }),
  execute: ({ hour }) => 100 + hour,
});

// What a provider delivers: two calls in one reply, then an answer to the schema by the tool `final`.
const model = scriptedModel([
  {
    text: 'I need both hours.',
    toolCalls: [
      { id: 'call_a', name: 'tide', args: '{"hour": 7}' },
      { id: 'call_b', name: 'tide', args: '{"hour": 13}' },
    ],
  },
  { text: '', toolCalls: [{ id: 'call_c', name: 'final', args: '{"answer": {"rise": 6}}' }] },
]);

const task = 'How much does the tide rise from seven to one?';
const result = await runReact({
  task,
  model,
  tools: createToolRegistry({ tools: [tide] }),
  format: nativeFormat,
  answer: z.object({ rise: z.number() }),
  stopWhen: { 'too deep': (step) => step.observations.some(({ text }) => Number(text) > 500) },
  concludeAtLimit: true,
});
console.log(result.status, result.status === 'solved' ? result.answer : result.reason);

const [request] = model.requests;
console.log('tools:', request?.tools?.map(({ name }) => name).join(', '));
// For the option `history` of the next run.
for (const message of historyOf({ task, result, format: nativeFormat })) {
  console.log(
    message.role,
    message.role === 'user' ? message.blocks.join('').trim() : message.text,
  );
}
