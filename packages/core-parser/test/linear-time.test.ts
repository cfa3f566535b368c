import { describe, expect, it } from 'vitest';
import {
  canonicalJson,
  capText,
  encodeJsonObservation,
  encodeNote,
  encodeObservation,
  extractJson,
  parseCritique,
  parseJsonStep,
  parseReactStep,
  parseStep,
  toJson,
} from '../src/index.ts';

const size = 120_000;

/** `head` and then `unit` up to the size. */
function filled(unit: string, head = ''): string {
  return head + unit.repeat(Math.ceil((size - head.length) / unit.length));
}

/**
 * Shapes on which readers built from regular expressions or from repeated searches take quadratic time or worse: at this
 * size they would not come back within the timeout, whereas one pass takes milliseconds.
 */
const shapes: Record<string, string> = {
  'spaces after Action:': filled(' ', 'Action:'),
  'newlines after Action:': filled('\n', 'Action:'),
  'digits after Action': filled('1', 'Action '),
  'spaces after Action Input:': filled(' ', 'Action: a\nAction Input:'),
  'repeated Action:': filled('Action: a\n'),
  'repeated Action Input:': filled('Action Input: {\n', 'Action: a\n'),
  'repeated Action Input: with an open string': filled('Action Input: {a:"\n', 'Action: a\n'),
  'repeated Action Input: with an open comment': filled('Action Input: {/*\n', 'Action: a\n'),
  'repeated Thought:': filled('Thought: a\n'),
  'repeated Final Answer:': filled('Final Answer: a\n'),
  'repeated Observation in a fence': filled('Observation: a\n', 'Final Answer:\n```\n'),
  'repeated think blocks': filled('<think></think>'),
  'repeated open think tags': filled('<think>'),
  'repeated closing think tags': filled('</think>\n'),
  'closing think tags on one line': filled('</think>```'),
  'closing think tags and labels': filled('</think>Observation ('),
  'closing think tags in calls': filled('<function=a></think>'),
  'closing think tags in brackets': filled('f[</think>\n'),
  'closing think tags in objects': filled('{"a":"</think>\n'),
  'think tags on lines': filled('\n<think>\n</think>'),
  'think tags at the ends of lines': filled('a <think>\n</think>\n'),
  'open think tags at the ends of lines': filled('a <think>\n', '</think>'),
  'think tags around open objects': filled('a <think>\n{"a":"\n</think>\n'),
  'think tags around open brackets': filled('a <think>\nf(\n</think>\n'),
  'think tags around open lists': filled('a <think>\n["\n</think>\n'),
  'think tags before one closing tag': `${'a <think>\n'.repeat(10_000)}${' '.repeat(50_000)}</think>${' '.repeat(50_000)}`,
  'quoted calls on one line': filled('<tool_call>{ ', '> '),
  'quoted steps': filled('> {"action": 1} x\n'),
  'fenced calls': filled('```\n<tool_call>{"name":"a","arguments":{}}\n```\n'),
  asterisks: filled('*'),
  headings: filled('#\n'),
  newlines: filled('\n'),
  'carriage returns': filled('\r'),
  'zero width spaces': filled('\u200b'),
  'plain lines': filled('word\n'),
  'fence lines': filled('```\n'),
  'fence lines with a brace': filled('```json\n{\n'),
  backticks: filled('`'),
  'closing tags': filled('</'),
  'closing tags and spaces': filled(' ', '</'),
  'open braces': filled('{'),
  'open brackets': filled('['),
  'brackets and braces': filled('[{'),
  'open objects': filled('{"a":'),
  'prose in braces': filled('{ a } '),
  'prose with strings in braces': filled('{"a" '),
  'unclosed braces in prose': filled('{ a b '),
  'lists in prose': filled('[1] '),
  'balanced objects': filled('{"a":1}'),
  'balanced lists': '['.repeat(size / 2) + ']'.repeat(size / 2),
  'double quotes': filled('"'),
  'quotes in an object': filled('"', '{'),
  apostrophes: filled("'"),
  'quoted words': filled('"a" '),
  backslashes: filled('\\'),
  'backslashes in a string': filled('\\', '{"a": "'),
  'escapes in a string': filled('\\u0041', '{"a": "'),
  'open string': filled('a', '{"a": "'),
  dots: filled('.'),
  'dots in an object': filled('.', '{"a": '),
  'digits in an object': filled('1', '{"a": '),
  'signs in an object': filled('-', '{"a": '),
  colons: filled(':'),
  commas: filled(','),
  'commas in a list': filled(',', '{"a": ['),
  comments: filled('/**/', '{'),
  'open comment': filled('*', '{/*'),
  slashes: filled('/', '{'),
  'spaces in an object': filled(' ', '{'),
  'long identifier': filled('a', '{'),
  'list items': filled('1,', '{"a": ['),
  steps: filled('{"action":"a"}\n'),
  'blanks before a brace': filled('\n { '),
  'near labels with an open bracket': filled('Observation ('),
  'lines of near labels with an open bracket': filled(
    'Observation (\n',
    'Action: a\nAction Input: {',
  ),
  'prefix of a label': filled('Action Inpu\n'),
  surrogates: filled('\ud800'),
  'repeated announcements': filled('Action: I will call a\n'),
  'bracket calls on one line': filled('a[b], ', 'Action: '),
  'bracket calls on lines': filled('Action: a[b]\n'),
  'bracket calls with inputs': filled('Action: a[b]\nAction Input: {}\n'),
  'open bracket calls': filled('Action: a[\n'),
  'open bracket calls with inputs': filled('Action: a[\nAction Input: {}\n'),
  'brackets in a bracket call': filled('[', 'Action: a['),
  'marks before a bracket call': filled('`', 'Action: '),
  'a long name before a bracket': filled('a', 'Action: '),
  'text behind a bracket call': filled('a ]', 'Action: a[b] '),
  'bare names': filled('Action 1: a\n'),
  'blank lines before an object': `Action:${'\n'.repeat(size)}{"action": "a"}`,
  'fenced labels': filled('```\nAction: a\n```\n'),
  'fences with languages': filled('```a\n'),
  'heads of JSON steps': filled('{ "action" : '),
};

