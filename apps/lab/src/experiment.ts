import type { Claim, Finding } from './claim.ts';

/** Something that is really done, and the claims about what it showed. */
export type Experiment = {
  readonly title: string;
  readonly claims: readonly Pick<Claim<never>, 'says' | 'basis'>[];
  /** Performs it once and checks its claims, in their order. Never rejects. */
  check(): Promise<Finding[]>;
};

/**
 * Ties an experiment to its claims. A claim that throws is a failed claim; of an experiment that throws all claims are.
 */
export function defineExperiment<Seen>(definition: {
  readonly title: string;
  perform(): Seen | Promise<Seen>;
  readonly claims: readonly Claim<Seen>[];
}): Experiment {
  const { title, claims } = definition;
  return {
    title,
    claims,
    async check() {
      try {
        const seen = await definition.perform();
        return claims.map((claim) => findingOf(claim, seen));
      } catch (error) {
        return claims.map(() => failure('the experiment', error));
      }
    },
  };
}

function findingOf<Seen>(claim: Claim<Seen>, seen: Seen): Finding {
  try {
    return claim.check(seen);
  } catch (error) {
    return failure('the claim', error);
  }
}

function failure(what: string, error: unknown): Finding {
  return { holds: false, observed: `${what} threw ${String(error)}` };
}
