import { styleText } from 'node:util';

/** What is written on: lines of so many characters, with colours or without. */
export type Screen = { readonly columns: number; readonly colour: boolean };

type Style = Parameters<typeof styleText>[0];

/** A label and a text, which is broken into lines beside the label. */
export type Row = readonly [label: string, text: string, style?: Style];

const labelWidth = 17;

/** A line that begins what is told of one thing. */
export function headline(title: string, screen: Screen): string {
  return paint(screen, 'bold', `── ${title} `.padEnd(screen.columns, '─'));
}

/** Rows as lines, each ended by a line break. */
export function renderRows(rows: readonly Row[], screen: Screen): string {
  const lines = rows.flatMap(([label, text, style]) =>
    wrap(text, screen.columns - labelWidth).map((line, at) => {
      const head = (at === 0 ? label : '').padEnd(labelWidth);
      return `${paint(screen, 'dim', head)}${paint(screen, style, line)}\n`;
    }),
  );
  return lines.join('');
}

/** A text in a style, where there are colours. */
export function paint({ colour }: Screen, style: Style | undefined, text: string): string {
  return colour && style ? styleText(style, text, { validateStream: false }) : text;
}

/** Breaks between words, and inside a word that is longer than a line. */
function wrap(text: string, width: number): string[] {
  const pattern = new RegExp(`\\S.{0,${width - 1}}(?=\\s|$)|\\S{${width}}`, 'g');
  return text.match(pattern) ?? [''];
}
