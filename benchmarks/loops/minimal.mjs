// A tool-calling loop written by hand over a list of messages.
import { lookUp, toolName } from './scenario.mjs';

const tools = { [toolName]: lookUp };

export function run(scenario) {
  return loop(scenario.task, async (messages) => {
    const { args, answer } = await scenario.think(
      (observation) => messages.at(-1).content === observation,
    );
    return args === undefined
      ? { role: 'assistant', content: answer, toolCalls: [] }
      : {
          role: 'assistant',
          content: '',
          toolCalls: [{ id: `call-${args.step}`, name: toolName, args: JSON.stringify(args) }],
        };
  });
}

async function loop(task, model) {
  const messages = [{ role: 'user', content: task }];
  for (;;) {
    const reply = await model(messages);
    messages.push(reply);
    if (reply.toolCalls.length === 0) return reply.content;
    for (const { id, name, args } of reply.toolCalls) {
      messages.push({ role: 'tool', id, content: await tools[name](JSON.parse(args)) });
    }
  }
}
