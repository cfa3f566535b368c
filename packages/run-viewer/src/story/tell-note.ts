import type { Json } from '@loopwright/core-parser';

type Told = { readonly type: 'plan' | 'replan' | 'restore'; readonly text: string };

/** Tells a note of a run in words; undefined for notes that tell of no turn that the run took. */
export function tellNote(name: string, data: Json): Told | undefined {
  const note = typeof data === 'object' && data !== null && !Array.isArray(data) ? data : {};
  const text = (field: string) => (typeof note[field] === 'string' ? note[field] : '');
  const number = (field: string) => (typeof note[field] === 'number' ? ` ${note[field]}` : '');
  const { steps, tasks } = note;
  if (name === 'replan') {
    return { type: 'replan', text: said(`Replan${number('replan')}`, text('reason')) };
  }
  if (name === 'restore') return { type: 'restore', text: said('Back', text('text')) };
  if (name !== 'plan') return undefined;
  if (Array.isArray(steps)) {
    return { type: 'plan', text: `Plan${number('plan')}: ${counted(steps.length, 'step')}` };
  }
  const count = Array.isArray(tasks) ? counted(tasks.length, 'task') : '';
  const split = text('split') && `Task ${text('split')} split`;
  return { type: 'plan', text: said(split || 'Plan', count) };
}

/** `1 step`, `2,400 steps`. */
export function counted(count: number, what: string): string {
  return `${count.toLocaleString('en')} ${what}${count === 1 ? '' : 's'}`;
}

function said(what: string, more: string): string {
  return more === '' ? what : `${what}: ${more}`;
}
