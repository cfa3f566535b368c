import { requireInteger } from '@loopwright/core-parser/option-checks';
import type { LoopThresholds } from './defaults.ts';
import { loopPresets } from './defaults.ts';

/** Thresholds as a caller gives them: those left out have the values of `loopPresets.default`. */
export type LoopThresholdOptions = {
  readonly [Name in keyof LoopThresholds]?: LoopThresholds[Name] | undefined;
};

/** Fills in the defaults and refuses thresholds that are no integers or that can never be reached. */
export function checkedLoopThresholds(options: LoopThresholdOptions): LoopThresholds {
  const base = loopPresets.default;
  const windowSize = requireInteger('windowSize', options.windowSize ?? base.windowSize, 2);
  const repeats = (key: 'hintAfterRepeats' | 'stopAfterRepeats') =>
    requireInteger(key, options[key] ?? Math.min(base[key], windowSize), 2, windowSize);
  const mostCycles = Math.max(2, Math.floor(windowSize / 2));
  const cycles = (key: 'hintAfterCycles' | 'stopAfterCycles') =>
    requireInteger(key, options[key] ?? base[key], 2, mostCycles);
  const stopAfterRepeats = repeats('stopAfterRepeats');
  const stopAfterCycles = cycles('stopAfterCycles');
  // Equal steps and rounds of a cycle are revisits too: by default their own thresholds decide.
  const revisits = Math.max(base.stopAfterRevisits, stopAfterRepeats - 1, 2 * stopAfterCycles - 2);
  return {
    windowSize,
    hintAfterRepeats: repeats('hintAfterRepeats'),
    stopAfterRepeats,
    hintAfterCycles: cycles('hintAfterCycles'),
    stopAfterCycles,
    hintAfterRevisits: requireInteger(
      'hintAfterRevisits',
      options.hintAfterRevisits ?? base.hintAfterRevisits,
      1,
    ),
    stopAfterRevisits: requireInteger(
      'stopAfterRevisits',
      options.stopAfterRevisits ?? revisits,
      2,
    ),
  };
}
