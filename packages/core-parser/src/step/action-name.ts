import { readControlWord } from './control-words.ts';

/** The name that a model gave its action. */
export type ActionName = {
  name: string;
  /** Decoration was removed to find the name. */
  normalised: boolean;
};

const noToolWords: ReadonlySet<string> = new Set([
  'none',
  'n/a',
  'na',
  'null',
  'nil',
  'nothing',
  'no action',
  'no action needed',
  'no tool',
  'no tool needed',
  'none needed',
  'not applicable',
  '-',
]);

/**
 * Reads the name on an action line. Emphasis, quotes and backticks around it are removed. When the tools of the run are
 * known, a name with a remark ("search (a remark)", "search - a remark") resolves to the tool it begins with, and a name
 * that resolves to no tool stays as it was written. Nothing is guessed: `sear` is not `search`.
 */
export function readActionName(line: string, tools: readonly string[] | undefined): ActionName {
  const written = line.trim();
  if (tools?.includes(written)) return { name: written, normalised: false };
  const bare = withoutMarks(written);
  if (tools === undefined) return { name: bare, normalised: bare !== written };
  const isName = tools.includes(bare) || readControlWord(bare) !== undefined;
  const name = isName ? bare : leadingTool(bare, tools);
  return name === undefined
    ? { name: written, normalised: false }
    : { name, normalised: name !== written };
}

/** True for the words by which a model says that it wants no tool: `None`, `N/A`, `No action (I will answer)`. */
export function isNoTool(name: string): boolean {
  const head = name.slice(0, 64).split('(')[0]!;
  return noToolWords.has(withoutMarks(head.trim()).toLowerCase());
}

/** The tool that the text begins with, when a remark follows it. */
function leadingTool(text: string, tools: readonly string[]): string | undefined {
  return tools.find((tool) => text.startsWith(tool) && isRemark(text.slice(tool.length)));
}

/** A remark in brackets, or after a dash or colon that is no part of a longer name. Braces would be arguments. */
function isRemark(rest: string): boolean {
  return /^(?:\s{0,8}[([]|\s{1,8}[-–—]|:\s)/.test(rest) && !rest.includes('{');
}

function withoutMarks(text: string): string {
  let start = 0;
  let end = text.length;
  while (start < end && /[*`"'“”‘’]/.test(text[start]!)) start += 1;
  while (end > start && /[*`"'“”‘’.,;:]/.test(text[end - 1]!)) end -= 1;
  return start === end ? text : text.slice(start, end).trim();
}
