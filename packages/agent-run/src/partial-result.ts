import { canonicalJson, type Json } from '@loopwright/core-parser';
import type { Call, ToolErrorCode } from '@loopwright/tool-registry';
import { describeCall, inWords, shorten } from './calls-in-words.ts';
import { partialDefaults } from './defaults.ts';
import type { Effect } from './effect.ts';
import { effectsOf } from './effects-of.ts';
import type { PartialResult } from './result.ts';
import type { RunState } from './run-state.ts';

/** Words that no rule made: the answer, the model's own partial result, or a summary. */
export type Words = { said: string; by: 'answer' | 'model' | 'summary' };

/**
 * What was achieved, made by rules from what was observed (R8, R12). `said` is the model's own text, comes first and is
 * said to be so; when it is the answer, what led to it is not told again.
 */
export function partialResult(state: RunState, words: Words): PartialResult {
  const { said, by } = words;
  const isAnswer = by === 'answer';
  const found = findings(state);
  const { done, total } = state.progress;
  const missing = [...(state.progress.missing ?? openQuestions(state))];
  const effects = effectsSentence(effectsOf(state));
  const isCounted = done !== undefined && total !== undefined;
  const subtasks = isCounted ? `Completed ${done} of ${total} subtasks.` : '';
  const sentences = [
    isAnswer ? answerSentence(said, `${subtasks}${effects}` !== '') : saidSentence(words),
    subtasks,
    ...(isAnswer ? [] : [foundSentence(found), missingSentence(missing)]),
    effects,
  ].filter((sentence) => sentence !== '');
  return {
    text: sentences.join(' ') || 'Nothing was found.',
    ...(isAnswer || said.trim() === '' ? {} : { said: said.trim() }),
    found: distinct(found.map((each) => each.value)),
    missing,
    ...(isCounted ? { subtasks: { done, total } } : {}),
  };
}

function answerSentence(answer: string, isFollowed: boolean): string {
  return isFollowed ? asSentence(answer) : answer.trim();
}

function saidSentence({ said, by }: Words): string {
  if (said.trim() === '') return '';
  return asSentence(`${by === 'model' ? 'The model says' : 'Summary'}: ${said}`);
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
      const question = describeCall(state, calls[index] ?? { tool, args: {} });
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
  return asSentence(`Found ${shown.join('; ')}${left > 0 ? `; and ${left} earlier` : ''}`);
}

function missingSentence(missing: readonly string[]): string {
  if (missing.length === 0) return '';
  const shown = missing.slice(0, partialDefaults.maxItems);
  const left = missing.length - shown.length;
  return asSentence(
    `Could not determine: ${shown.join('; ')}${left > 0 ? `; and ${left} more` : ''}`,
  );
}

/** Calls that failed and never succeeded: what they would have told is missing. */
function openQuestions(state: RunState): string[] {
  const open = new Map<string, string>();
  for (const { calls, observations } of state.steps) {
    for (const [index, observation] of observations.entries()) {
      const call = calls[index];
      if (!call) continue;
      const question = describeCall(state, call);
      if (observation.ok) open.delete(question);
      else if (isCall(state, call, observation.error.code)) {
        open.set(question, `${question} (${observation.error.type})`);
      }
    }
  }
  return [...open.values()];
}

/**
 * True for what asked something of a tool. A call that could be read and was refused, as on a step that may make none,
 * has its arguments; one that could not be read has none, and asked nothing.
 */
function isCall(state: RunState, { tool, args }: Call, code: ToolErrorCode): boolean {
  if (code === 'unknown_tool') return false;
  if (code !== 'unreadable_call') return true;
  return state.spec.tools.tools.has(tool) && Object.keys(args ?? {}).length > 0;
}

function effectsSentence(effects: readonly Effect[]): string {
  const parts = (['committed', 'not_started', 'unknown'] as const).flatMap((status) => {
    const tools = effects.filter((effect) => effect.status === status).map(inWords);
    return tools.length > 0 ? [`${effectWords[status]}: ${tools.join(', ')}`] : [];
  });
  return parts.length > 0 ? `${parts.join('. ')}.` : '';
}

const effectWords = {
  committed: 'Was done',
  not_started: 'Was not started',
  unknown: 'May or may not have been done',
};
