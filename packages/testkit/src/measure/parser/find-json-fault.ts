import { type JsonToken, jsonTokens } from './json-tokens.ts';

/** What keeps a text from being one object of the documented grammar, by a reading of that grammar of its own. */
export type JsonFault =
  | 'no object'
  | 'left open'
  | 'a quote too many or too few'
  | 'text without quotes'
  | 'typographic quotes'
  | 'a missing comma'
  | 'a missing colon'
  | 'a missing key or value'
  | 'brackets that do not match'
  | 'members after the closing brace'
  | 'an ellipsis'
  | 'an unknown escape'
  | 'backslashes outside of a string'
  | 'no number of JSON5'
  | 'a key twice'
  | 'a call, a tuple or a set'
  | 'a foreign comment';

type Reader = { readonly text: string; readonly tokens: readonly JsonToken[]; position: number };

const number =
  /^[+-]?(?:0[xX][0-9a-fA-F]+|(?:0|[1-9]\d*)(?:\.\d*)?(?:[eE][+-]?\d+)?|\.\d+(?:[eE][+-]?\d+)?)$/;
const literals: ReadonlySet<string> = new Set(['true', 'false', 'null', 'True', 'False', 'None']);

/** The first fault of the first object in a text, or undefined when its grammar is in order. */
export function findJsonFault(text: string): JsonFault | undefined {
  const start = text.indexOf('{');
  if (start === -1) return 'no object';
  const reader: Reader = { text, tokens: [...jsonTokens(text, start)], position: 0 };
  const fault = readValue(reader);
  if (fault !== undefined) return fault;
  const [comma, next] = reader.tokens.slice(reader.position);
  const goesOn = comma?.text === ',' && (next?.type === 'string' || next?.text === '{');
  return goesOn ? 'members after the closing brace' : undefined;
}

function take(reader: Reader): JsonToken | undefined {
  const token = reader.tokens[reader.position];
  reader.position += 1;
  return token;
}

function readValue(reader: Reader): JsonFault | undefined {
  const token = take(reader);
  if (token === undefined) return 'left open';
  if (token.text === '{') return readMembers(reader);
  if (token.text === '[') return readItems(reader);
  if (token.type === 'string' || literals.has(token.text)) return undefined;
  // More digits could have come.
  if (token.type === 'number' && reader.position >= reader.tokens.length) return 'left open';
  if (token.type === 'number' && number.test(token.text)) return undefined;
  if (token.type === 'word' && reader.tokens[reader.position]?.text === '(') {
    return 'a call, a tuple or a set';
  }
  return faultOf(token);
}

function readMembers(reader: Reader): JsonFault | undefined {
  const keys = new Set<string>();
  for (;;) {
    const key = take(reader);
    if (key === undefined) return 'left open';
    if (key.text === '}') return undefined;
    if (key.text === ']') return 'brackets that do not match';
    if (key.type === 'number') return 'text without quotes';
    if (key.type !== 'string' && key.type !== 'word') return faultOf(key);
    const name = key.type === 'string' ? key.text.slice(1, -1) : key.text;
    if (keys.has(name)) return 'a key twice';
    keys.add(name);
    const fault = readColon(reader, key) ?? readValue(reader);
    if (fault !== undefined) return fault;
    const separator = readSeparator(reader, '}');
    if (separator !== ',') return separator === '}' ? undefined : separator;
  }
}

function readItems(reader: Reader): JsonFault | undefined {
  for (;;) {
    const next = reader.tokens[reader.position];
    if (next?.text === '}') return 'brackets that do not match';
    if (next?.text === ']') {
      reader.position += 1;
      return undefined;
    }
    const fault = readValue(reader);
    if (fault !== undefined) return fault;
    const separator = readSeparator(reader, ']');
    if (separator !== ',') return separator === ']' ? undefined : separator;
  }
}

function readColon(reader: Reader, key: JsonToken): JsonFault | undefined {
  const token = take(reader);
  if (token === undefined) return 'left open';
  if (token.text === ':') return undefined;
  if (token.text === ',' || token.text === '}') return 'a call, a tuple or a set';
  return isStrayQuote(reader, key, token)
    ? 'a quote too many or too few'
    : faultBetween(token, 'a missing colon');
}

function readSeparator<Closing extends '}' | ']'>(
  reader: Reader,
  closing: Closing,
): ',' | Closing | JsonFault {
  const before = reader.tokens[reader.position - 1]!;
  const token = take(reader);
  if (token === undefined) return 'left open';
  if (token.text === ',') return ',';
  if (token.text === closing) return closing;
  if (/^[}\]]$/.test(token.text)) return 'brackets that do not match';
  return isStrayQuote(reader, before, token)
    ? 'a quote too many or too few'
    : faultBetween(token, 'a missing comma');
}

/** A string that the same line goes on after, without a separator: its quote was meant to be a character of it. */
function isStrayQuote(reader: Reader, before: JsonToken, token: JsonToken): boolean {
  if (before.type !== 'string' || !/^(?:word|open string|other)$/.test(token.type)) return false;
  const end = before.start + before.text.length;
  if (token.text === '#' || literals.has(token.text)) return false;
  return !/[\n\r]/.test(reader.text.slice(end, token.start));
}

/** The fault of a token that stands where a separator should: its own, or that the separator is missing. */
function faultBetween(token: JsonToken, missing: JsonFault): JsonFault {
  const isContent = /^(?:string|number|word|punctuation|open string)$/.test(token.type);
  return isContent ? missing : faultOf(token);
}

/** Why a token can stand neither for a key nor for a value. */
function faultOf(token: JsonToken): JsonFault {
  switch (token.type) {
    case 'open string':
    case 'open comment':
    case 'fence':
      return 'left open';
    case 'unknown escape':
      return 'an unknown escape';
    case 'number':
      return 'no number of JSON5';
    case 'word':
      return 'text without quotes';
    case 'ellipsis':
      return 'an ellipsis';
    case 'backslash':
      return 'backslashes outside of a string';
    case 'typographic quote':
      return 'typographic quotes';
    default:
      if (token.text === '(') return 'a call, a tuple or a set';
      if (token.text === '#') return 'a foreign comment';
      return token.type === 'punctuation' ? 'a missing key or value' : 'text without quotes';
  }
}
