import type { StepEvidence } from '@loopwright/agent-run';

/** Characters of a failure in a text for people, and how many steps one lists. */
const maxFailureChars = 300;
const maxListed = 10;

/** Each step without a value and why, in words for people (R12). */
export function missingEvidence(evidence: readonly StepEvidence[]): string[] {
  return evidence
    .filter(({ observation }) => !observation.ok)
    .map((step) => {
      const { id, tool, blockedBy } = step;
      return blockedBy === undefined
        ? failureOf(step)
        : `${id}, ${tool}: not started, because ${blockedBy} failed`;
    });
}

/** Why the evidence is not complete: the failures behind the steps that were never started (W3). Undefined when all were. */
export function whyIncomplete(evidence: readonly StepEvidence[]): string | undefined {
  const blocked = new Map<string, string[]>();
  for (const { id, blockedBy } of evidence) {
    if (blockedBy === undefined) continue;
    const waiting = blocked.get(blockedBy) ?? [];
    blocked.set(blockedBy, waiting);
    waiting.push(id);
  }
  const causes = evidence.flatMap((cause) => {
    const waiting = blocked.get(cause.id);
    if (waiting === undefined) return [];
    return [`${failureOf(cause)} (because of it not started: ${listed(waiting, ', ')})`];
  });
  return causes.length === 0 ? undefined : listed(causes, '; ');
}

/** `E1, search: Error: HTTP 500`. */
export function failureOf({ id, tool, observation }: StepEvidence): string {
  const failure = observation.ok ? '' : `${observation.error.type}: ${observation.error.message}`;
  const isLong = failure.length > maxFailureChars;
  const shown = isLong ? `${failure.slice(0, maxFailureChars - 1)}…`.toWellFormed() : failure;
  return `${id}, ${tool}: ${shown}`;
}

function listed(texts: readonly string[], separator: string): string {
  const left = texts.length - maxListed;
  return `${texts.slice(0, maxListed).join(separator)}${left > 0 ? ` and ${left} more` : ''}`;
}
