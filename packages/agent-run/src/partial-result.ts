import { canonicalJson, type Json } from '@loopwright/core-parser';
import type { ToolErrorCode } from '@loopwright/tool-registry';
import { partialDefaults } from './defaults.ts';
import type { Effect } from './effect.ts';
import type { PartialResult } from './result.ts';
import type { RunState } from './run-state.ts';

/**
 * What was achieved, made by rules from what was observed (R8, R12): nothing that no tool said gets in. `said` is the
 * model's own text and comes first; when it is the answer, what led to it is not told again.
 */
export function partialResult(state: RunState, said: string, isAnswer: boolean): PartialResult {
  const found = findings(state);
  const { done, total } = state.progress;
  const missing = [...(state.progress.missing ?? openQuestions(state))];
  const effects = effectsSentence(state.session.ledger.effects);
  const sentences = [
    isAnswer && effects === '' ? said.trim() : asSentence(said),
    done !== undefined && total !== undefined ? `Completed ${done} of ${total} subtasks.` : '',
    ...(isAnswer ? [] : [foundSentence(found), missingSentence(missing)]),
    effects,
  ].filter((sentence) => sentence !== '');
  return {
    text: sentences.join(' ') || 'Nothing was found.',
    found: distinct(found.map((each) => each.value)),
    missing,
    ...(done !== undefined && total !== undefined ? { subtasks: { done, total } } : {}),
  };
}

function asSentence(text: string): string {
  const trimmed = text.trim();
  return trimmed === '' || /[.!?]$/.test(trimmed) ? trimmed : `${trimmed}.`;
}

/** A successful call: what was asked, for people, and what came back. */
type Finding = { question: string; value: Json; text: string };

function findings(state: RunState): Finding[] {
  const seen = new Map<string, Finding>();
  for (const { calls, observations } of state.steps) {
    for (const [index, observation] of observations.entries()) {
      if (!observation.ok) continue;
      const { tool, value, text } = observation;
      const question = describeCall(calls[index] ?? { tool, args: {} });
      seen.set(`${question} ${canonicalJson(value)}`, { question, value, text });
    }
  }
  return [...seen.values()];
}

function distinct(values: readonly Json[]): Json[] {
  return [...new Map(values.map((value) => [canonicalJson(value), value])).values()];
}

function foundSentence(found: readonly Finding[]): string {
  if (found.length === 0) return 'Nothing was found.';
  const { maxItems } = partialDefaults;
  const shown = found.slice(-maxItems).map(({ question, text }) => `${question}: ${shorten(text)}`);
  const left = found.length - shown.length;
  return `Found ${shown.join('; ')}${left > 0 ? `; and ${left} earlier` : ''}.`;
}

function missingSentence(missing: readonly string[]): string {
  if (missing.length === 0) return '';
  const shown = missing.slice(0, partialDefaults.maxItems);
  const left = missing.length - shown.length;
  return `Could not determine: ${shown.join('; ')}${left > 0 ? `; and ${left} more` : ''}.`;
}

const notACall: readonly ToolErrorCode[] = ['unreadable_call', 'unknown_tool'];

/** Calls that failed and never succeeded: what they would have told is missing. */
function openQuestions(state: RunState): string[] {
  const open = new Map<string, string>();
  for (const { calls, observations } of state.steps) {
    for (const [index, observation] of observations.entries()) {
      const call = calls[index];
      if (!call) continue;
      const question = describeCall(call);
      if (observation.ok) open.delete(question);
      else if (!notACall.includes(observation.error.code)) {
        open.set(question, `${question} (${observation.error.type})`);
      }
    }
  }
  return [...open.values()];
}

function effectsSentence(effects: readonly Effect[]): string {
  const parts = (['committed', 'not_started', 'unknown'] as const).flatMap((status) => {
    const tools = effects.filter((effect) => effect.status === status).map(describeCall);
    return tools.length > 0 ? [`${effectWords[status]}: ${tools.join(', ')}`] : [];
  });
  return parts.length > 0 ? `${parts.join('. ')}.` : '';
}

const effectWords = {
  committed: 'Was done',
  not_started: 'Was not started',
  unknown: 'May or may not have been done',
};

/** A call for people: `pay(eur: 20)`. */
function describeCall({ tool, args }: { tool: string; args: Json }): string {
  const fields = typeof args === 'object' && args !== null ? Object.entries(args) : [];
  const shown = fields.map(([name, value]) => `${name}: ${inWords(value)}`).join(', ');
  return `${tool}(${shorten(shown)})`;
}

function inWords(value: Json): string {
  return typeof value === 'string' ? value : canonicalJson(value);
}

/** One line of bounded length, for people. */
function shorten(text: string): string {
  const { maxChars } = partialDefaults;
  const line = text.replaceAll(/\s+/g, ' ');
  return line.length <= maxChars ? line : `${line.slice(0, maxChars - 1)}…`.toWellFormed();
}
