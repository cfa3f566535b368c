import { closingTagOf, reasoningTags } from '../step/reasoning-tags.ts';
import { lineEnds, skipBlanks } from './blank.ts';
import {
  anyOf,
  functionTagStart,
  parameterTagStart,
  resultMarkers,
  toolCallsMarker,
  toolCallTag,
} from './markers.ts';
import { readLabel } from './read-label.ts';

/** Closing tags by which a prompt, a chat template or a reasoning block could be left. */
const wrapperEnd =
  /<\/(?=\s*(?:observation|note|task|thought|action|action_input|final_answer|think|thinking|reasoning|tool|tool_call|tool_results?|tool_response|function|parameter|function_results?|system|user|assistant)\b)/gi;

/** What the readers take for the beginning of a call, of a result or of reasoning, and for the end of reasoning. */
const markers = [
  toolCallTag,
  functionTagStart,
  parameterTagStart,
  toolCallsMarker,
  ...resultMarkers,
  ...reasoningTags,
  ...reasoningTags.map(closingTagOf).filter((tag) => tag.startsWith('[')),
];

/** Where one of them or a token of a chat template begins, by which what follows could pass for another turn or a call. */
const controlToken = new RegExp(
  String.raw`<(?=[|｜]|<\/?SYS>>|\/?s>|(?:start|end)_of_turn>|${restOf('<')})|\[(?=\/?(?:INST|TOOL_RESULTS|AVAILABLE_TOOLS|SYSTEM_PROMPT)\]|${restOf('[')})`,
  'gi',
);

/** What stands behind the first character in the markers that begin with it. */
function restOf(first: '<' | '['): string {
  return anyOf(markers.filter((marker) => marker[0] === first).map((marker) => marker.slice(1)));
}

/**
 * Encodes the output of a tool so that nobody who reads the transcript can take a part of it for a step (P9). A line that
 * begins with a label or a fence gets `| ` in front, the closing tag of a wrapper is written `<\/`, and a token of a chat
 * template, a tag of reasoning or the marker of a call gets a space behind its first character (`< |im_start|>`, `[ INST]`,
 * `< think>`). All other text stays as it is, also JSON, and so do the line breaks. Encoding twice is encoding once; two texts may share an encoding.
 */
export function encodeObservation(text: string): string {
  const marked = markLines(text, isControlLine).replace(controlToken, '$& ');
  return marked.includes('</') ? marked.replace(wrapperEnd, '<\\/') : marked;
}

/**
 * Does the same for a transcript in the JSON form, where a line that begins an object or a list could pass for a step as
 * well. The first line stands behind its label, so that it begins nothing.
 */
export function encodeJsonObservation(text: string): string {
  return markLines(encodeObservation(text), beginsJson);
}

/** Encodes a note of a critic, a guard or a reflector like an observation, on one line. */
export function encodeNote(text: string): string {
  let line = '';
  let lineStart = 0;
  for (const lineEnd of lineEnds(text)) {
    const piece = text.slice(lineStart, lineEnd).trim();
    if (piece !== '') line += line === '' ? piece : ` ${piece}`;
    lineStart = lineEnd + 1;
  }
  return encodeObservation(line);
}

type LineTest = (text: string, lineStart: number, lineEnd: number) => boolean;

function markLines(text: string, isMarked: LineTest): string {
  let marked = '';
  let copiedEnd = 0;
  let lineStart = 0;
  for (const lineEnd of lineEnds(text)) {
    if (isMarked(text, lineStart, lineEnd)) {
      marked += `${text.slice(copiedEnd, lineStart)}| `;
      copiedEnd = lineStart;
    }
    lineStart = lineEnd + 1;
  }
  return marked + text.slice(copiedEnd);
}

function isControlLine(text: string, lineStart: number, lineEnd: number): boolean {
  const contentStart = skipBlanks(text, lineStart, lineEnd);
  const isFence = text.startsWith('```', contentStart) || text.startsWith('~~~', contentStart);
  return isFence || readLabel(text, lineStart, lineEnd) !== undefined;
}

function beginsJson(text: string, lineStart: number, lineEnd: number): boolean {
  const contentStart = skipBlanks(text, lineStart, lineEnd);
  return lineStart > 0 && (text[contentStart] === '{' || text[contentStart] === '[');
}
