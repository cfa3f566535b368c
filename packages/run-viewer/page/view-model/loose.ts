/**
 * A value of a run log whose shape nothing vouches for: below level verbose fields are missing, and another version may
 * have written it.
 */
export type Loose = { readonly [name: string]: unknown };

export function recordOf(value: unknown): Loose {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
    ? (value as Loose)
    : {};
}

export function listOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}

export function textOf(value: unknown): string | undefined {
  return typeof value === 'string' ? value : undefined;
}

export function numberOf(value: unknown): number | undefined {
  return typeof value === 'number' && Number.isFinite(value) ? value : undefined;
}

export function textsOf(value: unknown): string[] {
  return listOf(value).filter((each) => typeof each === 'string');
}

/** What a table has under a name that a log gave; undefined for names that every object has. */
export function entryOf<Entry>(
  table: Readonly<Record<string, Entry>>,
  name: string | undefined,
): Entry | undefined {
  return name !== undefined && Object.hasOwn(table, name) ? table[name] : undefined;
}

/** The value as a reader sees it: a text unchanged, anything else as indented JSON. */
export function shownValue(value: unknown): string {
  if (typeof value === 'string') return value;
  return JSON.stringify(value, null, 2) ?? 'nothing';
}

/** The value in one line, cut where it gets long. */
export function shortValue(value: unknown, maxChars = 80): string {
  const text = typeof value === 'string' ? value : (JSON.stringify(value) ?? '');
  const line = text.slice(0, maxChars * 4).replace(/\s+/g, ' ');
  return line.length > maxChars ? `${line.slice(0, maxChars - 1)}…` : line;
}
