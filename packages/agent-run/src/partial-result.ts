import { canonicalJson, capText, type Json } from '@loopwright/core-parser';
import type { Observation, ToolErrorCode } from '@loopwright/tool-registry';
import { partialDefaults } from './defaults.ts';
import type { Effect } from './effect.ts';
import type { PartialResult } from './result.ts';
import type { RunState } from './run-state.ts';

/**
 * What was achieved, made by rules from what was observed (R8, R12): nothing that no tool said gets in. `said` is the
 * model's own partial text and comes first.
 */
export function partialResult(state: RunState, said: string): PartialResult {
  const observations = state.steps.flatMap((step) => step.observations);
  const found = distinct(observations.filter((each) => each.ok));
  const { done, total } = state.progress;
  const missing = [...(state.progress.missing ?? failedTools(observations))];
  const sentences = [
    said.trim(),
    done !== undefined && total !== undefined ? `Completed ${done} of ${total} subtasks.` : '',
    foundSentence(found),
    missing.length > 0 ? `Could not determine: ${missing.join('; ')}.` : '',
    effectsSentence(state.session.ledger.effects),
  ].filter((sentence) => sentence !== '');
  return {
    text: sentences.join(' '),
    found: found.map((each) => each.value),
    missing,
    ...(done !== undefined && total !== undefined ? { subtasks: { done, total } } : {}),
  };
}

type Success = Extract<Observation, { ok: true }>;

function distinct(observations: readonly Success[]): Success[] {
  const seen = new Map<string, Success>();
  for (const each of observations) {
    const identity = `${each.tool} ${canonicalJson(each.value)}`;
    if (!seen.has(identity)) seen.set(identity, each);
  }
  return [...seen.values()];
}

function foundSentence(found: readonly Success[]): string {
  if (found.length === 0) return 'Nothing was found.';
  const { maxChars, maxItems } = partialDefaults;
  const shown = found
    .slice(-maxItems)
    .map((each) => `${each.tool}: ${capText(each.text.replaceAll(/\s+/g, ' '), maxChars)}`);
  const left = found.length - shown.length;
  return `Found ${shown.join('; ')}${left > 0 ? `; and ${left} earlier` : ''}.`;
}

const notACall: readonly ToolErrorCode[] = ['unreadable_call', 'unknown_tool'];

/** Tools that failed and never succeeded: what they would have told is missing. */
function failedTools(observations: readonly Observation[]): string[] {
  const succeeded = new Set(observations.filter((each) => each.ok).map((each) => each.tool));
  const failed = observations.filter(
    (each) => !each.ok && !succeeded.has(each.tool) && !notACall.includes(each.error.code),
  );
  return [...new Set(failed.map((each) => `what ${each.tool} would have told`))];
}

function effectsSentence(effects: readonly Effect[]): string {
  const parts = (['committed', 'not_started', 'unknown'] as const).flatMap((status) => {
    const tools = effects.filter((effect) => effect.status === status).map(describeEffect);
    return tools.length > 0 ? [`${effectWords[status]}: ${tools.join(', ')}`] : [];
  });
  return parts.length > 0 ? `${parts.join('. ')}.` : '';
}

const effectWords = {
  committed: 'Was done',
  not_started: 'Was not started',
  unknown: 'May or may not have been done',
};

function describeEffect({ tool, args }: { tool: string; args: Json }): string {
  return `${tool}(${capText(canonicalJson(args), 80)})`;
}
