// Calls tools as a model asked for them: whatever it asks and whatever the tool does, one observation comes back.
import { createToolRegistry, defineTool } from '@loopwright/tool-registry';

// A zod schema would do as well, or any other that implements Standard Schema; this one is written out.
const validate = (args) =>
  typeof args.city === 'string'
    ? { value: args }
    : { issues: [{ message: 'expected string', path: ['city'] }] };
const weather = defineTool({
  name: 'weather',
  description: 'Weather of a city.',
  input: { '~standard': { version: 1, vendor: 'example', validate } },
  effect: 'pure',
  execute: ({ city }) => {
    throw new Error(`no station in ${city}`);
  },
});
const registry = createToolRegistry({ tools: [weather] });

const calls = [
  { tool: 'weather', args: { city: 'Ys' } },
  { tool: 'weather', args: { town: 'Ys' } },
  { tool: 'wether', args: { city: 'Ys' } },
];
for (const call of calls) {
  const { text } = await registry.dispatch(call);
  console.log(text);
}

// Output:
// ERROR[weather]: Error: no station in Ys
// ERROR[weather]: InvalidArguments: city: expected string (received nothing)
// ERROR[wether]: UnknownTool: there is no tool of this name. Available tools: weather
