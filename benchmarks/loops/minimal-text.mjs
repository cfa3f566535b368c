// A ReAct loop written by hand: the scratchpad is one string, the reply is cut up with indexOf.
import { lookUp, toolName, writeTurn } from './scenario.mjs';

const tools = { [toolName]: lookUp };

export function run(scenario) {
  return react(scenario.task, async (scratchpad) =>
    writeTurn(
      await scenario.think((observation) =>
        scratchpad.endsWith(observation, scratchpad.length - 1),
      ),
    ),
  );
}

async function react(task, model) {
  let scratchpad = `Task: ${task}\n`;
  for (;;) {
    const reply = await model(scratchpad);
    const answerStart = reply.indexOf('Final Answer:');
    if (answerStart !== -1) return reply.slice(answerStart + 'Final Answer:'.length).trim();
    const nameStart = reply.indexOf('Action:') + 'Action:'.length;
    const inputStart = reply.indexOf('Action Input:');
    const tool = tools[reply.slice(nameStart, inputStart).trim()];
    const args = JSON.parse(reply.slice(inputStart + 'Action Input:'.length));
    const observation = await tool(args);
    scratchpad += `${reply}\nObservation: ${observation}\n`;
  }
}