const readers: Record<string, (text: string) => unknown> = {
  parseReactStep: (text) => parseReactStep(text),
  'parseReactStep of an input': (text) => parseReactStep(`Action: a\nAction Input: ${text}`),
  'parseReactStep with tools': (text) => parseReactStep(text, { tools: ['a', 'b'] }),
  parseJsonStep: (text) => parseJsonStep(text),
  parseStep: (text) => parseStep(text),
  'parseStep with tools': (text) => parseStep(text, { tools: ['a', 'b'] }),
  'parseStep behind a call': (text) => parseStep(`{"action": "a"}\n${text}`),
  'parseStep in brackets': (text) => parseStep(`Action 1: a[${text}`, { forms: ['bracket'] }),
  extractJson: (text) => extractJson(text),
  parseCritique: (text) => parseCritique(text),
  encodeObservation: (text) => encodeObservation(text),
  encodeJsonObservation: (text) => encodeJsonObservation(text),
  encodeNote: (text) => encodeNote(text),
  capText: (text) => capText(text, 1000),
};

describe('every reader takes linear time', () => {
  for (const [name, read] of Object.entries(readers)) {
    it(`${name} on ${Object.keys(shapes).length} hostile shapes of 200 KB`, {
      timeout: 60_000,
    }, () => {
      for (const text of Object.values(shapes)) expect(() => read(text)).not.toThrow();
    });
  }
});

describe('conversions take bounded time', () => {
  it('toJson and canonicalJson cut a value whose parts are shared exponentially often', () => {
    let value: unknown = ['x'.repeat(1000)];
    for (let level = 0; level < 60; level += 1) value = [value, value];
    expect(canonicalJson(toJson(value)).length).toBeLessThan(500_000_000);
  });
});
