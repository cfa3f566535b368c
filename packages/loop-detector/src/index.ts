export type { InvalidOptionsError } from '@loopwright/core-parser/option-checks';
export { isInvalidOptions } from '@loopwright/core-parser/option-checks';
export type { LoopThresholds } from './defaults.ts';
export {
  driftDefaults,
  driftGuardDefaults,
  errorLimitDefaults,
  loopDetectorDefaults,
  loopPresets,
  progressDefaults,
} from './defaults.ts';
export type { DriftGuardOptions } from './drift-guard.ts';
export { driftGuard } from './drift-guard.ts';
export type { DriftComparison, DriftEvidence, DriftState, ScoredAction } from './drift-judge.ts';
export type { DriftGoalState, DriftOptions, Similarity } from './drift-options.ts';
export type { ErrorLimitGuardOptions } from './error-limit-guard.ts';
export { errorLimitGuard } from './error-limit-guard.ts';
export type { FindLoopOptions, FoundLoop } from './find-loop.ts';
export { findLoop } from './find-loop.ts';
export { detectGoalDrift, detectObservationDrift } from './goal-drift.ts';
export type { DetectedAction, LoopDetectorOptions, LoopDetectorState } from './loop-detector.ts';
export { LoopDetector } from './loop-detector.ts';
export type { LoopGuardOptions } from './loop-guard.ts';
export { loopGuard } from './loop-guard.ts';
export type { LoopCause, LoopReport } from './loop-report.ts';
export type { LoopThresholdOptions } from './loop-thresholds.ts';
export type { IsMilestone } from './milestone.ts';
export { hasNewInformation } from './milestone.ts';
export type { ProgressDetectorOptions, ProgressState } from './progress-detector.ts';
export { ProgressDetector } from './progress-detector.ts';
export type { ProgressGuardOptions } from './progress-guard.ts';
export { progressGuard } from './progress-guard.ts';
export type { RelevantInformationOptions } from './relevant-information.ts';
export { relevantInformation } from './relevant-information.ts';
export type {
  ActionSignature,
  ComparisonOptions,
  ResultSignature,
  SignatureOptions,
} from './signature.ts';
export type {
  Guard,
  GuardedCall,
  GuardedObservation,
  GuardedStep,
  GuardFactory,
  GuardStopReason,
  RecordedVerdict,
  Verdict,
} from './step.ts';
export { isActionStep } from './step.ts';
export type { StepSignatureOptions } from './step-signature.ts';
