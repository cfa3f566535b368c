import type { RunResult } from '@loopwright/agent-run';
import type { CrashedSession } from './crash-session.ts';
import type { Reference } from './reference.ts';
import { duplicateEffects, effectsOf, isOnceCall, keysByLabel } from './world-counts.ts';
import type { WorldLine } from './world-file.ts';

/**
 * Compares a session that was killed with the undisturbed run: it must come to the same, nothing stored has run again, and
 * what may happen once has happened once, or is said to be unknown.
 */
export function sessionFaults(crashed: CrashedSession, reference: Reference): string[] {
  const { sessionId, rerun, lines, result } = crashed;
  const duplicates = duplicateEffects(lines);
  return [
    ...rerun.map((step) => `${step} was stored and ran again`),
    ...resultFaults(result, reference.result),
    ...(duplicates > 0 ? [`${duplicates} effects took place twice`] : []),
    ...startFaults(lines),
    ...effectFaults(lines, reference.lines),
    ...ledgerFaults(crashed, reference),
  ].map((fault) => `${sessionId}: ${fault}`);
}

function resultFaults(result: RunResult<unknown>, expected: RunResult<unknown>): string[] {
  const [found, wanted] = [comparable(result), comparable(expected)];
  return found === wanted ? [] : [`the result is ${found} and not ${wanted}`];
}

/** A call whose outcome is unknown counts as failed; otherwise the counts are the same. */
function comparable(result: RunResult<unknown>): string {
  const { status, stopReason, counts } = result;
  const { ok, failed, refused, reused } = counts.toolCalls;
  return JSON.stringify({
    ...{ status, stopReason, modelCalls: counts.modelCalls },
    answer: result.status === 'solved' ? result.answer : undefined,
    toolCalls: { performed: ok + failed, refused, reused },
    calls: result.steps.map(({ calls }) => calls),
  });
}

/** A `once` call is started once, also when its effect may not have taken place. */
function startFaults(lines: readonly WorldLine[]): string[] {
  const starts = lines.filter((line) => line.what === 'tool' && isOnceCall(line));
  return [...keysByLabel(starts)]
    .filter(([, keys]) => keys.length > 1)
    .map(([label, keys]) => `${label} was started ${keys.length} times`);
}

/** Effects have the keys of the undisturbed run, and only those of `once` calls may be missing. */
function effectFaults(lines: readonly WorldLine[], expected: readonly WorldLine[]): string[] {
  const faults: string[] = [];
  const happened = keysByLabel(effectsOf(lines));
  const wanted = keysByLabel(effectsOf(expected));
  for (const [label, keys] of happened) {
    const right = wanted.get(label)?.map(withoutSession);
    const wrong = keys.filter((key) => !right?.includes(withoutSession(key)));
    faults.push(...wrong.map((key) => `${label} took place under the key ${key}`));
  }
  for (const line of effectsOf(expected)) {
    const isMissing = !isOnceCall(line) && !happened.has(line.label!);
    if (isMissing) faults.push(`${line.label} never took place`);
  }
  return faults;
}

/** The ledger has the lines of the undisturbed run, and says `unknown` of the calls that were cut, and of no others. */
function ledgerFaults({ result, lines, cutCalls }: CrashedSession, reference: Reference): string[] {
  const faults: string[] = [];
  const [ids, wanted] = [ledgerIds(result), ledgerIds(reference.result)];
  if (ids !== wanted) faults.push(`the ledger has the lines ${ids} and not ${wanted}`);
  const happened = new Set(effectsOf(lines).map(({ key }) => key));
  for (const { id, status, stepKeys } of result.effects) {
    const wasCut = stepKeys.some((key) => cutCalls.has(key));
    const right = wasCut ? 'unknown' : 'committed';
    if (status !== right) faults.push(`the ledger says ${status} of ${id}, which is ${right}`);
    if (status !== 'unknown' && !happened.has(id)) faults.push(`${id} never took place`);
  }
  return faults;
}

function ledgerIds({ effects }: RunResult<unknown>): string {
  return effects
    .map(({ id }) => withoutSession(id))
    .sort()
    .join(', ');
}

function withoutSession(id: string): string {
  return id.slice(id.indexOf('/'));
}
