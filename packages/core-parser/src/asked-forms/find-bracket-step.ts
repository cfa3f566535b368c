import { readControlWord } from '../step/control-words.ts';
import type { StepSource } from '../step/step-source.ts';
import { findLabelLine } from '../text/find-label-line.ts';
import { endOfLine } from '../text/lines.ts';
import { splitActions, textOfSections } from './action-sections.ts';
import { type BracketCall, beginsBracketCall, readBracketCall } from './read-bracket-call.ts';
import type { ActionSection, StepOutline } from './step-outline.ts';

/** Where a step in the bracket form stands in a completion. */
export type BracketStep = {
  /** Where the sign of the form stands. */
  sign: number;
  thought: string;
  call: BracketCall;
  /** Where the completion ends: at the first `Observation:` after the call began. */
  end: number;
  /** Another action stands before it. */
  isSecond: boolean;
};

/**
 * Finds the first `Action:` with `name[argument]` and no `Action Input:` of its own, or with the bare name of a tool; else a
 * call that the completion begins with, as after a prompt that ends with `Action:`.
 */
export function findBracketStep(
  { text, outline }: StepSource,
  tools: readonly string[] | undefined,
): BracketStep | undefined {
  const unlabelled = findUnlabelledCall(text, outline, tools);
  if (unlabelled !== undefined) return unlabelled;
  const { prose, calls } = splitActions(text, outline, tools);
  let end: number | undefined;
  for (const section of calls) {
    const bare = readBareCall(text, section, tools);
    if (bare === undefined && !beginsBracketCall(text, section.start)) continue;
    end ??= endOfCompletion(text, calls[0]!.start);
    const call = readBracketCall(text, section.start, end) ?? bare;
    if (call === undefined || isRemark(call, section)) continue;
    const isOwnLabel = !call.isBare || isNumbered(text, section);
    if (!isOwnLabel && text.slice(call.end, end).trim() !== '') continue;
    const thought = [outline.thought, ...textOfSections(text, prose)].join('\n').trim();
    const sign = isOwnLabel ? section.labelStart : call.start;
    return { sign, thought, call, end, isSecond: section !== calls[0] };
  }
  return undefined;
}

function endOfCompletion(text: string, start: number): number {
  return findLabelLine(text, start, text.length, (label) => label === 'Observation');
}

/** The bare name of a tool that takes nothing, as in `Action 4: submit`. */
function readBareCall(
  text: string,
  { start, end, input }: ActionSection,
  tools: readonly string[] | undefined,
): BracketCall | undefined {
  if (input !== undefined) return undefined;
  const name = text.slice(start, end).trim();
  if (name === '' || tools?.includes(name) !== true) return undefined;
  const nameStart = text.indexOf(name, start);
  const nameEnd = nameStart + name.length;
  return { name, start: nameStart, end: nameEnd, argument: undefined, isBare: true };
}

/** True for brackets that are closed before an `Action Input:`: they are a remark in the text form. */
function isRemark(call: BracketCall, { input }: ActionSection): boolean {
  return input !== undefined && call.argument !== undefined && call.end <= input.labelStart;
}

/**
 * True for `Action 4:`. A bare name under `Action:` could also be a step in the text form that lacks its input: only where
 * that form is not looked for, and where nothing follows, it is a call.
 */
function isNumbered(text: string, { labelStart, start }: ActionSection): boolean {
  return /\d/.test(text.slice(labelStart, start));
}

/**
 * The call of a known tool that the text begins with; when labels follow, it stands alone in its line. When the tools are not
 * known, nothing else may stand in the text.
 */
function findUnlabelledCall(
  text: string,
  { actions, inputs, answer }: StepOutline,
  tools: readonly string[] | undefined,
): BracketStep | undefined {
  if (!beginsBracketCall(text, 0)) return undefined;
  const end = endOfCompletion(text, 0);
  const call = readBracketCall(text, 0, end);
  if (call === undefined || text[call.start + call.name.length] !== '[') return undefined;
  const standsAlone = (partEnd: number): boolean =>
    call.argument !== undefined && text.slice(call.end, partEnd).trim() === '';
  const isKnown = tools?.includes(call.name) === true || readControlWord(call.name) !== undefined;
  const hasLabel = actions.length > 0 || inputs.length > 0 || answer !== undefined;
  if (tools === undefined) {
    if (!standsAlone(end)) return undefined;
  } else if (!isKnown || (hasLabel && !standsAlone(endOfLine(text, call.end)))) {
    return undefined;
  }
  return { sign: call.start, thought: '', call, end, isSecond: false };
}
