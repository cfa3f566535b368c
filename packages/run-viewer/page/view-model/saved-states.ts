import { numberOf, recordOf, textOf, textsOf } from './loose.ts';
import type { RunView } from './run-view.ts';

/** A checkpoint, a return to one, or a shortened conversation. */
export type SavedState = {
  readonly kind: 'checkpoint' | 'restore' | 'compaction';
  readonly text: string;
  readonly priority: string | undefined;
  /** The step beside which it stands in the log. */
  readonly stepId: string;
  readonly seq: number;
};

/** What the run kept of itself and went back to, in order. */
export function savedStates({ steps }: RunView): SavedState[] {
  return steps.flatMap(({ id, remarks }) =>
    remarks.flatMap(({ type, name, data, seq }): SavedState[] => {
      if (type !== 'note') return [];
      const note = recordOf(data);
      const label = textOf(note.label) ?? '';
      if (name === 'checkpoint') {
        const after = numberOf(note.seq) ?? 0;
        const text = `${label} (${after} steps done)`;
        return [{ kind: name, text, priority: textOf(note.priority), stepId: id, seq }];
      }
      if (name === 'restore') {
        const tasks = textsOf(note.tasks).join(', ');
        const text = `back to “${label}”, another way for ${tasks}: ${textOf(note.text) ?? ''}`;
        return [{ kind: name, text, priority: undefined, stepId: id, seq }];
      }
      if (name !== 'compaction') return [];
      const text = `${numberOf(note.digested) ?? 0} turns shortened, ${numberOf(note.kept) ?? 0} kept`;
      return [{ kind: name, text, priority: undefined, stepId: id, seq }];
    }),
  );
}
