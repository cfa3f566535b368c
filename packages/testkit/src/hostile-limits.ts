import type { Limits } from '@loopwright/agent-run';

/** Limits under which a hostile model and hostile tools are given up within milliseconds. */
export const hostileLimits = {
  maxSteps: 6,
  maxToolCalls: 12,
  maxCallsPerStep: 4,
  attempts: 2,
  retryDelayMs: 0,
  callMs: 5,
  idleStreamMs: 4,
  graceMs: 1,
} as const satisfies Partial<Limits>;
