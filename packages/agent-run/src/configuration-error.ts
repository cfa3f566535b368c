const mark = Symbol.for('@loopwright/agent-run/configuration-error');

/** What a caller can get wrong. */
export type ConfigurationErrorCode =
  | 'invalid_limit'
  | 'invalid_allowance'
  | 'missing_prices'
  | 'missing_criterion'
  | 'invalid_task'
  | 'invalid_option'
  | 'parent_used_twice'
  | 'bounds_exceeded';

/** A caller's mistake, found before anything ran. Test with {@link isConfigurationError}, not with `instanceof`. */
export class ConfigurationError extends Error {
  readonly code: ConfigurationErrorCode;
  readonly [mark] = true;

  constructor(code: ConfigurationErrorCode, message: string) {
    super(message);
    this.name = 'ConfigurationError';
    this.code = code;
  }
}

export function isConfigurationError(value: unknown): value is ConfigurationError {
  return typeof value === 'object' && value !== null && mark in value;
}
