import type { ModelRequest } from '@loopwright/agent-run';

/** Whatever some reader takes for the end of a line. */
const lineBreaks = '\n\v\f\r\x1c\x1d\x1e\x85\u2028\u2029';
const lineBreak = new RegExp(`[${lineBreaks}]`);

/**
 * A label as generously as any reader takes one. Written apart from the parser, so that what one forgets the other one sees.
 */
const label =
  /^[\s\p{Cf}]*#*[\s\p{Cf}]*[*_`]*(?:(thought|action[\s_-]*input|action|final[\s_-]*answer|note|task)[\s\p{Cf}]*\d*[*_`]*[\s\p{Cf}]*[:：]|(observation)s?[\s\p{Cf}]*\d*[\s\p{Cf}]*(?:\([^)]*\)|\[[^\]]*\])?[*_`]*[\s\p{Cf}]*[:：=])/iu;

const fence = /^[\s\p{Cf}]*(?:```|~~~)/u;

const beginningOfJson = /^[\s\p{Cf}]*[{[]/u;

/** Tokens of chat templates, the markers of calls and of results, and the tags by which reasoning and wrappers are left. */
const token =
  /<[|｜]|<<\/?SYS>>|<(?:start|end)_of_turn>|\[\/?(?:INST|THINK|TOOL_RESULTS|SYSTEM_PROMPT|AVAILABLE_TOOLS)\]|\[TOOL_CALLS\]|<\/?s>|<tool_call>|<function=|<parameter=|<\/?(?:think|thinking|reasoning)>|<(?:tool_response|tool_results?|function_results?)>|<\/(?:observation|note|task|tool|tool_call|tool_response|tool_results?|function_results|system)>/gi;

/**
 * What a text shows to whoever reads its lines and tokens: one word for each label, fence and token, in order. In the JSON
 * form a line that begins an object is a step, too.
 */
export function outlineOf(text: string, options: { json?: boolean } = {}): string[] {
  return text.split(lineBreak).flatMap((line) => {
    const read = label.exec(line);
    const found = read?.[1] ?? read?.[2];
    const tokens = [...line.matchAll(token)].map(([each]) => each);
    if (found !== undefined) return [found.toLowerCase().replace(/[\s_-]+/, ' '), ...tokens];
    if (fence.test(line)) return ['fence', ...tokens];
    return options.json === true && beginningOfJson.test(line) ? ['object', ...tokens] : tokens;
  });
}

/** The outline of what a run writes into a request: the system prompt, each message but those of the history, and the tools. */
export function outlineOfRequest(
  { system, messages, tools = [] }: ModelRequest,
  options: { json?: boolean; history?: number } = {},
): string[][] {
  const texts = messages
    .slice(options.history ?? 0)
    .map((message) => (message.role === 'user' ? message.blocks.join('') : message.text));
  const descriptions = tools.map(({ description }) => description);
  return [system, ...texts, ...descriptions].map((text) => outlineOf(text, options));
}
