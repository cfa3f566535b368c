import type { EffectView } from '../view-model/run-view.ts';

/** How the status of an effect looks: an icon and a word. */
export const effectLooks = {
  committed: { tone: 'good', icon: '✓', word: 'committed' },
  not_started: { tone: 'plain', icon: '○', word: 'not started' },
  unknown: { tone: 'bad', icon: '?', word: 'unknown: it may have happened' },
} as const satisfies Record<EffectView['status'], object>;
