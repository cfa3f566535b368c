import type { WorldLine } from './world-file.ts';

/** Effects that took place. Labels name calls: no session makes two calls of the same label. */
export function effectsOf(lines: readonly WorldLine[]): WorldLine[] {
  return lines.filter(({ what }) => what === 'effect');
}

/** Whether a call is one of a `once` tool, whose receiver acts each time it is asked. */
export function isOnceCall({ label = '' }: WorldLine): boolean {
  return /^(send|wire) /.test(label);
}

/** Starts of models or tools beyond the first one in each step. */
export function extraStarts(lines: readonly WorldLine[], what: 'model' | 'tool'): number {
  const starts = lines.filter((line) => line.what === what);
  return starts.length - new Set(starts.map(({ step }) => step)).size;
}

/** Keys under which each effect took place, as often as it did. */
export function keysByLabel(lines: readonly WorldLine[]): Map<string, string[]> {
  const keys = new Map<string, string[]>();
  for (const { label = '', key = '' } of lines) {
    keys.set(label, [...(keys.get(label) ?? []), key]);
  }
  return keys;
}

/** Effects that an idempotent receiver was asked for again under the same key. */
export function deduplicatedEffects(lines: readonly WorldLine[]): number {
  const keyed = effectsOf(lines).filter((line) => !isOnceCall(line));
  return keyed.length - new Set(keyed.map(({ key }) => key)).size;
}

/** Effects that the world has twice: of a `once` call, or of an idempotent one under another key. */
export function duplicateEffects(lines: readonly WorldLine[]): number {
  const effects = effectsOf(lines);
  const sent = effects.filter(isOnceCall).map(({ label }) => label);
  const keyed = effects.filter((line) => !isOnceCall(line));
  const pairs = new Set(keyed.map(({ label, key }) => `${label} ${key}`));
  const paid = new Set(keyed.map(({ label }) => label));
  return sent.length - new Set(sent).size + pairs.size - paid.size;
}
