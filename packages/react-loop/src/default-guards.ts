import { ConfigurationError, type GuardFactory } from '@loopwright/agent-run';
import {
  driftGuard,
  errorLimitGuard,
  isInvalidOptions,
  loopGuard,
  progressGuard,
} from '@loopwright/loop-detector';
import { reactDefaults } from './defaults.ts';
import { goalGuards } from './goal-guard.ts';
import { stopOnParseError } from './parse-error-guard.ts';
import type { ReactOptions } from './react-options.ts';
import { reminderGuard } from './reminder-guard.ts';
import { stopConditionGuard } from './stop-condition-guard.ts';

/** The guards of a run: what the options switch on, then the caller's own. @throws ConfigurationError */
export function guardsOf<Answer>(options: ReactOptions<Answer>): GuardFactory[] {
  const { goal, stopWhen = {}, loop, progress, errorLimit, drift, task } = options;
  const remindEvery = options.remindEvery ?? reactDefaults.remindEvery;
  // A guard quotes calls; what a tool calls sensitive stands in no text.
  const sensitive = Object.fromEntries(
    [...(options.tools?.tools?.values() ?? [])].map((tool) => [tool.name, tool.sensitive]),
  );
  return [
    ...goalGuards(goal),
    ...Object.entries(stopWhen).map(([name, check]) => stopConditionGuard(name, check)),
    ...(loop === false ? [] : [made('loop', () => loopGuard({ sensitive, ...loop }))]),
    ...(errorLimit === false ? [] : [made('errorLimit', () => errorLimitGuard(errorLimit))]),
    ...(progress === false ? [] : [made('progress', () => progressGuard(progress))]),
    ...(drift ? [made('drift', () => driftGuard({ goal: task, ...drift }))] : []),
    ...((options.onParseError ?? reactDefaults.onParseError) === 'stop' ? [stopOnParseError] : []),
    ...(remindEvery > 0 ? [reminderGuard(task, remindEvery)] : []),
    ...(options.guards ?? []),
  ];
}

/** Options that a guard refuses are a caller's mistake like any other. */
function made(option: string, make: () => GuardFactory): GuardFactory {
  try {
    return make();
  } catch (error) {
    if (!isInvalidOptions(error)) throw error;
    throw new ConfigurationError('invalid_option', `${option}: ${error.message}`);
  }
}
