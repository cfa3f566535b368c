import type { CheckedClaim } from './claim.ts';
import type { Experiment } from './experiment.ts';

export type LabReport = {
  /** Claims that hold. */
  readonly passed: number;
  readonly total: number;
  readonly claims: readonly CheckedClaim[];
};

/** Performs the experiments one after the other and numbers their claims. */
export async function runLab(experiments: readonly Experiment[]): Promise<LabReport> {
  const claims: CheckedClaim[] = [];
  for (const [at, experiment] of experiments.entries()) {
    const findings = await experiment.check();
    for (const [place, { says, basis }] of experiment.claims.entries()) {
      const id = `${at + 1}.${place + 1}`;
      claims.push({ id, experiment: experiment.title, claim: says, basis, ...findings[place]! });
    }
  }
  const passed = claims.filter(({ holds }) => holds).length;
  return { passed, total: claims.length, claims };
}
