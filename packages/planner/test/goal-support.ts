import { createToolRegistry } from '@loopwright/tool-registry';
import { type GoalOptions, runGoal } from '../src/index.ts';
import { tasksOf } from './graph-support.ts';
import { recorder, tool } from './strategy-support.ts';

/** Three tasks, one after another. */
export const chain = { a: [], b: ['a'], c: ['b'] };

/** A run over these tools: `pay` pays, what begins with `fail` fails, everything else gives the id of its task. */
export function pursue(
  dependencies: Readonly<Record<string, readonly string[]>>,
  options: Partial<GoalOptions> = {},
) {
  const heard = recorder();
  const done: string[] = [];
  const tools = createToolRegistry({
    tools: [
      tool('do', ({ id }) => {
        done.push(String(id));
        if (/(?:^|\/)fail[^/]*$/.test(String(id))) throw new Error('it is closed');
        return id;
      }),
      tool(
        'pay',
        ({ id }) => {
          done.push(String(id));
          return 'paid';
        },
        'once',
      ),
    ],
  });
  const result = runGoal({
    goal: 'Do it all',
    decompose: () => tasksOf(dependencies),
    tools,
    execute: { toCall: ({ id }) => ({ tool: id.includes('pay') ? 'pay' : 'do', args: { id } }) },
    onEvent: heard.onEvent,
    ...options,
  });
  return { result, heard, done };
}
