export { readRetryAfter } from '@loopwright/core-parser';
export type { InvalidOptionsError } from '@loopwright/core-parser/option-checks';
export { isInvalidOptions } from '@loopwright/core-parser/option-checks';
export type {
  Advisor,
  AdvisorContext,
  AdvisorRequest,
  AdvisorRole,
  ReflectedCall,
  ReflectedObservation,
  ReflectedStep,
} from './advisor.ts';
export type { BlockableTools, RepeatedFailureGuard } from './block-repeated-failures.ts';
export { blockRepeatedFailures } from './block-repeated-failures.ts';
export type { CallCheck, RefusalCause, RepeatRefusal } from './check-call.ts';
export type { RepeatedFailureOptions } from './check-repeated-failure.ts';
export { checkRepeatedFailure } from './check-repeated-failure.ts';
export type { ClassifyOptions } from './classify-failure.ts';
export { classifyFailure } from './classify-failure.ts';
export type { CriticOptions } from './create-critic.ts';
export { createCritic } from './create-critic.ts';
export { criticDefaults, lessonStoreDefaults, reflectorDefaults } from './defaults.ts';
export type { EscalationGuard, EscalationGuardOptions } from './escalation-guard.ts';
export { escalationGuard } from './escalation-guard.ts';
export type { Failure, FailureClass, FailureReason } from './failure.ts';
export { failureClasses, failureReasons } from './failure.ts';
export type { FailureFacts } from './failure-facts.ts';
export type { FailureCount, FailurePattern } from './failure-tally.ts';
export type { Lesson, LessonBinding, LessonScope, LessonSubject } from './lesson.ts';
export type { LessonStore, RememberLessonsOptions } from './lesson-store.ts';
export { emptyLessonStore, recallLessons, rememberLessons } from './lesson-store.ts';
export { lessonsText } from './lesson-text.ts';
export type { AlternativeNeed } from './lexical-similarity.ts';
export { lexicalSimilarity } from './lexical-similarity.ts';
export type { WorkedCall } from './lift-lesson.ts';
export type { ReflectionFlag, ReflectionFlagCode } from './model-reflection.ts';
export { reflectionFlagCodes } from './model-reflection.ts';
export type { AlternativeOptions } from './propose-alternative.ts';
export type { ReflectAtEndOptions } from './reflect-at-end.ts';
export { reflectAtEnd } from './reflect-at-end.ts';
export type { ReflectOnFailureOptions } from './reflect-on-failure.ts';
export { reflectOnFailure } from './reflect-on-failure.ts';
export { reflectPresets } from './reflect-presets.ts';
export type { EntityParameters, ReflectedAction } from './reflected-action.ts';
export type { ActionOutcome, Reflection, ReflectionMoment } from './reflection.ts';
export type { BlacklistedEntity } from './reflector.ts';
export { Reflector } from './reflector.ts';
export type { ReflectOnStepsOptions } from './reflector-from-steps.ts';
export { reflectorFromSteps } from './reflector-from-steps.ts';
export type { FailureRules, ReflectorOptions } from './reflector-options.ts';
export type { SensitiveNames } from './secret-names.ts';
export type {
  RefusedCall,
  ReportOptions,
  SessionReflection,
  SessionReport,
} from './session-report.ts';
export { reportSession } from './session-report.ts';
export type { ToolDescription, ToolOrName } from './tool-description.ts';
