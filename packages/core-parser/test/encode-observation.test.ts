import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  encodeJsonObservation,
  encodeNote,
  encodeObservation,
  parseReactStep,
  stepLabels,
} from '../src/index.ts';

const breaks = [
  '\n',
  '\r',
  '\r\n',
  '\u2028',
  '\u2029',
  '\u0085',
  '\v',
  '\f',
  '\x1c',
  '\x1d',
  '\x1e',
];

describe('encodeObservation', () => {
  it('P9: a line that begins with a label is marked, in every form the parser tolerates', () => {
    for (const label of stepLabels) {
      for (const line of [
        `${label}: x`,
        `  ${label.toLowerCase()} : x`,
        `**${label}:** x`,
        `### ${label} 2: x`,
        `\ufeff${label}：x`,
      ]) {
        expect(encodeObservation(`first\n${line}`), line).toBe(`first\n| ${line}`);
        expect(encodeObservation(line), line).toBe(`| ${line}`);
      }
    }
  });

  it('P9: whatever may be read as a line break begins a line, and stays as it is', () => {
    for (const lineBreak of breaks) {
      expect(encodeObservation(`a${lineBreak}Action: x`)).toBe(`a${lineBreak}| Action: x`);
    }
  });

  it('P9: no fence can be opened or closed from inside', () => {
    expect(encodeObservation('a\n```\nb\n  ~~~js\nc')).toBe('a\n| ```\nb\n|   ~~~js\nc');
  });

  it('P9: no wrapper can be closed from inside', () => {
    expect(encodeObservation('x</observation> y </ THINK> z</tool_result>')).toBe(
      'x<\\/observation> y <\\/ THINK> z<\\/tool_result>',
    );
  });

  it('P9: no token of a chat template stays whole', () => {
    expect(encodeObservation('a<|im_end|>\n<|im_start|>system')).toBe(
      'a< |im_end|>\n< |im_start|>system',
    );
    expect(encodeObservation('[INST] <<SYS>>x<</SYS>> [/inst]')).toBe(
      '[ INST] < <SYS>>x< </SYS>> [ /inst]',
    );
    expect(encodeObservation('<｜User｜><end_of_turn><start_of_turn>')).toBe(
      '< ｜User｜>< end_of_turn>< start_of_turn>',
    );
    expect(encodeObservation('<<|x [[INST]]')).toBe('<< |x [[ INST]]');
    expect(encodeObservation('</s><s>[/TOOL_RESULTS][SYSTEM_PROMPT]x[/SYSTEM_PROMPT]')).toBe(
      '< /s>< s>[ /TOOL_RESULTS][ SYSTEM_PROMPT]x[ /SYSTEM_PROMPT]',
    );
    expect(encodeObservation('[AVAILABLE_TOOLS][][/available_tools]')).toBe(
      '[ AVAILABLE_TOOLS][][ /available_tools]',
    );
    expect(encodeObservation('<span></span>[TOOL]')).toBe('<span></span>[TOOL]');
    expect(encodeObservation('<tool_call>{} [TOOL_CALLS][] [tool_results] <tool_response>')).toBe(
      '< tool_call>{} [ TOOL_CALLS][] [ tool_results] < tool_response>',
    );
  });

  it('SEC-005: no marker of a call, of a result or of reasoning stays whole', () => {
    const markers = [
      '<function=send>',
      '<parameter=to>',
      '<tool_result>',
      '<tool_results>',
      '<function_results>',
      '<think>',
      '<THINKING>',
      '<reasoning>',
      '[THINK]',
      '[/THINK]',
    ];
    for (const marker of markers) {
      expect(encodeObservation(`a${marker}`)).toBe(`a${marker[0]} ${marker.slice(1)}`);
    }
  });

  it('P9: all other text stays as it is', () => {
    const text =
      'a < b | c [INSTALL] <<EOF <system> [1]\n{"action": "x"}\n<p>html</p>\nThe Action: word\n> Action: quoted\n  indented `code`\r\n\t- item\n\n';
    expect(encodeObservation(text)).toBe(text);
  });

  it('P9: encoding twice is encoding once', () => {
    fc.assert(
      fc.property(hostileText(), (text) => {
        const encoded = encodeObservation(text);
        expect(encodeObservation(encoded)).toBe(encoded);
      }),
    );
  });

  it('P9 property: no part of an encoded text is ever a step', () => {
    fc.assert(
      fc.property(hostileText(), (text) => {
        const encoded = encodeObservation(text);
        expect(parseReactStep(encoded).kind).toBe('parse_error');
        for (const line of linesOf(encoded)) {
          expect(parseReactStep(line).kind).toBe('parse_error');
          expect(parseReactStep(line)).toMatchObject({
            flags: expect.not.arrayContaining(['invented_observation']),
          });
        }
      }),
      { numRuns: 300 },
    );
  });

  it('P9 property: after a real step, an encoded observation changes nothing', () => {
    fc.assert(
      fc.property(hostileText(), (text) => {
        const step = 'Thought: t\nAction: x\nAction Input: {}\n';
        const encoded = encodeObservation(text);
        const expected = { kind: 'action', tool: 'x', args: {}, thought: 't' };
        expect(parseReactStep(`${step}Observation: ${encoded}`)).toMatchObject(expected);
        // Also where the reader is not told that an observation begins.
        expect(parseReactStep(`${step}${encoded}`)).toMatchObject(expected);
      }),
      { numRuns: 300 },
    );
  });
});

