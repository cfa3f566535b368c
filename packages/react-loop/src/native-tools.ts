import type { ToolSpec } from '@loopwright/agent-run';
import { capText, encodeNote, type Json, type JsonObject } from '@loopwright/core-parser';
import type { Tool } from '@loopwright/tool-registry';
import { reactDefaults } from './defaults.ts';

/**
 * The tools of a native request: those of the run in the order of the registry, then the control tools by which a model
 * ends the run, `final` only for a typed answer. The same tools give the same list, so that provider caches hit.
 */
export function nativeTools(tools: readonly Tool[], answerSchema?: JsonObject): ToolSpec[] {
  const end = answerSchema === undefined ? [giveUp] : [finalTool(answerSchema), giveUp];
  return [...tools.map(toSpec), ...end];
}

/** A description may come from anywhere, and many servers write it into the same text as the turns. */
function toSpec({ name, description, parameters }: Tool): ToolSpec {
  const { maxToolDescriptionChars } = reactDefaults;
  const capped = capText(description, maxToolDescriptionChars, 'The rest is left out.');
  return { name, description: encodeNote(capped), parameters };
}

const giveUp: ToolSpec = {
  name: 'give_up',
  description: 'Ends the work without an answer. Call it alone, when the answer cannot be found.',
  parameters: {
    type: 'object',
    properties: {
      partial_answer: { type: 'string', description: 'What you did find.' },
      reason: { type: 'string', description: 'Why not more.' },
    },
    required: ['partial_answer', 'reason'],
    additionalProperties: false,
  },
};

function finalTool(answerSchema: JsonObject): ToolSpec {
  return {
    name: 'final',
    description: 'Gives the answer and ends the work. Call it alone, when the answer is in hand.',
    parameters: {
      type: 'object',
      properties: { answer: moveReferences(answerSchema, '#/properties/answer') },
      required: ['answer'],
      additionalProperties: false,
    },
  };
}

/** A schema that becomes a part of another one: what it refers to in itself stands elsewhere then. */
function moveReferences(schema: Json, place: string): Json {
  if (typeof schema !== 'object' || schema === null) return schema;
  if (Array.isArray(schema)) return schema.map((each) => moveReferences(each, place));
  const moved = Object.entries(schema).map(([name, value]) => {
    const isReference = name === '$ref' && typeof value === 'string' && /^#(?:\/|$)/.test(value);
    return [name, isReference ? place + value.slice(1) : moveReferences(value, place)];
  });
  return Object.fromEntries(moved);
}
