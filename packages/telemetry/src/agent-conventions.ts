// The names for what no convention covers: steps, ends, loops, drift, reflection, approval.

/** Names of attributes. Those that are labels of metrics have closed sets of values. */
export const agent = {
  sessionId: 'agent.session.id',
  mode: 'agent.mode',
  path: 'agent.path',
  outcome: 'agent.outcome',
  stopReason: 'agent.stop_reason',
  reason: 'agent.reason',
  steps: 'agent.steps',
  step: 'agent.step',
  stepKind: 'agent.step.kind',
  role: 'agent.role',
  attempts: 'agent.attempts',
  usageEstimated: 'agent.usage.estimated',
  toolOutcome: 'agent.tool.outcome',
  toolErrorCode: 'agent.tool.error_code',
  loopKind: 'agent.loop.kind',
  verdict: 'agent.verdict',
  guard: 'agent.guard',
  reflectionBy: 'agent.reflection.by',
  flagCode: 'agent.flag.code',
  flagText: 'agent.flag.text',
  approvalTools: 'agent.approval.tools',
  approved: 'agent.approval.approved',
  denied: 'agent.approval.denied',
  approvalVia: 'agent.approval.via',
  retoldEvents: 'agent.resumed.events',
  retoldSteps: 'agent.resumed.steps',
} as const;

/** Names of span events. Those of notes are `agent.` and the name of the note. */
export const spanEvents = {
  resumed: 'agent.resumed',
  loop: 'agent.loop_detected',
  stall: 'agent.stall_detected',
  drift: 'agent.drift_detected',
  degraded: 'agent.degraded',
  flag: 'agent.flag',
  approvalAsked: 'agent.approval.asked',
  approvalAnswered: 'agent.approval.answered',
  callRefused: 'agent.call.refused',
  callReused: 'agent.call.reused',
} as const;

/** Names of spans that have no operation in the conventions. */
export const spanNames = { step: 'step', reflect: 'reflect' } as const;
