import type { GuardFactory } from '@loopwright/agent-run';
import { driftGuard, errorLimitGuard, loopGuard, progressGuard } from '@loopwright/loop-detector';
import { reactDefaults } from './defaults.ts';
import { goalGuard } from './goal-guard.ts';
import { stopOnParseError } from './parse-error-guard.ts';
import type { ReactOptions } from './react-options.ts';
import { reminderGuard } from './reminder-guard.ts';

/** The guards of a run: what the options switch on, then the caller's own. */
export function guardsOf<Answer>(options: ReactOptions<Answer>): GuardFactory[] {
  const { goal, loop, progress, errorLimit, drift, task } = options;
  const remindEvery = options.remindEvery ?? reactDefaults.remindEvery;
  return [
    ...(goal ? [goalGuard(goal)] : []),
    ...(loop === false ? [] : [loopGuard(loop)]),
    ...(errorLimit === false ? [] : [errorLimitGuard(errorLimit)]),
    ...(progress === false ? [] : [progressGuard(progress)]),
    ...(drift ? [driftGuard({ goal: task, ...drift })] : []),
    ...((options.onParseError ?? reactDefaults.onParseError) === 'stop' ? [stopOnParseError] : []),
    ...(remindEvery > 0 ? [reminderGuard(task, remindEvery)] : []),
    ...(options.guards ?? []),
  ];
}
