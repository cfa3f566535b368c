/** Defaults of a ReAct run beyond the limits, which are `defaultLimits` of `@loopwright/agent-run`. */
export const reactDefaults = {
  /** Unreadable replies are shown to the model and counted as failures. */
  onParseError: 'observe',
  /** The text after a soft end is made by rules, without a model call. */
  synthesis: 'template',
  /** No reminder of the task. */
  remindEvery: 0,
  /** Of a thought, so many UTF-16 code units are shown again in later prompts. */
  maxEchoedThoughtChars: 4_000,
  /** Of the arguments of a call, so many UTF-16 code units of their JSON are shown again. */
  maxEchoedArgsChars: 16_384,
  /** Of a tool's name as a model wrote it, so many UTF-16 code units are shown again; names of tools are no longer. */
  maxEchoedNameChars: 64,
  /** Of the description of a tool, so many UTF-16 code units stand in a native request. */
  maxToolDescriptionChars: 1_000,
  /** No reset: every observation stays in the request in full. */
  keepSteps: 0,
  /** After a reset, so many earlier calls have a line of their own; older ones are counted in one line. */
  maxDigestLines: 20,
  /** Of arguments and of an observation, so many UTF-16 code units stand in such a line. */
  maxDigestChars: 100,
  /** The last step is a step like any other. */
  concludeAtLimit: false,
} as const;

/** Calls that one native reply can hold. */
export const nativeCallsPerStep = 16;

/** The tool name under which an unreadable reply stands in the steps. */
export const parseErrorTool = 'PARSE_ERROR';

/**
 * Options to spread into a run, by how much patience the task deserves (R10).
 *
 * @example runReact({ ...reactPresets.quickLookup, task, model, tools })
 */
export const reactPresets = {
  quickLookup: { limits: { maxSteps: 5 } },
  default: { limits: { maxSteps: 10 } },
  research: { limits: { maxSteps: 20 } },
} as const;
