import type { JsonObject } from '@loopwright/core-parser';
import type { Random } from '../../../seeded-random.ts';
import type { GeneratedText } from './generated-text.ts';
import { randomArguments, randomSentence, toolNames } from './random-content.ts';
import { type JsonStyle, plainJson, writeJson } from './write-json.ts';

type Label = 'Thought' | 'Action' | 'Action Input' | 'Final Answer';

/** How a step in the text form is written; what is not given is written as the prompt asks. */
export type TextStyle = {
  /** A label with its colon and what follows it. */
  label?: (label: Label) => string;
  /** The lines of the thought, with or without its label. */
  thought?: string[];
  toolName?: (tool: string) => string;
  args?: JsonObject;
  json?: Partial<JsonStyle>;
  /** What stands around the input, such as a fence. */
  aroundInput?: (input: string) => string;
  /** What stands after the input, from the end of its line on. */
  after?: string;
  /** What becomes of the whole text. */
  whole?: (text: string) => string;
};

/** Writes a call of some tool with some arguments. */
export function writeCall(random: Random, style: TextStyle = {}): GeneratedText {
  const { label = plainLabel, toolName = (name) => name, aroundInput = (input) => input } = style;
  const { after = '', whole = (text) => text, args = randomArguments(random) } = style;
  const tool = random.pick(toolNames);
  const input = writeJson(args, { ...plainJson, ...style.json });
  const text = [
    ...thoughtLines(random, style, label),
    label('Action') + toolName(tool),
    label('Action Input') + aroundInput(input) + after,
  ].join('\n');
  return { text: whole(text), right: { kind: 'action', tool, args } };
}

/** Writes an answer behind its label. */
export function writeAnswer(random: Random, answer: string, style: TextStyle = {}): GeneratedText {
  const { label = plainLabel, whole = (text) => text } = style;
  const lines = [...thoughtLines(random, style, label), label('Final Answer') + answer];
  return { text: whole(lines.join('\n')), right: { kind: 'final', answer: answer.trim() } };
}

/** Writes the lines of an action that ends the run, and its input. */
export function writeControl(random: Random, word: string, input: string): string {
  return [
    ...thoughtLines(random, {}, plainLabel),
    plainLabel('Action') + word,
    plainLabel('Action Input') + input,
  ].join('\n');
}

function plainLabel(label: Label): string {
  return `${label}: `;
}

function thoughtLines(
  random: Random,
  { thought }: TextStyle,
  label: (label: Label) => string,
): string[] {
  return thought ?? [label('Thought') + randomSentence(random)];
}