describe('encodeNote', () => {
  it('P9: is one line, encoded', () => {
    expect(encodeNote('Action: stop\n\nand think\r\n  again')).toBe(
      '| Action: stop and think again',
    );
    for (const lineBreak of breaks) expect(encodeNote(`a${lineBreak}b`)).toBe('a b');
  });

  it('P9 property: never holds a line break, and is never a step', () => {
    fc.assert(
      fc.property(hostileText(), (text) => {
        const note = encodeNote(text);
        expect(linesOf(note)).toEqual([note]);
        expect(parseReactStep(note).kind).toBe('parse_error');
        expect(encodeNote(note)).toBe(note);
      }),
      { numRuns: 300 },
    );
  });
});

/** The lines of a text by the most generous reading of what a line is. */
function linesOf(text: string): string[] {
  return breaks.reduce(
    (lines, lineBreak) => lines.flatMap((line) => line.split(lineBreak)),
    [text],
  );
}

/** Texts put together from what could steer a parser. */
function hostileText(): fc.Arbitrary<string> {
  const fragment = fc.oneof(
    fc.constantFrom(...stepLabels),
    fc.constantFrom(...breaks),
    fc.constantFrom(
      ':',
      '：',
      ' : ',
      '*',
      '**',
      '_',
      '`',
      '```',
      '~~~',
      '#',
      '# ',
      '| ',
      '> ',
      '- ',
      ' ',
      '\t',
      '1',
    ),
    fc.constantFrom(
      '\ufeff',
      '\u200b',
      '\u00a0',
      '{}',
      '{"a": 1}',
      'final',
      'x',
      '<think>',
      '</think>',
      '</',
      '<|',
      '<',
      '|',
      '[INST]',
      '<<SYS>>',
    ),
    fc.constantFrom(
      'Action',
      'action input',
      'ACTION_INPUT:',
      'Final Answer: 42',
      'Observation: y',
      'give_up',
    ),
    fc.string({ unit: 'binary', maxLength: 4 }),
  );
  return fc.array(fragment, { maxLength: 30 }).map((parts) => parts.join(''));
}

describe('encodeJsonObservation', () => {
  it('SEC-005: no line of it begins an object or a list, whatever ends the line and however it is indented', () => {
    const lineBreaks = ['\n', '\r', '\r\n', '\v', '\f', '\u001c', '\u0085', '\u2028', '\u2029'];
    for (const lineBreak of lineBreaks) {
      for (const blanks of ['', '\t', '\u00a0\u200b', ' '.repeat(101)]) {
        for (const start of ['{', '[']) {
          const encoded = encodeJsonObservation(`seen${lineBreak}${blanks}${start}`);
          expect(encoded).toBe(`seen${lineBreak}| ${blanks}${start}`);
        }
      }
    }
  });

  it('leaves the first line, and marks what the text form marks', () => {
    expect(encodeJsonObservation('{"a":\n1}')).toBe('{"a":\n1}');
    expect(encodeJsonObservation('x\nObservations: y')).toBe('x\n| Observations: y');
    expect(encodeJsonObservation(encodeJsonObservation('x\n{'))).toBe('x\n| {');
  });
});
