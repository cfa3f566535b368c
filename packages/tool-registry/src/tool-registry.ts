import type { Admission } from './admit.ts';
import { admitCall } from './admit.ts';
import { assertKnownOptions } from './assert-known-options.ts';
import { isWholeNumber } from './assert-tool.ts';
import type { Call } from './call.ts';
import { collectTools } from './collect-tools.ts';
import type { ContextOf, ContextOption } from './context-option.ts';
import { registryDefaults } from './defaults.ts';
import { errorObservation } from './error-observation.ts';
import type { Execution } from './execution.ts';
import { needsContext } from './needs-context.ts';
import type { Observation, ToolError } from './observation.ts';
import type { Audit } from './oversight/audit-event.ts';
import type { Authorise } from './oversight/authorisation.ts';
import type { Oversight } from './oversight/oversight.ts';
import { createOversight } from './oversight/oversight.ts';
import type { PerformOptions } from './perform.ts';
import { performCall } from './perform.ts';
import { randomKey } from './random-key.ts';
import { createRateLimiter } from './rate-limiter.ts';
import { createSemaphore } from './semaphore.ts';
import type { Tool } from './tool.ts';
import { createToolDefinitionError } from './tool-definition-error.ts';

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
  /**
   * Decides outside the model, once for every call that would start, whether it may. What is not a clear yes within the
   * call's deadline is a no: class `policy`, code `denied`, outcome `not_started`. Default: every call may.
   */
  authorise?: Authorise<AuthorisedContext<Tools>>;
  /**
   * Is told of every decision before the call starts, and of its end. When it fails to take a decision within the call's
   * deadline, the call is denied. Default: nobody is told.
   */
  audit?: Audit;
} & ContextOption<Tools>;

/** The tools of an agent and the one door to them. Nothing here throws or hangs because of a call or a tool (T1, T3). */
export type ToolRegistry = {
  /** The allowed tools by name, sorted by name. */
  readonly tools: ReadonlyMap<string, Tool>;
  readonly maxObservationChars: number;
  readonly maxValueChars: number;
  /** Authorisation and audit, for whoever starts calls without `perform`. Undefined when neither was given. */
  readonly oversight?: Oversight;
  /** Checks a call without starting anything. */
  readonly admit: (call: Call) => Promise<Admission>;
  /** Performs an admitted call; a refused one gives the observation of its refusal. */
  readonly perform: (admission: Admission, options?: PerformOptions) => Promise<Execution>;
  /** Checks and performs a call: for use outside a run. */
  readonly dispatch: (call: Call, options?: PerformOptions) => Promise<Observation>;
  /** The capped observation of a refusal that was decided elsewhere. */
  readonly refuse: (tool: string, error: ToolError) => Observation;
};

/** `unknown` for tools whose type was erased, which `never` would hide. */
type AuthorisedContext<Tools extends readonly Tool[]> = [ContextOf<Tools>] extends [never]
  ? unknown
  : ContextOf<Tools>;

const optionNames = {
  tools: true,
  allow: true,
  context: true,
  maxObservationChars: true,
  maxValueChars: true,
  retryDelayMs: true,
  authorise: true,
  audit: true,
} satisfies Record<keyof ToolRegistryOptions<readonly Tool[]> | 'context', true>;

/** The smallest cap that still leaves room for the marker of a cut beside some text. */
const minObservationChars = 100;

/**
 * Collects tools.
 *
 * @throws ToolDefinitionError when two names are equal or would be after sanitising, when an allowed name is unknown,
 * when a number is out of range or an option has another name, and when a tool needs a context and none was given.
 */
export function createToolRegistry<const Tools extends readonly Tool[]>(
  options: ToolRegistryOptions<Tools>,
): ToolRegistry {
  assertKnownOptions('A tool registry', options, optionNames);
  const {
    maxObservationChars = registryDefaults.maxObservationChars,
    maxValueChars = registryDefaults.maxValueChars,
    retryDelayMs = registryDefaults.retryDelayMs,
  } = options;
  assertNumber('maxObservationChars', maxObservationChars, minObservationChars);
  assertNumber('maxValueChars', maxValueChars, 1);
  assertNumber('retryDelayMs', retryDelayMs, 0);
  const tools = collectTools(options.tools, options.allow);
  if (options.context === undefined) assertNoneNeedsContext(tools);
  assertFunction('authorise', options.authorise);
  assertFunction('audit', options.audit);
  const oversight = createOversight(
    options.tools,
    options.context,
    // The context given is the one that the tools need, which only the caller's type knows.
    options.authorise as Authorise | undefined,
    options.audit,
  );
  const performer = {
    context: options.context,
    maxObservationChars,
    maxValueChars,
    retryDelayMs,
    semaphores: forEachWith(tools, 'concurrency', createSemaphore),
    rateLimiters: forEachWith(tools, 'rateLimit', createRateLimiter),
    oversight,
  };

  const admit = (call: Call) => admitCall(tools, call, maxObservationChars);
  const perform = async (
    admission: Admission,
    performOptions: PerformOptions = {},
  ): Promise<Execution> => {
    if (admission.ok) return performCall(performer, admission, performOptions);
    const { observation, call = {} } = admission;
    const keys = { idempotencyKey: randomKey(), callId: randomKey() };
    await oversight?.refused(call, observation, { ...keys, ...performOptions });
    return { observation, outcome: 'not_started', attempts: 0, ms: 0 };
  };
  return {
    tools,
    maxObservationChars,
    maxValueChars,
    ...(oversight === undefined ? {} : { oversight }),
    admit,
    perform,
    dispatch: async (call, performOptions) =>
      (await perform(await admit(call), performOptions)).observation,
    refuse: (tool, error) => errorObservation(tool, error, maxObservationChars),
  };
}

function assertNoneNeedsContext(tools: ReadonlyMap<string, Tool>): void {
  const needing = [...tools.values()].filter(needsContext).map(({ name }) => `"${name}"`);
  if (needing.length === 0) return;
  throw createToolDefinitionError(
    'missing_context',
    `No context was given, but these tools need one: ${needing.join(', ')}. Give \`context\`, or define them with defineTool`,
  );
}

/** What each tool that has an option needs one of, made of that option. */
function forEachWith<Option extends 'concurrency' | 'rateLimit', Made>(
  tools: ReadonlyMap<string, Tool>,
  option: Option,
  make: (value: NonNullable<Tool[Option]>) => Made,
): ReadonlyMap<string, Made> {
  const made = new Map<string, Made>();
  for (const [name, { [option]: value }] of tools) {
    if (value !== undefined) made.set(name, make(value as NonNullable<Tool[Option]>));
  }
  return made;
}

function assertFunction(name: string, value: unknown): void {
  if (value === undefined || typeof value === 'function') return;
  throw createToolDefinitionError('invalid_option', `${name} must be a function, or be left out`);
}

function assertNumber(name: string, value: number, min: number): void {
  if (isWholeNumber(value, min)) return;
  throw createToolDefinitionError(
    'invalid_option',
    `${name} must be a whole number from ${min}, not ${String(value)}`,
  );
}
