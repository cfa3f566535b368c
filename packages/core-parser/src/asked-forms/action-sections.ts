import { isNoTool, readActionName } from '../step/action-name.ts';
import { readControlWord } from '../step/control-words.ts';
import { firstLineOf } from '../text/first-line.ts';
import type { ActionSection, Section, StepOutline } from './step-outline.ts';

/** The sections `Action:` of a completion: those that mean a call, and the prose that stands before them. */
export type ActionSections = { prose: ActionSection[]; calls: ActionSection[] };

/**
 * Tells announcements ("Action: I will call the search") from calls. An announcement is known only when the tools are: it
 * has words instead of the name of a tool, has no input of its own, and stands before the first call.
 */
export function splitActions(
  body: string,
  { actions }: StepOutline,
  tools: readonly string[] | undefined,
): ActionSections {
  if (tools === undefined) return { prose: [], calls: actions };
  const isAnnouncement = (section: ActionSection): boolean =>
    section.input === undefined && isProse(firstLineOf(body, section), tools);
  const firstCall = actions.findIndex((section) => !isAnnouncement(section));
  const count = firstCall === -1 ? actions.length : firstCall;
  return { prose: actions.slice(0, count), calls: actions.slice(count) };
}

/** What the sections say, without their labels. */
export function textOfSections(body: string, sections: readonly Section[]): string[] {
  return sections.map(({ start, end }) => body.slice(start, end).trim());
}

const listMarker = /^(?:[-*•]|\d{1,3}[.)])[ \t]{1,8}/;

/** True for several words that begin with a word of a language, and that name neither a tool nor what stands for one. */
function isProse(line: string, tools: readonly string[]): boolean {
  const [first = '', second] = line.replace(listMarker, '').split(/\s+/, 2);
  if (second === undefined || !/^[\p{L}'’]+[,:]?$/u.test(first) || isTool(first, tools))
    return false;
  const { name } = readActionName(line, tools);
  return !tools.includes(name) && !isNoTool(name) && readControlWord(name) === undefined;
}

function isTool(word: string, tools: readonly string[]): boolean {
  const lowered = word.toLowerCase().replace(/[,:]$/, '');
  return tools.some((tool) => tool.toLowerCase() === lowered);
}
