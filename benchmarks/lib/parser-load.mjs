import {
  createStepStream,
  extractJson,
  parseJsonStep,
  parseReactStep,
  parseStep,
} from '@loopwright/core-parser';

// Texts on which careless parsers take quadratic or cubic time, and the readers that meet them.

/** Characters of the short and of the long text. */
export const growthSizes = [100_000, 800_000];

const repeated = (piece) => (size) => piece.repeat(Math.ceil(size / piece.length)).slice(0, size);
const after = (head, piece) => (size) => `${head}${repeated(piece)(size - head.length)}`;

export const hostileShapes = {
  spaces: repeated(' '),
  newlines: repeated('\n'),
  quotes: repeated('"'),
  braces: repeated('{'),
  brackets: repeated('['),
  'labels Action:': repeated('Action:'),
  'lines Action:': repeated('Action:\n'),
  'half-open fences': repeated('```json\n'),
  'half-open fences with braces': repeated('```json\n{'),
  'open string in an input': after('Action: a\nAction Input: {"a": "', 'x " '),
  'spaces in an input': after('Action: a\nAction Input:', ' '),
  'newlines in an input': after('Action: a\nAction Input:', '\n'),
  'backslashes in a string': after('Action: a\nAction Input: {"a": "', '\\'),
  'open bracket call': after('Action: search[', 'a['),
  'calls on one line': after('Action: ', 'search[a], '),
  'open think blocks': repeated('<think>'),
  'open tool calls': repeated('<tool_call>{"name": '),
  'empty objects': repeated('{}'),
  'prose with braces': repeated('a set {a, b} of [things] '),
};

export const readers = {
  parseReactStep: (text) => parseReactStep(text),
  parseJsonStep: (text) => parseJsonStep(text),
  parseStep: (text) => parseStep(text, { tools: ['search', 'lookup'] }),
  createStepStream: (text) => {
    const stream = createStepStream();
    for (let start = 0; start < text.length; start += 100)
      stream.push(text.slice(start, start + 100));
    return stream.end();
  },
  extractJson: (text) => extractJson(text),
};
