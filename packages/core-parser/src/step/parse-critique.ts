import { extractJson } from '../json/extract-json.ts';
import type { Json } from '../json/json.ts';

/** What a critic said of the last step (P7). A critic advises; nothing here is a verdict. */
export type Critique = {
  /** `'unknown'` when the critic did not say true or false. */
  onTrack: boolean | 'unknown';
  critique: string;
  nextHint: string;
  /** The reply was no JSON object. */
  parseFailed: boolean;
};

/**
 * Reads `{"on_track", "critique", "next_hint"}` (P7). Never throws and never assumes approval: a reply that cannot be
 * read, or an `on_track` that is missing or no boolean, is `'unknown'`.
 */
export function parseCritique(text: string): Critique {
  const reading = extractJson(text);
  if (!reading.ok) return { onTrack: 'unknown', critique: '', nextHint: '', parseFailed: true };
  const { on_track: onTrack, critique, next_hint: nextHint } = reading.value;
  return {
    onTrack: typeof onTrack === 'boolean' ? onTrack : 'unknown',
    critique: textOf(critique),
    nextHint: textOf(nextHint),
    parseFailed: false,
  };
}

function textOf(value: Json | undefined): string {
  return typeof value === 'string' ? value : '';
}
