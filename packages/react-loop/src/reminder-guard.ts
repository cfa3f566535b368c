import type { GuardFactory } from '@loopwright/agent-run';

/** Asks every so many steps, in a note at the tail of the prompt, whether the actions still serve the task (R18). */
export function reminderGuard(task: string, every: number): GuardFactory {
  const text = `Do your recent actions still serve the task: ${task}`;
  return () => ({
    name: 'reminder',
    options: { every },
    judge: (step) => (step.n % every === 0 ? { kind: 'hint', text } : undefined),
  });
}
