import type { Json } from '@loopwright/core-parser';

/** How models write JSON. */
export type JsonStyle = {
  /** White space for each level, '' for one line. */
  indent: string;
  quote: '"' | "'";
  /** Keys that are identifiers stand without quotes. */
  bareKeys: boolean;
  literals: 'JSON' | 'Python';
  trailingComma: boolean;
  /** A comment stands before every member and item, or ''. */
  comment: string;
  /** Line breaks in texts stand as they are, unless their next line could pass for an observation or a fence. */
  rawLineBreaks: boolean;
};

/** What `JSON.stringify` writes. */
export const plainJson: JsonStyle = {
  indent: '',
  quote: '"',
  bareKeys: false,
  literals: 'JSON',
  trailingComma: false,
  comment: '',
  rawLineBreaks: false,
};

/** Writes a value in a style. */
export function writeJson(value: Json, style: JsonStyle, level = ''): string {
  if (typeof value === 'string') return writeString(value, style);
  if (typeof value !== 'object' || value === null) return writeLiteral(value, style);
  const inner = level + style.indent;
  const [open, close] = Array.isArray(value) ? '[]' : '{}';
  const parts = Array.isArray(value)
    ? value.map((item) => writeJson(item, style, inner))
    : Object.entries(value).map(([key, member]) => writeMember(key, member, style, inner));
  if (parts.length === 0) return open! + close;
  const lineBreak = (indent: string) => (style.indent === '' ? '' : `\n${indent}`);
  const body = parts.map((part) => lineBreak(inner) + style.comment + part);
  const comma = style.trailingComma ? ',' : '';
  const separator = style.indent === '' ? ', ' : ',';
  return `${open}${body.join(separator)}${comma}${lineBreak(level)}${close}`;
}

function writeMember(key: string, member: Json, style: JsonStyle, level: string): string {
  const isBare = style.bareKeys && /^[a-z_$][\w$]*$/i.test(key);
  const name = isBare ? key : writeString(key, { ...style, rawLineBreaks: false });
  return `${name}: ${writeJson(member, style, level)}`;
}

function writeLiteral(value: number | boolean | null, { literals }: JsonStyle): string {
  const json = JSON.stringify(value);
  if (literals === 'JSON' || typeof value === 'number') return json;
  return { true: 'True', false: 'False', null: 'None' }[json]!;
}

function writeString(text: string, { quote, rawLineBreaks }: JsonStyle): string {
  const escaped = JSON.stringify(text).slice(1, -1);
  const pieces = escaped.match(/\\.|[^\\]+/g) ?? [];
  const written = pieces.map((piece, index) => {
    const next = pieces[index + 1] ?? '';
    if (piece === '\\n' && rawLineBreaks && !/^\s*(?:[`*]|obs)/i.test(next)) return '\n';
    if (quote === '"') return piece;
    return piece === '\\"' ? '"' : piece.replaceAll("'", "\\'");
  });
  return quote + written.join('') + quote;
}
