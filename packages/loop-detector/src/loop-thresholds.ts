import type { LoopThresholds } from './defaults.ts';
import { loopPresets } from './defaults.ts';
import { requireInteger } from './invalid-options.ts';

/** Fills in the defaults and refuses thresholds that are no integers or that can never be reached. */
export function checkedLoopThresholds(options: Partial<LoopThresholds>): LoopThresholds {
  const base = loopPresets.default;
  const windowSize = requireInteger('windowSize', options.windowSize ?? base.windowSize, 2);
  const repeats = (key: 'hintAfterRepeats' | 'stopAfterRepeats') =>
    requireInteger(key, options[key] ?? Math.min(base[key], windowSize), 2, windowSize);
  const mostCycles = Math.max(2, Math.floor(windowSize / 2));
  const cycles = (key: 'hintAfterCycles' | 'stopAfterCycles') =>
    requireInteger(key, options[key] ?? base[key], 2, mostCycles);
  const stopAfterRepeats = repeats('stopAfterRepeats');
  // Equal steps in a row are revisits too: by default their own threshold decides.
  const revisits = Math.max(base.stopAfterRevisits, stopAfterRepeats - 1);
  return {
    windowSize,
    hintAfterRepeats: repeats('hintAfterRepeats'),
    stopAfterRepeats,
    stopAfterRevisits: requireInteger(
      'stopAfterRevisits',
      options.stopAfterRevisits ?? revisits,
      2,
    ),
    hintAfterCycles: cycles('hintAfterCycles'),
    stopAfterCycles: cycles('stopAfterCycles'),
  };
}
