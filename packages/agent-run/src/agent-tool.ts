import { defineTool, notStarted, type Tool, type ToolOptions } from '@loopwright/tool-registry';
import { ConfigurationError } from './configuration-error.ts';
import { checkNames, isFunction, isObject, mustBe } from './option-checks.ts';
import type { RunResult } from './result.ts';

const mark = Symbol.for('@loopwright/agent-run/agent-tool');

/** The place of a sub-agent in its parent's run. Hand it to exactly one `runReact({ ..., parent })`. */
export type ParentHandle = { readonly key: string };

/**
 * A tool whose work is a run of its own. The sub-agent's steps are stored in the parent's journal, its effects in
 * the parent's ledger, its cost on the parent's meter, so that a crash inside it repeats nothing.
 */
export type AgentTool = Tool & {
  readonly [mark]: true;
  readonly bounds: { readonly modelCalls: number };
  agent(args: unknown, parent: ParentHandle): Promise<RunResult<unknown>>;
};

type AnySchema = Parameters<typeof defineTool>[0]['input'];

type AgentToolOptions<Schema extends AnySchema> = Omit<
  ToolOptions<Schema, unknown>,
  'execute' | 'effect' | 'retries' | 'timeoutMs' | 'concurrency' | 'rateLimit' | 'repeat' | 'output'
> & {
  bounds: { modelCalls: number };
  agent(
    args: Parameters<ToolOptions<Schema, unknown>['execute']>[0],
    parent: ParentHandle,
  ): Promise<RunResult<unknown>>;
};

const optionNames = {
  name: true,
  description: true,
  input: true,
  approval: true,
  signature: true,
  sensitive: true,
  parameters: true,
  bounds: true,
  agent: true,
} satisfies Record<keyof AgentToolOptions<AnySchema>, true>;

/**
 * Makes a sub-agent usable as a tool. `bounds.modelCalls` is the most the sub-agent may call models, retries not
 * counted; `reactBounds(options).modelCalls` gives it. A run inside that could use more is refused. Sub-agents of
 * one step run one after another.
 *
 * @throws ConfigurationError `invalid_option` when the bound is no whole number of calls, 0 or more, when `agent` is no function, and
 * for an option of another name: a sub-agent is bounded by its own limits, not by those of a tool.
 * @throws ToolDefinitionError as `defineTool` does.
 */
export function defineAgentTool<Schema extends AnySchema>(
  options: AgentToolOptions<Schema>,
): AgentTool {
  mustBe(isObject(options), 'The options of a sub-agent', 'an object', options);
  checkNames({ ...options }, Object.keys(optionNames));
  const { agent, bounds, ...rest } = options;
  mustBe(isFunction(agent), `agent of ${options.name}`, 'a function', agent);
  if (!Number.isSafeInteger(bounds?.modelCalls) || bounds.modelCalls < 0) {
    throw new ConfigurationError(
      'invalid_option',
      `bounds.modelCalls of ${options.name} must be a whole number of calls, 0 or more, not ${String(bounds?.modelCalls)}`,
    );
  }
  const tool = defineTool<Schema>({
    ...rest,
    effect: 'pure',
    execute: () => notStarted(`${options.name} is a sub-agent and runs only inside a run`),
  });
  return { ...tool, [mark]: true, bounds, agent: agent as AgentTool['agent'] };
}

export function isAgentTool(tool: Tool): tool is AgentTool {
  return mark in tool;
}
