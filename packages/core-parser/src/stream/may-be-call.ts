import { beginsBracketCall } from '../asked-forms/read-bracket-call.ts';
import { anyOf, functionTagStart, toolCallsMarker, toolCallTag } from '../text/markers.ts';

/** By which a call in a form without labels begins: nothing of a thought is shown from there on until its line is complete. */
export const callCharacter = /[{<[]/;

const marker = new RegExp(`<[|｜]|${anyOf([toolCallTag, functionTagStart, toolCallsMarker])}`);

/** True unless a part of a line of a thought shows that no call begins in it: no marker, no member, no bracket left open. */
export function mayHoldCall(part: string): boolean {
  const brace = part.indexOf('{');
  if (marker.test(part) || (brace !== -1 && part.includes(':', brace))) return true;
  let depth = 0;
  for (const character of part) {
    if (character === '{' || character === '[') depth += 1;
    else if (depth > 0 && (character === '}' || character === ']')) depth -= 1;
  }
  return depth > 0;
}

/** True when a line of an action may hold a call in another form, whose arguments can have lines of their own. */
export function mayHoldOtherCall(line: string): boolean {
  return /[{<]|```/.test(line) || line.includes(toolCallsMarker);
}

/** True when the first line of a reply begins with a call in the bracket form. */
export function beginsWithCall(line: string): boolean {
  return beginsBracketCall(line, 0);
}

/** True while the first line of a reply is no more than a name, behind which a bracket may come. */
export function mayBecomeCall(line: string): boolean {
  return /^[\s*`]{0,16}[\p{L}\p{N}_.-]{0,128}[ \t]{0,16}$/u.test(line);
}
