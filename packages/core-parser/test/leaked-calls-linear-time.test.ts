import { describe, expect, it } from 'vitest';
import { parseStep } from '../src/index.ts';
import { nativeForms } from './leaked-calls.ts';

const size = 900_000;

/** `head` and then `unit` up to the size, which is about as long as a reply may be. */
function filled(unit: string, head = ''): string {
  return head + unit.repeat(Math.floor((size - head.length) / unit.length));
}

const object = '{"name":"a","arguments":{}}';

/**
 * Markers, half-open markers and white space in numbers at which a reader that looks to the end of the text for each of
 * them would not come back within the timeout, whereas one pass takes milliseconds.
 */
const shapes: Record<string, string[]> = {
  '': [
    '<tool_call>',
    '<tool_call> ',
    '<tool_call>{',
    `\`<tool_call>${object}\` `,
    '<function=',
    '<function=a>',
    '<|python_tag|>',
    object,
    `${object};`,
    '{"name":"a","parameters":{',
    '{"name":"a","parameters":',
    '{"type":"function",',
    '{"name":"a',
    '[TOOL_CALLS]',
    '[TOOL_CALLS] ',
    '[TOOL_CALLS]a',
    '[TOOL_CALLS][{',
    '[THINK]',
    '<｜tool▁calls▁begin｜>',
    '<｜tool▁call▁begin｜>',
    '<｜tool▁call▁begin｜>a ',
    '<｜tool▁call▁begin｜>a<｜tool▁sep｜>',
    '<|start|>',
    '<|channel|>',
    '<|message|>',
    '<|channel|>final<|message|>',
    '<|channel|>analysis<|message|>a<|end|>',
    '<|start|>assistant to=',
    ' to=a',
  ],
  '<tool_call>': [' ', '\n', '{', '<function='],
  [`<tool_call>${object}</tool_call>`]: ['<tool_call>', ' ', '<|im_end|>', '<tool_response', '\n'],
  '<function=a><parameter=b>': [
    '</parameter>',
    '</parameter> ',
    '<',
    ' ',
    '<parameter=b></parameter>',
  ],
  [`<|python_tag|>${object}`]: [object, `;${object}`, '{', ' '],
  '[TOOL_CALLS]a[ARGS]{}': ['[TOOL_CALLS]a{}', '[TOOL_CALLS]', '</s>', '[CALL_ID]'],
  '<｜tool▁call▁begin｜>': [' ', 'a', '<｜tool▁sep｜'],
  '<｜tool▁call▁begin｜>function<｜tool▁sep｜>': [' ', 'a', '`', '\n'],
  '<|channel|>': [' ', 'a', '<|channel|>', '<|constrain|>'],
  '<|channel|>analysis<|message|>': ['<|message|>', '<|end|>', '<', '<|channel|>final'],
  '<|channel|>commentary to=functions.a<|message|>{}': ['<|message|>', '<|start|>assistant', ' '],
};

describe('native forms take linear time', () => {
  for (const [head, units] of Object.entries(shapes)) {
    it(`on ${units.length} hostile shapes of 900 KB behind ${head || 'nothing'}`, {
      timeout: 15_000,
    }, () => {
      for (const unit of units) {
        const text = filled(unit, head);
        expect(() => parseStep(text, { forms: nativeForms, tools: ['a'] })).not.toThrow();
      }
    });
  }
});
