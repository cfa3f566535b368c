import { findJsonObject } from '../json/find-json-object.ts';
import type { Span } from '../json/json-cursor.ts';
import { type LocatedObject, locateJson, locateStrictJson } from '../json/locate-json.ts';
import { closesFence, type FenceLine, readFence } from '../text/fence.ts';
import { findLabelLine } from '../text/find-label-line.ts';
import { endOfLine } from '../text/lines.ts';
import { type LabelReading, readLabel } from '../text/read-label.ts';
import type { StepLabel } from '../text/step-labels.ts';

/** What stands after a label, and where the line of the label begins. */
export type Section = Span & { labelStart: number };

/** An action, and the input that follows it before the next action. */
export type ActionSection = Section & { input: Section | undefined };

/** Where the parts of a completion in the text form stand, as offsets into it. A part ends at the next label. */
export type StepOutline = {
  /** The text before the first action or answer, without `Thought:`. */
  thought: string;
  actions: ActionSection[];
  inputs: Section[];
  /** The object in the first input. It may hold lines that look like labels. */
  object: LocatedObject | undefined;
  /** The answer runs to the end of the completion. */
  answer: (Section & { openEmphasis: string }) | undefined;
  /** The answer holds an unquoted `Action:` line. */
  actionInAnswer: boolean;
  /** Something was cut off at a line `Observation:`, which only the loop may write. */
  inventedObservation: boolean;
  /** A label stands in a fence and counts as quotation. */
  quotedLabel: boolean;
};

/** Of a step that may hold one action, more are too many however many they are. */
const maxActions = 1_000;

/** What the reader of lines is in the middle of. In a thought, after an input and in an answer a fence is quotation. */
type Part = 'thought' | 'action' | 'input' | 'after input' | 'answer';

type Walk = {
  readonly text: string;
  readonly outline: StepOutline;
  part: Part;
  /** Where the next line begins. */
  position: number;
  fence: FenceLine | undefined;
  /** Where the open fence of an answer holds an `Observation:` line: a quotation if the fence gets closed. */
  quotedObservation: number | undefined;
  /** Where the piece of the thought that is being read begins. */
  thoughtStart: number;
  readonly thoughts: string[];
  openSection: Section | undefined;
};

/**
 * Reads a completion line by line, once. Only a label at the start of a line counts. The first `Observation:` line ends
 * the completion, also when it stands in a fence, unless that fence is part of the answer.
 */
export function readOutline(text: string): StepOutline {
  const outline: StepOutline = {
    thought: '',
    actions: [],
    inputs: [],
    object: undefined,
    answer: undefined,
    actionInAnswer: false,
    inventedObservation: false,
    quotedLabel: false,
  };
  const walk: Walk = {
    text,
    outline,
    part: 'thought',
    position: 0,
    fence: undefined,
    quotedObservation: undefined,
    thoughtStart: 0,
    thoughts: [],
    openSection: undefined,
  };
  let end = text.length;
  while (walk.position < text.length && !outline.inventedObservation) {
    const lineStart = walk.position;
    if (!readLine(walk)) {
      outline.inventedObservation = true;
      end = lineStart;
    }
  }
  if (walk.fence !== undefined && walk.quotedObservation !== undefined) {
    outline.inventedObservation = true;
    end = walk.quotedObservation;
  }
  closePart(walk, end);
  outline.thought = walk.thoughts.filter((piece) => piece !== '').join('\n');
  return outline;
}

/** Reads one line; false when it is an observation. */
function readLine(walk: Walk): boolean {
  const { text, outline } = walk;
  const lineStart = walk.position;
  const lineEnd = endOfLine(text, lineStart);
  walk.position = lineEnd + 1;
  const label = readLabel(text, lineStart, lineEnd);
  // Before an action and in an answer, `Observations:` is a heading like any other.
  const isHeading = label?.isNear && (walk.part === 'thought' || walk.part === 'answer');
  if (label === undefined || isHeading) {
    readFenceLine(walk, lineStart, lineEnd);
    return true;
  }
  if (label.label === 'Observation') {
    if (walk.fence === undefined || walk.part !== 'answer') return false;
    walk.quotedObservation ??= lineStart;
    return true;
  }
  if (walk.fence !== undefined) {
    outline.quotedLabel = true;
  } else if (walk.part === 'answer') {
    if (label.label === 'Action') outline.actionInAnswer = true;
  } else {
    startPart(walk, label, lineStart);
    readFenceLine(walk, label.contentStart, lineEnd);
  }
  return true;
}

