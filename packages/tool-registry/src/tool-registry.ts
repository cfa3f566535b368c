import type { Admission } from './admit.ts';
import { admitCall } from './admit.ts';
import { assertTool, isWholeNumber } from './assert-tool.ts';
import type { Call } from './call.ts';
import type { ContextOption } from './context-option.ts';
import { registryDefaults } from './defaults.ts';
import { errorObservation } from './error-observation.ts';
import { needsContext } from './needs-context.ts';
import type { Observation, ToolError } from './observation.ts';
import type { Execution, PerformOptions } from './perform.ts';
import { performCall } from './perform.ts';
import type { Semaphore } from './semaphore.ts';
import { createSemaphore } from './semaphore.ts';
import type { Tool } from './tool.ts';
import { createToolDefinitionError } from './tool-definition-error.ts';
import { sanitiseToolName } from './tool-name.ts';

/** Options of {@link createToolRegistry}. `context` is required when one of the tools needs one. */
export type ToolRegistryOptions<Tools extends readonly Tool[]> = {
  tools: Tools;
  /** Names of the tools that may be listed and called. Default: all. */
  allow?: readonly string[];
  /** Characters of an observation's text, the marker of a cut included. Default 16,384; at least 100. */
  maxObservationChars?: number;
  /** Characters of a value as canonical JSON; a larger one is replaced by its capped text. Default 1,000,000. */
  maxValueChars?: number;
  /** Milliseconds before the second attempt of a call; doubled for every further one. Default 200. */
  retryDelayMs?: number;
} & ContextOption<Tools>;

/** The tools of an agent and the one door to them. Nothing here throws or hangs because of a call or a tool (T1, T3). */
export type ToolRegistry = {
  /** The allowed tools by name, sorted by name. */
  readonly tools: ReadonlyMap<string, Tool>;
  readonly maxObservationChars: number;
  readonly maxValueChars: number;
  /** Checks a call without starting anything. */
  readonly admit: (call: Call) => Promise<Admission>;
  /** Performs an admitted call; a refused one gives the observation of its refusal. */
  readonly perform: (admission: Admission, options?: PerformOptions) => Promise<Execution>;
  /** Checks and performs a call: for use outside a run. */
  readonly dispatch: (call: Call, options?: PerformOptions) => Promise<Observation>;
  /** The capped observation of a refusal that was decided elsewhere. */
  readonly refuse: (tool: string, error: ToolError) => Observation;
};

/** The smallest cap that still leaves room for the marker of a cut beside some text. */
const minObservationChars = 100;

/**
 * Collects tools.
 *
 * @throws ToolDefinitionError when two names are equal or would be after sanitising, when an allowed name is unknown,
 * when a number is out of range, and when a tool needs a context and none was given.
 */
export function createToolRegistry<const Tools extends readonly Tool[]>(
  options: ToolRegistryOptions<Tools>,
): ToolRegistry {
  const {
    maxObservationChars = registryDefaults.maxObservationChars,
    maxValueChars = registryDefaults.maxValueChars,
    retryDelayMs = registryDefaults.retryDelayMs,
  } = options;
  assertNumber('maxObservationChars', maxObservationChars, minObservationChars);
  assertNumber('maxValueChars', maxValueChars, 1);
  assertNumber('retryDelayMs', retryDelayMs, 0);
  const tools = allowedTools(collectTools(options.tools), options.allow);
  if (options.context === undefined) assertNoneNeedsContext(tools);
  const performer = {
    context: options.context,
    maxObservationChars,
    maxValueChars,
    retryDelayMs,
    semaphores: createSemaphores(tools),
  };

  const admit = (call: Call) => admitCall(tools, call, maxObservationChars);
  const perform = async (
    admission: Admission,
    performOptions: PerformOptions = {},
  ): Promise<Execution> =>
    admission.ok
      ? performCall(performer, admission, performOptions)
      : { observation: admission.observation, outcome: 'not_started', attempts: 0, ms: 0 };
  return {
    tools,
    maxObservationChars,
    maxValueChars,
    admit,
    perform,
    dispatch: async (call, performOptions) =>
      (await perform(await admit(call), performOptions)).observation,
    refuse: (tool, error) => errorObservation(tool, error, maxObservationChars),
  };
}

/** Sorted by name, so that a prompt does not change with the order of imports. */
function collectTools(list: readonly Tool[]): Map<string, Tool> {
  const tools = new Map<string, Tool>();
  const sanitised = new Map<string, string>();
  for (const tool of list) assertTool(tool);
  for (const tool of list.toSorted((a, b) => (a.name < b.name ? -1 : 1))) {
    if (tools.has(tool.name)) {
      throw createToolDefinitionError(
        'duplicate_name',
        `Two tools are named "${tool.name}". Neither replaces the other; rename one or leave it out`,
      );
    }
    const sanitisedName = sanitiseToolName(tool.name);
    const other = sanitised.get(sanitisedName);
    if (other !== undefined) {
      throw createToolDefinitionError(
        'name_collision',
        `The tools "${other}" and "${tool.name}" would both be called "${sanitisedName}" by a provider; rename one`,
      );
    }
    tools.set(tool.name, tool);
    sanitised.set(sanitisedName, tool.name);
  }
  return tools;
}

function allowedTools(
  tools: Map<string, Tool>,
  allow: readonly string[] | undefined,
): Map<string, Tool> {
  if (allow === undefined) return tools;
  for (const name of allow) {
    if (tools.has(name)) continue;
    throw createToolDefinitionError(
      'unknown_allowed_name',
      `"${name}" is allowed but no such tool was given. Tools: ${[...tools.keys()].join(', ')}`,
    );
  }
  return new Map([...tools].filter(([name]) => allow.includes(name)));
}

function assertNoneNeedsContext(tools: ReadonlyMap<string, Tool>): void {
  const needing = [...tools.values()].filter(needsContext).map(({ name }) => `"${name}"`);
  if (needing.length === 0) return;
  throw createToolDefinitionError(
    'missing_context',
    `No context was given, but these tools need one: ${needing.join(', ')}. Give \`context\`, or define them with defineTool`,
  );
}

function createSemaphores(tools: ReadonlyMap<string, Tool>): ReadonlyMap<string, Semaphore> {
  return new Map(
    [...tools.values()].flatMap((tool) =>
      tool.concurrency === undefined
        ? []
        : [[tool.name, createSemaphore(tool.concurrency)] as const],
    ),
  );
}

function assertNumber(name: string, value: number, min: number): void {
  if (isWholeNumber(value, min)) return;
  throw createToolDefinitionError(
    'invalid_option',
    `${name} must be a whole number from ${min}, not ${String(value)}`,
  );
}
