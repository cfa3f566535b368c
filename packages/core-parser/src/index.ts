export { canonicalJson } from './canonical-json.ts';
export { capText } from './cap-text.ts';
export { controlWords, isControlWord } from './control-words.ts';
export { maxInputChars, maxJsonChars, maxJsonDepth } from './defaults.ts';
export { digest, digestText } from './digest.ts';
export { encodeJsonObservation, encodeNote, encodeObservation } from './encode-observation.ts';
export { extractJson } from './extract-json.ts';
export type { Json, JsonObject } from './json.ts';
export type { ExtractJsonOptions, JsonReading } from './json-reading.ts';
export type { Critique } from './parse-critique.ts';
export { parseCritique } from './parse-critique.ts';
export type { ParseErrorCode } from './parse-error-code.ts';
export { parseErrorCodes } from './parse-error-code.ts';
export { parseJsonStep } from './parse-json-step.ts';
export { parseReactStep } from './parse-react-step.ts';
export type {
  ActionStep,
  FinalStep,
  GiveUpStep,
  ParseErrorStep,
  ParseStepOptions,
  ReactStep,
  StepFlag,
} from './react-step.ts';
export { isSecretName } from './secret-names.ts';
export type { StepLabel } from './step-labels.ts';
export { stepLabels } from './step-labels.ts';
export type { ToJsonOptions } from './to-json.ts';
export { toJson } from './to-json.ts';
