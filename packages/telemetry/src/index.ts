export type {
  SubAgent,
  Telemetry,
  TelemetryOptions,
  WatchedOptions,
  WatchingOptions,
} from './create-telemetry.ts';
export { createTelemetry } from './create-telemetry.ts';
export { captureContentVariable, semanticConventions } from './semantic-conventions.ts';
