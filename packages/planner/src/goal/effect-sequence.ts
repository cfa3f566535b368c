import type { Effect, Run } from '@loopwright/agent-run';
import type { SequencedEffect } from '../checkpoint.ts';

/** An effect of the run, with the step in which it was made last. */
export type RunEffect = Effect & SequencedEffect;

/** Tells in which step of the run each effect was made, 0 for those that were there before it. */
export class EffectSequence {
  readonly #run: Run;
  readonly #seen = new Map<string, { readonly seq: number; readonly calls: number }>();

  constructor(run: Run) {
    this.#run = run;
    this.update();
  }

  /** To be called behind every step. */
  update(): void {
    const seq = this.#run.steps.length;
    for (const { id, stepKeys } of this.#run.effects) {
      const calls = stepKeys.length;
      if (this.#seen.get(id)?.calls !== calls) this.#seen.set(id, { seq, calls });
    }
  }

  all(): RunEffect[] {
    return this.#run.effects.map((effect) => ({
      ...effect,
      seq: this.#seen.get(effect.id)?.seq ?? 0,
    }));
  }
}
