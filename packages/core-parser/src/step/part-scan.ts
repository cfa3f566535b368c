import { isNameCharacter, readBracketCall } from '../asked-forms/read-bracket-call.ts';
import { isJsonObject } from '../json/is-json-object.ts';
import type { Json } from '../json/json.ts';
import { createCursor } from '../json/json-cursor.ts';
import { readJsonValue } from '../json/read-json-value.ts';
import { findHarmonyEnd } from '../native-forms/harmony-header.ts';
import { findHermesEnd } from '../native-forms/hermes-grammar.ts';
import { findClosing } from '../text/find-closing.ts';
import { endOfLine } from '../text/lines.ts';
import { toolCallsMarker } from '../text/markers.ts';
import { longestLabelText, readLabel } from '../text/read-label.ts';

/**
 * Goes through a text once and says what stands around a place: objects, calls and messages are read where they begin, and
 * their end shows whether the place is inside of one. The places that are asked for must not go back.
 */
export type PartScan = {
  /** True when an object, a call, a bracket of a call or a message that began before the place ends behind it, or never. */
  isOpenAt(position: number): boolean;
  /** True when what is open at the place that was last asked for never ends. */
  isOpenToEnd(): boolean;
  /** True when a call, or a label of a step other than `Thought:`, begins before the place. */
  holdsStepBefore(position: number): boolean;
  /** Passes over a part of the text; a line may begin behind it. */
  skipTo(position: number): void;
  /** Passes over all that stands before a place, as if the text began there. */
  restartAt(position: number): void;
};

/** Where a part can begin, and the line feeds, behind which a label can stand. */
const tokens = /\n|[{[(]|<(?=tool_call>|function=|[|｜])/g;

/** Begins to go through a text. */
export function createPartScan(text: string): PartScan {
  let position = 0;
  let next = nextToken(0);
  let lineEnd = endOfLine(text, 0);
  let openStart = 0;
  let openEnd = 0;
  let stepStart = never;
  readLineStart(0);

  function nextToken(from: number): number {
    tokens.lastIndex = from;
    return tokens.exec(text)?.index ?? text.length;
  }

  function passPart(partStart: number, partEnd: number): void {
    openStart = partStart;
    openEnd = partEnd;
    position = partEnd;
  }

  function noteStep(at: number): void {
    stepStart = Math.min(stepStart, at);
  }

  function readLineStart(lineStart: number): void {
    if (lineStart > lineEnd) lineEnd = endOfLine(text, lineStart);
    const label = readLabel(text, lineStart, Math.min(lineEnd, lineStart + longestLabelText));
    if (label === undefined || label.isNear || !isStepLabel(label.label)) return;
    noteStep(lineStart);
    if (label.label !== 'Action') return;
    const call = readBracketCall(text, label.contentStart, text.length);
    if (call !== undefined) passPart(call.start, call.argument === undefined ? never : call.end);
  }

  function readJson(at: number): void {
    const cursor = createCursor(text, at, text.length);
    const value = readJsonValue(cursor);
    if (value !== undefined) {
      if (isStepObject(value)) noteStep(at);
      passPart(at, cursor.position);
      return;
    }
    const { code, position: failedAt } = cursor.failure!;
    // Brackets of prose are no part.
    if (!cursor.committed && code === 'not_json') position = Math.max(at + 1, failedAt);
    else passPart(at, code === 'truncated' ? never : findClosing(text, at, 'json'));
  }

  function readTag(at: number): void {
    if (text[at + 1] === '|' || text[at + 1] === '｜') {
      noteStep(at);
      if (!text.startsWith(messageToken, at)) return;
      const contentEnd = findHarmonyEnd(text, at + messageToken.length);
      passPart(at, contentEnd === -1 ? never : contentEnd);
      return;
    }
    const end = findHermesEnd(text, at);
    if (end === undefined) return;
    noteStep(at);
    passPart(at, end);
  }

  function readToken(at: number): void {
    position = at + 1;
    const token = text[at]!;
    if (token === '\n') readLineStart(position);
    else if (token === '<') readTag(at);
    else if (token !== '{' && isNameCharacter(text[at - 1] ?? '')) {
      passPart(at, findClosing(text, at, token === '[' ? 'bracket' : 'parenthesis'));
    } else if (token !== '(') {
      if (text.startsWith(toolCallsMarker, at)) noteStep(at);
      readJson(at);
    }
  }

  function goTo(limit: number): void {
    while (position < limit) {
      if (next < position) next = nextToken(position);
      if (next >= limit) position = limit;
      else readToken(next);
    }
  }

  return {
    isOpenAt(at) {
      goTo(at);
      return openStart < at && at < openEnd;
    },
    isOpenToEnd() {
      return openEnd === never;
    },
    holdsStepBefore(at) {
      goTo(at);
      return stepStart < at;
    },
    skipTo(at) {
      position = Math.max(position, at);
      readLineStart(at);
    },
    restartAt(at) {
      position = at;
      openEnd = at;
      stepStart = never;
      readLineStart(at);
    },
  };
}

const never = Number.POSITIVE_INFINITY;
const messageToken = '<|message|>';

function isStepLabel(label: string): boolean {
  return label !== 'Thought' && label !== 'Note' && label !== 'Task';
}

function isStepObject(value: Json): boolean {
  const keys = ['action', 'final_answer', 'name', 'function'];
  return isJsonObject(value) && keys.some((key) => Object.hasOwn(value, key));
}
