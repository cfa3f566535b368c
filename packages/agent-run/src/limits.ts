import { ConfigurationError } from './configuration-error.ts';
import { defaultLimits } from './defaults.ts';
import { type Allowance, advisoryRoles, essentialRoles } from './role.ts';

/** The limits of a run. Whole numbers; see `defaultLimits` for the meaning and default of each. */
export type Limits = {
  maxSteps: number;
  maxToolCalls: number;
  maxCallsPerStep: number;
  waveConcurrency: number;
  attempts: number;
  retryDelayMs: number;
  callMs: number;
  idleStreamMs: number;
  graceMs: number;
  /** Tokens in and out, all roles and sub-agents. A call in flight may pass it. Default: none. */
  maxTokens?: number;
  /** Money, from the prices given. Default: none. The one limit that need not be whole. */
  maxCostUsd?: number;
  /** Time spent in model and tool calls; waiting for approval and downtime do not count. Default: none. */
  activeMs?: number;
};

const limitNames = [...Object.keys(defaultLimits), 'maxTokens', 'maxCostUsd', 'activeMs'];

/** Limits as a caller sets them; what is missing or undefined has its default. */
export type LimitOptions = { [Name in keyof Limits]?: Limits[Name] | undefined };

const atLeastOne = [
  'maxSteps',
  'maxCallsPerStep',
  'waveConcurrency',
  'attempts',
  'callMs',
  'idleStreamMs',
];

/**
 * Fills in the defaults and refuses whatever is not a limit.
 *
 * @throws ConfigurationError `invalid_limit` for no object, an unknown name, NaN, Infinity, a fraction or a negative number.
 */
export function resolveLimits(given: LimitOptions = {}): Limits {
  if (typeof given !== 'object' || given === null) {
    throw new ConfigurationError('invalid_limit', `limits must be an object, not ${String(given)}`);
  }
  const limits: Record<string, unknown> = { ...defaultLimits };
  for (const [name, value] of Object.entries(given)) {
    if (value === undefined) continue;
    checkLimit(name, value);
    limits[name] = value;
  }
  return limits as Limits;
}

function checkLimit(name: string, value: unknown): void {
  if (!limitNames.includes(name)) {
    throw new ConfigurationError(
      'invalid_limit',
      `There is no limit ${name}; the limits are ${limitNames.join(', ')}`,
    );
  }
  const whole = name !== 'maxCostUsd';
  const least = atLeastOne.includes(name) ? 1 : 0;
  const right =
    typeof value === 'number' &&
    (whole ? Number.isSafeInteger(value) : Number.isFinite(value)) &&
    value >= least;
  if (!right) {
    const kind = whole ? 'a whole number' : 'a number';
    throw new ConfigurationError(
      'invalid_limit',
      `The limit ${name} must be ${kind} of at least ${least}, not ${String(value)}`,
    );
  }
}

const roles: readonly string[] = [...essentialRoles, ...advisoryRoles];

/**
 * @throws ConfigurationError `invalid_allowance` for a name that is no role, and unless every role has a whole number
 * of calls, 0 or more.
 */
export function checkAllowance(allowance: Allowance): void {
  for (const [role, calls] of Object.entries(allowance)) {
    if (!roles.includes(role)) {
      throw new ConfigurationError(
        'invalid_allowance',
        `There is no role ${role}; the roles are ${roles.join(', ')}`,
      );
    }
    if (!Number.isSafeInteger(calls) || calls < 0) {
      throw new ConfigurationError(
        'invalid_allowance',
        `The allowance of ${role} must be a whole number of calls, 0 or more, not ${String(calls)}`,
      );
    }
  }
}
