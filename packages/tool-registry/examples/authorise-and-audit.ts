import { createToolRegistry, defineTool } from '@loopwright/tool-registry';
import { jsonSchema } from '@loopwright/tool-registry/json-schema';

const documents: Record<string, { owner: string; text: string; keywords: unknown }> = {
  plan: { owner: 'ada', text: 'Launch in May.', keywords: ['launch'] },
  salaries: { owner: 'grace', text: 'Everybody earns 7.', keywords: [] },
  broken: { owner: 'ada', text: 'Half of it.', keywords: 'none' },
};

const read = defineTool({
  name: 'read',
  description: 'Reads a document.',
  effect: 'pure',
  input: jsonSchema<{ id: string; token?: string }>({
    type: 'object',
    properties: { id: { type: 'string', maxLength: 20 }, token: { type: 'string' } },
    required: ['id'],
    additionalProperties: false,
  }),
  output: jsonSchema({
    type: 'object',
    properties: { keywords: { type: 'array', items: { type: 'string' } } },
  }),
  rateLimit: { calls: 3, perMs: 60_000 },
  execute: ({ id }) => documents[id],
});

const registry = createToolRegistry({
  tools: [read],
  context: { user: 'ada' },
  authorise: ({ args, context }) => {
    const { owner } = documents[(args as { id: string }).id] ?? {};
    const { user } = context as { user: string };
    return owner === user || { allowed: false, reason: `${user} may not read this document` };
  },
  // A real one stores the event and resolves when that is done: until then the call does not start.
  audit: (event) => {
    const what =
      event.type === 'ended'
        ? event.ok
          ? 'ok'
          : event.code
        : event.allowed
          ? 'allowed'
          : 'denied';
    const args = event.type === 'decision' ? ` ${JSON.stringify(event.args)}` : '';
    console.log(`audit: ${event.type} ${event.tool}${args} ${what}`);
  },
});

const calls = [
  { tool: 'read', args: { id: 'plan', token: 's3cret' } },
  { tool: 'read', args: { id: 'salaries' } },
  { tool: 'send_mail', args: { to: 'somebody else' } },
  { tool: 'read', args: { id: 'broken' } },
  { tool: 'read', args: { id: 'plan' } },
  { tool: 'read', args: { id: 'plan' } },
];
for (const call of calls) {
  const { ok, text } = await registry.dispatch(call);
  console.log(ok ? `ok: ${text}` : text.replace(/\d{5} ms/g, 'n ms'));
}
