import { parseStep } from '@loopwright/core-parser';

// The same call, as models of different families write it into their text.
const completions = [
  'Thought: how many?\nAction: lookup\nAction Input: {"city": "Lyon"}',
  'Thought 1: how many?\nAction 1: lookup[Lyon]',
  'Action:\n```json\n{"action": "lookup", "action_input": {"city": "Lyon"}}\n```',
  'I look it up.\n<tool_call>\n{"name": "lookup", "arguments": {"city": "Lyon"}}\n</tool_call>',
  // A call in one form and an answer in another: none of them is chosen.
  'Action 1: lookup[Lyon]\nFinal Answer: 522,250',
  'It is about half a million.',
];

for (const completion of completions) {
  const { form, step } = parseStep(completion, { tools: ['lookup'] });
  console.log(form, step.kind, step.kind === 'action' ? step.args : 'code' in step && step.code);
}
