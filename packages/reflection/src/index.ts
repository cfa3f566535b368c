export type {
  Advisor,
  AdvisorContext,
  AdvisorRequest,
  AdvisorRole,
  ReflectedCall,
  ReflectedObservation,
  ReflectedStep,
} from './advisor.ts';
export type { FailureFacts } from './classify-failure.ts';
export { classifyFailure } from './classify-failure.ts';
export type { CriticOptions } from './create-critic.ts';
export { createCritic } from './create-critic.ts';
export { criticDefaults, reflectorDefaults } from './defaults.ts';
export type { EscalationGuard, EscalationGuardOptions } from './escalation-guard.ts';
export { escalationGuard } from './escalation-guard.ts';
export type { Failure, FailureClass, FailureReason } from './failure.ts';
export { failureClasses } from './failure.ts';
export type { InvalidOptionsError } from './invalid-options.ts';
export { isInvalidOptions } from './invalid-options.ts';
export type { Lesson } from './lesson.ts';
export type { AlternativeOptions } from './propose-alternative.ts';
export type { ReflectOnFailureOptions } from './reflect-on-failure.ts';
export { reflectOnFailure } from './reflect-on-failure.ts';
export { reflectPresets } from './reflect-presets.ts';
export type { ReflectedAction } from './reflected-action.ts';
export type { ActionOutcome, FailureCount, FailurePattern, Reflection } from './reflection.ts';
export type { ReflectorOptions } from './reflector.ts';
export { Reflector } from './reflector.ts';
export type { ReflectOnStepsOptions } from './reflector-from-steps.ts';
export { reflectorFromSteps } from './reflector-from-steps.ts';
export type { SensitiveNames } from './secret-names.ts';
