export type { Admission } from './admit.ts';
export type { Call } from './call.ts';
export type { CallOutcome } from './call-result.ts';
export type { ContextOf } from './context-option.ts';
export { registryDefaults, toolDefaults } from './defaults.ts';
export type { ToolOptions } from './define-tool.ts';
export { defineTool, toolsFor } from './define-tool.ts';
export type { ErrorDescription } from './describe-error.ts';
export { describeError } from './describe-error.ts';
export { describeTool } from './describe-tool.ts';
export { errorObservation, outcomeUnknown } from './error-observation.ts';
export type { Execution } from './execution.ts';
export { needsApproval } from './needs-approval.ts';
export type { ErrorClass, Observation, ToolError, ToolErrorCode } from './observation.ts';
export { errorClasses, toolErrorCodes } from './observation.ts';
export type { Audit, AuditEvent } from './oversight/audit-event.ts';
export type {
  AuthorisationAnswer,
  AuthorisationRequest,
  Authorise,
} from './oversight/authorisation.ts';
export type { Oversight, OversightOptions } from './oversight/oversight.ts';
export type { PerformOptions } from './perform.ts';
export type { RateLimit } from './rate-limiter.ts';
export { redactSecrets } from './redact-secrets.ts';
export type { Settled, SettleOptions } from './settle.ts';
export { settle } from './settle.ts';
export type { RepeatPolicy, Tool, ToolEffect, ToolExecution } from './tool.ts';
export { repeatPolicies, toolEffects } from './tool.ts';
export type { ToolDefinitionError, ToolDefinitionErrorCode } from './tool-definition-error.ts';
export { isToolDefinitionError, toolDefinitionErrorCodes } from './tool-definition-error.ts';
export type { ToolFailure, ToolFailureCode, ToolFailureOptions } from './tool-failure.ts';
export { isToolFailure, notStarted, toolFailure } from './tool-failure.ts';
export { sanitiseToolName } from './tool-name.ts';
export { toolParameters } from './tool-parameters.ts';
export type { ToolRegistry, ToolRegistryOptions } from './tool-registry.ts';
export { createToolRegistry } from './tool-registry.ts';
export type { ObservationLimits } from './value-observation.ts';
export { valueObservation } from './value-observation.ts';