function readFenceLine(walk: Walk, start: number, lineEnd: number): void {
  if (walk.part === 'action' || walk.part === 'input') return;
  const fence = readFence(walk.text, start, lineEnd);
  if (fence === undefined) return;
  if (walk.fence === undefined) walk.fence = fence;
  else if (closesFence(fence, walk.fence)) {
    walk.fence = undefined;
    walk.quotedObservation = undefined;
  }
}

function startPart(walk: Walk, label: LabelReading, lineStart: number): void {
  const { text, outline } = walk;
  const section = { labelStart: lineStart, start: label.contentStart, end: text.length };
  switch (label.label) {
    case 'Thought':
      closePart(walk, lineStart);
      if (walk.part !== 'thought') walk.part = 'after input';
      walk.thoughtStart = label.contentStart;
      break;
    case 'Action':
      closePart(walk, lineStart);
      walk.part = 'action';
      if (outline.actions.length < maxActions) {
        outline.actions.push({ ...section, input: undefined });
        walk.openSection = outline.actions.at(-1);
      }
      break;
    case 'Action Input':
      closePart(walk, lineStart);
      walk.part = 'input';
      walk.openSection = section;
      outline.inputs.push(section);
      noteInput(outline, section);
      // Only one input can count, and reading one for each label would not be linear.
      if (outline.inputs.length === 1) readInput(walk, label.contentStart);
      break;
    case 'Final Answer':
      closePart(walk, lineStart);
      walk.part = 'answer';
      outline.answer = { ...section, openEmphasis: label.openEmphasis };
      walk.openSection = outline.answer;
      break;
  }
}

function noteInput({ actions }: StepOutline, input: Section): void {
  const action = actions.at(-1);
  if (action !== undefined) action.input ??= input;
}

/** Ends what is open: a piece of the thought, or the section of an action, an input or the answer. */
function closePart(walk: Walk, end: number): void {
  if (walk.part === 'thought') walk.thoughts.push(walk.text.slice(walk.thoughtStart, end).trim());
  if (walk.openSection !== undefined) walk.openSection.end = end;
  walk.openSection = undefined;
}

/** Reads the object of the input at once, so that its lines are not taken for labels or fences. */
function readInput(walk: Walk, start: number): void {
  const { text } = walk;
  const strict = locateStrictJson(text, start);
  if (strict !== undefined) {
    passInput(walk, strict);
    return;
  }
  const startLimit = findLabelLine(text, walk.position, text.length, endsInput);
  const end = findLabelLine(text, startLimit, text.length, (label) => label === 'Observation');
  const located = locateJson(text, { start, startLimit, end });
  const object = breaksOffAt(text, { start, end: startLimit }, located)
    ? brokenOff(startLimit)
    : located;
  walk.outline.object = object;
  if (object.ok) passInput(walk, object);
}

/**
 * True when an object was open where a label stands, which is not what its reader expected there. One that lacks nothing but
 * its last brace is no such object: what it says is whole.
 */
function breaksOffAt(text: string, input: Span, located: LocatedObject): boolean {
  if (located.ok || located.failure.code !== 'not_json') return false;
  const label = readLabel(text, input.end, endOfLine(text, input.end));
  const { position } = located.failure;
  if (label === undefined || position < input.end || position > label.contentStart) return false;
  const closed = `${text.slice(input.start, input.end)}}`;
  const limits = { startLimit: closed.length, end: closed.length };
  return !findJsonObject(closed, { start: 0, ...limits }).ok;
}

function brokenOff(position: number): LocatedObject {
  const message = 'The JSON breaks off before the next label. Write the whole object again.';
  return { ok: false, failure: { code: 'truncated', message, position } };
}

function passInput(walk: Walk, object: Extract<LocatedObject, { ok: true }>): void {
  walk.outline.object = object;
  walk.part = 'after input';
  walk.position = endOfLine(walk.text, object.restStart) + 1;
}

function endsInput(label: StepLabel): boolean {
  return label !== 'Note' && label !== 'Task';
}
