import type { ParseStepOptions } from '../step/react-step.ts';
import type { StepGrammar, StepReading } from '../step/step-grammar.ts';
import { finalStep, parseError, type StepFacts } from '../step/step-results.ts';
import { skipSpace } from '../text/skip-space.ts';
import {
  findHarmonyEnd,
  type HarmonyHeader,
  readHarmonyHeader,
  skipHarmonyEnd,
} from './harmony-header.ts';
import { joinThoughts } from './join-thoughts.ts';
import type { CallReading } from './native-call.ts';
import { readArguments } from './read-arguments.ts';
import { readAskedForm } from './read-asked-form.ts';
import { finishNativeCall } from './read-native-call.ts';

const wanted =
  'Write one call in the channel "commentary", with its JSON arguments and the recipient functions.name, or the answer in the channel "final".';

/**
 * The messages of gpt-oss: `analysis` is the thought, `final` the answer, and a message to a recipient a call. A message of
 * another role is an invented result. When a step in a form that a loop asks for stands in the channel `final`, it is read,
 * so that a call is never taken for the answer.
 */
export const harmonyGrammar: StepGrammar = {
  form: 'harmony',
  wanted,
  findSign({ text }) {
    let header = readHarmonyHeader(text, 0);
    while (header?.channel === '') header = readHarmonyHeader(text, header.contentStart);
    return header?.start ?? -1;
  },
  read: ({ text }, facts, options) => readMessages(text, facts, options),
};

function readMessages(text: string, facts: StepFacts, options: ParseStepOptions): StepReading {
  const first = readHarmonyHeader(text, 0);
  // Before its first header a completion may end the analysis that the prompt has begun.
  const thoughts = [text.slice(0, first?.start ?? 0).split('<|end|>')[0]!];
  let header = first;
  while (header !== undefined && isOwn(header) && isThought(header)) {
    const end = findHarmonyEnd(text, header.contentStart);
    const contentEnd = end === -1 ? text.length : end;
    thoughts.push(text.slice(header.contentStart, contentEnd));
    header = readHarmonyHeader(text, skipHarmonyEnd(text, contentEnd));
  }
  facts.thought = joinThoughts(thoughts);
  if (header !== undefined && isOwn(header)) {
    return header.recipient === ''
      ? readAnswer(text, header, facts, options)
      : readCallMessage(text, header, facts, options);
  }
  if (header !== undefined) facts.flags.push('invented_observation');
  const message = `The reply holds neither a call nor an answer. ${wanted}`;
  return { step: parseError(facts, 'empty', message, options), end: text.length };
}

function readCallMessage(
  text: string,
  header: HarmonyHeader,
  facts: StepFacts,
  options: ParseStepOptions,
): StepReading {
  const reading = readCall(text, header);
  if (!reading.ok) {
    const step = parseError(facts, reading.code, reading.message, options);
    return { step, end: text.length };
  }
  const next = findCall(text, reading.end);
  // A message stands in its own tokens, whatever surrounds it.
  const isQuoted = () => false;
  return finishNativeCall(text, { ...reading, isQuoted }, next, facts, options);
}

function readCall(text: string, { recipient, contentStart }: HarmonyHeader): CallReading {
  const name = recipient.replace(/^functions\./, '');
  const start = skipSpace(text, contentStart);
  if (skipHarmonyEnd(text, start) > start) {
    const call = { name, input: undefined, rawInput: '', repaired: false };
    return { ok: true, call, end: skipHarmonyEnd(text, start) };
  }
  const read = readArguments(text, start);
  if (!read.ok) return read;
  const { end, ...call } = read;
  return { ok: true, call: { ...call, name }, end: skipHarmonyEnd(text, skipSpace(text, end)) };
}

function readAnswer(
  text: string,
  { contentStart }: HarmonyHeader,
  facts: StepFacts,
  options: ParseStepOptions,
): StepReading {
  const contentEnd = findHarmonyEnd(text, contentStart);
  const isCut = options.truncated === true && contentEnd === -1;
  const { length: end } = text;
  const content = text.slice(contentStart, contentEnd === -1 ? end : contentEnd).trim();
  const analysis = facts.thought;
  const step = readAskedForm(content, facts, { ...options, truncated: isCut });
  if (step !== undefined) {
    return { step: { ...step, thought: joinThoughts([analysis, step.thought]) }, end };
  }
  if (isCut) {
    const message = 'The answer was cut off by the token limit. Write a shorter one.';
    return { step: parseError(facts, 'truncated', message, options), end };
  }
  if (contentEnd !== -1 && findCall(text, contentEnd) !== -1) {
    facts.flags.push('action_ignored_after_final');
  }
  return { step: finalStep(facts, content, options), end };
}

/** Where the first message that is a call begins, up to the first message of another role, or -1. */
function findCall(text: string, start: number): number {
  let header = readHarmonyHeader(text, start);
  while (header !== undefined && isOwn(header)) {
    if (header.recipient !== '') return header.start;
    header = readHarmonyHeader(text, header.contentStart);
  }
  return -1;
}

function isOwn({ role }: HarmonyHeader): boolean {
  return role === '' || role === 'assistant';
}

/** Analysis, a preamble, and whatever stands in a channel that does not exist: never an answer. */
function isThought({ channel, recipient }: HarmonyHeader): boolean {
  return recipient === '' && channel !== 'final';
}
