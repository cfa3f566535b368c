/** A token of the tolerant JSON that the parser documents: JSON5 with Python's True, False and None. */
export type JsonToken = {
  type:
    | 'punctuation'
    | 'string'
    | 'number'
    | 'word'
    | 'ellipsis'
    | 'fence'
    | 'backslash'
    | 'typographic quote'
    | 'other'
    | 'open string'
    | 'open comment'
    | 'unknown escape';
  text: string;
  start: number;
};

const patterns: [type: JsonToken['type'], pattern: RegExp][] = [
  ['punctuation', /[{}[\],:]/y],
  ['ellipsis', /\.\.\./y],
  ['fence', /```/y],
  ['number', /[+-]?[.\d][\w.+-]*/y],
  ['number', /[+-]/y],
  ['word', /[\p{ID_Start}$_][\p{ID_Continue}$]*/uy],
  ['backslash', /\\/y],
  ['typographic quote', /[“”‘’`´]/y],
  ['other', /./suy],
];

const filler = /(?:\s|\/\/[^\n\r\u2028\u2029]*|\/\*(?:[^*]|\*(?!\/))*\*\/)*/y;
const knownEscape = /\\(?:["'\\/bfnrtv\n\r\u2028\u2029]|u[0-9a-f]{4}|x[0-9a-f]{2})/iy;

/** Cuts a text into tokens from `start` on. Stops at what cannot be passed over: an open string or an unknown escape. */
export function* jsonTokens(text: string, start: number): Generator<JsonToken, void> {
  let position = start;
  for (;;) {
    position = matchEnd(filler, text, position) ?? position;
    if (position >= text.length) return;
    if (text.startsWith('/*', position)) {
      yield { type: 'open comment', text: '/*', start: position };
      return;
    }
    const isString = text[position] === '"' || text[position] === "'";
    const token = isString ? stringAt(text, position) : otherAt(text, position);
    yield token;
    if (token.type === 'open string' || token.type === 'unknown escape') return;
    position += token.text.length;
  }
}

/** What is left open in the text counts as the end of it: `"\u26` is an open string, not an unknown escape. */
function stringAt(text: string, start: number): JsonToken {
  const quote = text[start]!;
  let position = start + 1;
  while (position < text.length && text[position] !== quote) {
    if (text[position] !== '\\') position += 1;
    else {
      const end = matchEnd(knownEscape, text, position);
      if (end === undefined) {
        const isCut = /^\\(?:u[0-9a-f]{0,3}|x[0-9a-f]?)?$/i.test(
          text.slice(position, position + 6),
        );
        const type = isCut ? 'open string' : 'unknown escape';
        return { type, text: text.slice(start, position + 2), start };
      }
      position = end;
    }
  }
  const type = position < text.length ? 'string' : 'open string';
  return { type, text: text.slice(start, position + 1), start };
}

function otherAt(text: string, start: number): JsonToken {
  for (const [type, pattern] of patterns) {
    const end = matchEnd(pattern, text, start);
    if (end !== undefined) return { type, text: text.slice(start, end), start };
  }
  return { type: 'other', text: text[start]!, start };
}

function matchEnd(pattern: RegExp, text: string, start: number): number | undefined {
  pattern.lastIndex = start;
  return pattern.test(text) ? pattern.lastIndex : undefined;
}
