import { canonicalJson, type Json } from '@loopwright/core-parser';
import { partialDefaults } from './defaults.ts';
import type { RunState } from './run-state.ts';
import { shownArguments } from './shown-arguments.ts';

/** A call for people, without what its tool calls sensitive. */
export function describeCall(
  state: RunState,
  { tool, args }: { tool: string; args: Json },
): string {
  return inWords({ tool, args: shownArguments(state.spec.tools.tools.get(tool), args) });
}

/** A call for people: `pay(eur: 20)`. */
export function inWords({ tool, args }: { tool: string; args: Json }): string {
  const fields = typeof args === 'object' && args !== null ? Object.entries(args) : [];
  const shown = fields.map(
    ([name, value]) => `${name}: ${typeof value === 'string' ? value : canonicalJson(value)}`,
  );
  return `${tool}(${shorten(shown.join(', '))})`;
}

/** One line of bounded length, for people. */
export function shorten(text: string): string {
  const { maxChars } = partialDefaults;
  const line = text.replaceAll(/\s+/g, ' ');
  return line.length <= maxChars ? line : `${line.slice(0, maxChars - 1)}…`.toWellFormed();
}
