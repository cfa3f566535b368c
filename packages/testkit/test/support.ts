import type { Model, ModelReply } from '@loopwright/agent-run';
import { defineAgentTool } from '@loopwright/agent-run';
import type { JsonObject } from '@loopwright/core-parser';
import { type ReactOptions, runReact } from '@loopwright/react-loop';
import { type Call, createToolRegistry, defineTool, type Tool } from '@loopwright/tool-registry';
import {
  actionText,
  anyArguments,
  createFakeClock,
  finalText,
  type Life,
  turnModel,
  type World,
} from '../src/index.ts';

type Execute = Parameters<typeof defineTool<typeof anyArguments>>[0]['execute'];
type Extra = Partial<Omit<Parameters<typeof defineTool<typeof anyArguments>>[0], 'name'>>;

/** A tool that takes any arguments. */
export function tool(
  name: string,
  effect: Tool['effect'],
  execute: Execute,
  extra: Extra = {},
): Tool {
  const description = `The tool ${name}.`;
  return defineTool({ name, description, input: anyArguments, effect, execute, ...extra });
}

/**
 * Ordinary tools: `search` and `add` look up and compute, `broken` throws, `transfer` moves money once, `pay` pays once
 * for a key, `wire` needs approval.
 */
export function bankTools(world: World): Tool[] {
  return [
    tool('search', 'pure', ({ q }) => {
      world.start();
      return `fact about ${String(q)}`;
    }),
    tool('add', 'pure', ({ x, y }) => {
      world.start();
      if (typeof x !== 'number' || typeof y !== 'number')
        throw new TypeError('x and y are numbers');
      return x + y;
    }),
    tool('broken', 'pure', () => {
      world.start();
      throw new Error('not found');
    }),
    tool('transfer', 'once', (args) => {
      world.start();
      world.commit('transfer', args);
      return 'moved';
    }),
    tool('pay', 'idempotent', (args, { idempotencyKey }) => {
      world.start();
      world.commitForKey('pay', args, idempotencyKey);
      return 'paid';
    }),
    tool(
      'wire',
      'once',
      (args) => {
        world.start();
        world.commit('wire', args);
        return 'wired';
      },
      { approval: true },
    ),
  ];
}

/** A sub-agent as the tool `helper`, with the same tools, that takes the given turns. */
export function helperTool(
  world: World,
  turns: readonly string[],
  options: Partial<ReactOptions> = {},
): Tool {
  return defineAgentTool({
    name: 'helper',
    description: 'Another agent.',
    input: anyArguments,
    bounds: { modelCalls: 5 },
    agent: (args, parent) =>
      runReact({
        task: `Help with ${String(args.q)}`,
        model: turnModel(turns),
        tools: createToolRegistry({ tools: bankTools(world) }),
        ...options,
        limits: { maxSteps: 4, retryDelayMs: 0, ...options.limits },
        parent,
      }),
  });
}

/** One life of a ReAct run over the ordinary tools, with a clock that stands still. */
export function reactLife(
  life: Life,
  options: Partial<ReactOptions<unknown>> & { model: Model; tools?: never },
  moreTools: readonly Tool[] = [],
) {
  const { runtime, world, onEvent } = life;
  return runReact<unknown>({
    task: 'Find out.',
    tools: createToolRegistry({ tools: [...bankTools(world), ...moreTools] }),
    now: createFakeClock().now,
    ...options,
    limits: { retryDelayMs: 0, ...options.limits },
    runtime,
    onEvent,
  });
}

export function call(name: string, args: JsonObject = {}): Call {
  return { tool: name, args };
}

/** Calls beside a text, as a provider delivers them. */
export function nativeReply(
  calls: readonly Call[],
  text = '',
): Partial<ModelReply> & { text: string } {
  return {
    text,
    toolCalls: calls.map(({ tool: name, args }, index) => ({
      id: `call ${index}`,
      name,
      args: JSON.stringify(args),
    })),
  };
}

/** Turns that make these calls one after another and then answer. */
export function turns(...calls: readonly Call[]): string[] {
  return [...calls.map(({ tool: name, args }) => actionText(name, args)), finalText('done')];
}
