import type { PlanForm } from './plan-form.ts';

/** A reference as the form writes it, to be shown to the model. */
export function showReference(id: string, form: PlanForm): string {
  if (form === 'json_calls') return `$${id}$`;
  // An amount such as $3.50 is shown as it was written.
  if (form === 'numbered') return id.startsWith('$') ? id : `$${id}`;
  return /^E\d+(?:\[|$)/.test(id) ? `#${id}` : `#{${id}}`;
}
