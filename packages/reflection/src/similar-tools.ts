import type { FailureReason } from './failure.ts';
import type { ToolDescription } from './tool-description.ts';

// Tools that retrieve something can stand in for one another; the first group casts the wider net.
const wideWords = new Set([
  'search',
  'find',
  'query',
  'web',
  'browse',
  'wiki',
  'wikipedia',
  'google',
]);
const narrowWords = new Set([
  'lookup',
  'look',
  'get',
  'fetch',
  'read',
  'retrieve',
  'knowledge',
  'list',
  'kb',
]);
// What only shares a noun with these may do harm: `delete_contact` is no stand-in for `get_contact`.
const actingWords = new Set(
  'add book buy cancel create delete drop edit execute insert pay post publish put remove rename send set submit transfer update upload write'.split(
    ' ',
  ),
);

/** True for a tool whose name says that it searches. */
export function isWideTool(name: string): boolean {
  return wordsOfName(name).some((word) => wideWords.has(word));
}

/**
 * The tools whose names show that they do a thing similar to that of the failed one, the most similar first. A tool with
 * a description is judged by its name only where that is general (`web_search`) or shares a word.
 */
export function similarTools(
  failed: string,
  reason: FailureReason,
  available: readonly ToolDescription[],
): ToolDescription[] {
  const words = wordsOfName(failed);
  const retrieves = words.some(isRetrieving);
  const rank = ({ name, description }: ToolDescription): number => {
    const others = wordsOfName(name);
    if (others.some((word) => actingWords.has(word) && !words.includes(word))) return 0;
    const shares = others.some((word) => words.includes(word) && !isRetrieving(word));
    const isGeneral = others.every(isRetrieving);
    const counts = retrieves && (isGeneral || shares || description === undefined);
    if (counts && others.some((word) => wideWords.has(word))) return reason === 'not_found' ? 3 : 2;
    if (counts && others.some((word) => narrowWords.has(word))) return 2;
    return shares ? 1 : 0;
  };
  // The sort is stable: among equals the order of the available tools decides.
  return available.filter((tool) => rank(tool) > 0).sort((a, b) => rank(b) - rank(a));
}

function isRetrieving(word: string): boolean {
  return wideWords.has(word) || narrowWords.has(word);
}

function wordsOfName(name: string): string[] {
  return (name.slice(0, 200).match(/[A-Z]?[a-z]+|[A-Z]+|[0-9]+/g) ?? []).map((word) =>
    word.toLowerCase(),
  );
}
