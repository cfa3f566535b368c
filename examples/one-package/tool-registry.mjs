// Calls tools as a model asked for them: whatever it asks and whatever the tool does, one observation comes back.
import { createToolRegistry, defineTool } from '@loopwright/tool-registry';

// A zod schema would do as well, or any other that implements Standard Schema; this one is written out.
const validate = (args) => (args.city ? { value: args } : { issues: [{ message: 'no city' }] });
const weather = defineTool({
  name: 'weather',
  description: 'Weather of a city.',
  input: { '~standard': { version: 1, vendor: 'example', validate } },
  effect: 'pure',
  execute: ({ city }) => Promise.reject(new Error(`no station in ${city}`)),
});

const registry = createToolRegistry({ tools: [weather] });
const ask = async (tool, args) => console.log((await registry.dispatch({ tool, args })).text);
await ask('weather', { city: 'Ys' });
await ask('weather', {});
await ask('wether', { city: 'Ys' });

// Output:
// ERROR[weather]: Error: no station in Ys
// ERROR[weather]: InvalidArguments: no city (received object)
// ERROR[wether]: UnknownTool: there is no tool of this name. Available tools: weather
