import { LoopDetector, type LoopDetectorState } from '@loopwright/loop-detector';
import { inferredFrom, stated } from '../claim.ts';
import { defineExperiment } from '../experiment.ts';

type Seen = {
  /** After each of four identical actions. */
  readonly identical: readonly LoopDetectorState[];
  /** After each of A, B, A, B, A, B. */
  readonly alternating: readonly LoopDetectorState[];
};

/** Actions that repeat, recorded one by one in detectors with their defaults. */
export const loop = defineExperiment<Seen>({
  title: 'Loop detection on repetitive patterns',
  perform() {
    const same = new LoopDetector();
    const search = { name: 'search', parameters: { q: 'same' } };
    const turns = new LoopDetector();
    return {
      identical: [1, 2, 3, 4].map(() => same.recordAction({ ...search })),
      alternating: [...'ABABAB'].map((name) => turns.recordAction({ name, parameters: {} })),
    };
  },
  claims: [
    {
      says: 'Three identical actions are no loop yet',
      basis: inferredFrom('Loop detection triggers on repetitive patterns'),
      check({ identical }) {
        const detected = identical.slice(0, 3).map(({ loopDetected }) => loopDetected);
        return { holds: detected.every((each) => each === false), observed: detected };
      },
    },
    {
      says: 'The fourth is one',
      basis: stated('after four identical actions'),
      check({ identical }) {
        const { loopDetected } = identical[3]!;
        return { holds: loopDetected === true, observed: loopDetected };
      },
    },
    {
      says: "The pattern is ['search(q=same)']",
      basis: stated("['search(q=same)']"),
      check({ identical }) {
        const pattern = identical[3]!.loopPattern ?? [];
        const holds = pattern.length === 1 && pattern[0] === 'search(q=same)';
        return { holds, observed: pattern };
      },
    },
    {
      says: 'A, B, A, B, A, B are [A, B] three times',
      basis: stated('[A, B] repeats 3 times'),
      check({ alternating }) {
        const { loopDetected, loopPattern = [], repeats = 0 } = alternating.at(-1)!;
        const holds = loopDetected && loopPattern.join() === 'A(),B()' && repeats === 3;
        return { holds, observed: { loopDetected, loopPattern, repeats } };
      },
    },
  ],
});
