/** Defaults of a ReWOO run beyond the limits, which are `defaultLimits` of `@loopwright/agent-run`. */
export const rewooDefaults = {
  /** Steps of a plan; a plan with more is refused before any of them runs. */
  maxTasks: 20,
  /** Further calls of the planner after a plan that cannot be carried out. */
  planRepairs: 0,
  /** Further calls of the solver after an answer that cannot be used. */
  answerRepairs: 0,
  /** Of the arguments of a step, so many UTF-16 code units of their JSON are shown to the solver. */
  maxShownArgsChars: 1_000,
  /** Of what is wrong with a plan or an answer, so many UTF-16 code units are shown to the model that wrote it. */
  maxShownProblemChars: 4_000,
} as const;
