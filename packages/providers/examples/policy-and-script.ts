import { fromPolicy } from '@loopwright/providers';
import { scriptedModel } from '@loopwright/providers/scripted';

const request = {
  system: 'Be brief.',
  messages: [{ role: 'user', blocks: ['Task: greet\n'] }],
} as const;
const options = { signal: new AbortController().signal, onDelta: () => {} };

// A plain function is a model: it reads the scratchpad and says the next step.
const policy = fromPolicy((scratchpad) => `Final Answer: ${scratchpad.length} characters read`);
console.log((await policy.generate(request, options)).text);

// A scripted model gives prepared replies, for tests, and remembers what it was asked.
const scripted = scriptedModel(['Thought: hm', 'Final Answer: hello']);
await scripted.generate(request, options);
await scripted.generate(request, options);
scripted.assertComplete();
console.log(
  `${scripted.requests.length} requests, the first about "${scripted.requests[0]?.messages[0]?.role}"`,
);
