export type { AgentTool, ParentHandle } from './agent-tool.ts';
export { defineAgentTool, isAgentTool } from './agent-tool.ts';
export type { Bounds, Price, Prices } from './bounds.ts';
export { withCallIds } from './call-ids.ts';
export type { ConfigurationErrorCode } from './configuration-error.ts';
export { ConfigurationError, isConfigurationError } from './configuration-error.ts';
export { defaultLimits } from './defaults.ts';
export type { ApprovalAnswer, Effect, ForkOrigin, Pending } from './effect.ts';
export { isSuspended, suspended } from './ended.ts';
export type { Status, StopReason, StopReasonOf } from './ends.ts';
export { endOrder, ends, isSoftEnd } from './ends.ts';
export { evaluateBounds } from './evaluate-bounds.ts';
export type { DurableEvent, LiveEvent } from './events.ts';
export type { JournalErrorCode } from './journal-error.ts';
export { isJournalError, JournalError } from './journal-error.ts';
export { journalFromEvents } from './journal-from-events.ts';
export type { LimitOptions, Limits } from './limits.ts';
export { resolveLimits } from './limits.ts';
export type { JournalEntry, JournalRecord, MemoryJournal } from './memory-journal.ts';
export { createMemoryJournal } from './memory-journal.ts';
export { costOf } from './meter.ts';
export type {
  FinishReason,
  Message,
  Model,
  ModelError,
  ModelErrorKind,
  ModelReply,
  ModelRequest,
  RawCall,
  ToolSpec,
  Usage,
} from './model.ts';
export { finishReasons, modelErrorKinds } from './model.ts';
export { passThroughRuntime } from './pass-through-runtime.ts';
export { readApprovalAnswer } from './read-approval-answer.ts';
export type { Counts, PartialResult, RunResult } from './result.ts';
export type { Allowance, Role } from './role.ts';
export { advisoryRoles, essentialRoles } from './role.ts';
export type { Progress, Run } from './run.ts';
export type { AnswerCheck, Outcome, RunOptions, RunSpec } from './run-spec.ts';
export { runStrategy } from './run-strategy.ts';
export type { RunHandle } from './start-strategy.ts';
export { startStrategy } from './start-strategy.ts';
export type {
  Advisor,
  AdvisorContext,
  Guard,
  GuardAnswer,
  GuardFactory,
  Step,
  Turn,
  Verdict,
} from './step.ts';
export type { RuntimeStep, Stamp, StepRuntime } from './step-runtime.ts';
export { answerSchemaOf, describeAnswer, readTypedAnswer } from './typed-answer.ts';
export type { PlanWalk, PlanWalkOptions, StepEvidence, UnresolvedStep } from './walk-plan.ts';
export { walkPlan } from './walk-plan.ts';
