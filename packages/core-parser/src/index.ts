export { maxInputChars, maxJsonChars, maxJsonDepth, maxPlanSteps } from './defaults.ts';
export { canonicalJson } from './json/canonical-json.ts';
export { digest, digestText } from './json/digest.ts';
export { extractJson } from './json/extract-json.ts';
export type { Json, JsonObject } from './json/json.ts';
export { jsonLine } from './json/json-line.ts';
export type { ExtractJsonOptions, JsonReading } from './json/json-reading.ts';
export type { ToJsonOptions } from './json/to-json.ts';
export { toJson } from './json/to-json.ts';
export type { InvalidOptionsError } from './option-checks.ts';
export { isInvalidOptions } from './option-checks.ts';
export type { ParseErrorCode } from './parse-error-code.ts';
export { parseErrorCodes } from './parse-error-code.ts';
export { parsePlan } from './plan/parse-plan.ts';
export type { Plan, PlanStep } from './plan/plan.ts';
export type { PlanForm } from './plan/plan-form.ts';
export { planForms } from './plan/plan-form.ts';
export type {
  ParsePlanOptions,
  PlanFlag,
  PlanLimits,
  PlanProblem,
  PlanReading,
} from './plan/plan-reading.ts';
export type { PlanTools } from './plan/plan-tools.ts';
export { planWaves } from './plan/plan-waves.ts';
export type { ReferencePath } from './plan/reference-path.ts';
export type { Reference } from './plan/references.ts';
export { findReferences } from './plan/references.ts';
export type { Evidence, Substitution } from './plan/substitute.ts';
export { substitute } from './plan/substitute.ts';
export { validatePlan } from './plan/validate-plan.ts';
export { redactArguments } from './redact-arguments.ts';
export { isSecretName } from './secret-names.ts';
export { maskSecretValues } from './secret-values.ts';
export { controlWords, isControlWord } from './step/control-words.ts';
export type { Critique } from './step/parse-critique.ts';
export { parseCritique } from './step/parse-critique.ts';
export { parseJsonStep } from './step/parse-json-step.ts';
export { parseReactStep } from './step/parse-react-step.ts';
export type { DetectedStep, DetectStepOptions } from './step/parse-step.ts';
export { parseStep } from './step/parse-step.ts';
export type {
  ActionStep,
  FinalStep,
  GiveUpStep,
  ParseErrorStep,
  ParseStepOptions,
  ReactStep,
  StepFlag,
} from './step/react-step.ts';
export type { ReasoningRemoval } from './step/remove-reasoning.ts';
export { removeReasoning } from './step/remove-reasoning.ts';
export type { StepForm } from './step/step-form.ts';
export { stepForms } from './step/step-form.ts';
export type { StepDelta } from './stream/step-delta.ts';
export type { StepStream } from './stream/step-stream.ts';
export { createStepStream } from './stream/step-stream.ts';
export { capText } from './text/cap-text.ts';
export { encodeJsonObservation, encodeNote, encodeObservation } from './text/encode-observation.ts';
export { readHeader } from './text/read-header.ts';
export type { WaitFacts } from './text/retry-after.ts';
export { readRetryAfter, retryAfterOf } from './text/retry-after.ts';
export type { StepLabel } from './text/step-labels.ts';
export { stepLabels } from './text/step-labels.ts';
