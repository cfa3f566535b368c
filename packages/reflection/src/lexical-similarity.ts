import { canonicalJson } from '@loopwright/core-parser';
import type { ReflectedAction } from './reflected-action.ts';
import type { ToolDescription } from './tool-description.ts';
import { parameterSchemas } from './tool-description.ts';
import { contentWords } from './words.ts';

/** What an alternative is sought for. */
export type AlternativeNeed = {
  readonly task: string;
  /** The thought that led to the failed call; empty when it is not known. */
  readonly thought: string;
  readonly failed: ReflectedAction;
  /** What is known of the tool that failed. */
  readonly failedTool: ToolDescription;
};

const minSharedWords = 2;

/**
 * How well each of the tools could do what failed, from 0 to 1, by words: those of the task, the thought, the failed call
 * and its tool against the name, description and arguments of the other tool. A word that few of the tools have weighs
 * more; one that no tool has weighs nothing, and a single shared word is chance. Deterministic, made for English.
 */
export function lexicalSimilarity(
  { task, thought, failed, failedTool }: AlternativeNeed,
  tools: readonly ToolDescription[],
): number[] {
  const documents = tools.map((tool) => contentWords(textOfTool(tool)));
  const holders = new Map<string, number>();
  for (const word of documents.flatMap((words) => [...words])) {
    holders.set(word, (holders.get(word) ?? 0) + 1);
  }
  const weightOf = (word: string) => {
    const count = holders.get(word);
    return count === undefined ? 0 : Math.log(1 + documents.length / count);
  };
  const wanted = contentWords(
    [task, thought, canonicalJson(failed.parameters), textOfTool(failedTool)].join('\n'),
  );
  const wantedSize = sizeOf(wanted, weightOf);
  return documents.map((offered) => {
    const shared = [...offered].filter((word) => wanted.has(word));
    if (shared.length < minSharedWords) return 0;
    return sizeOf(shared, weightOf) ** 2 / (wantedSize * sizeOf(offered, weightOf));
  });
}

function sizeOf(words: Iterable<string>, weightOf: (word: string) => number): number {
  let sum = 0;
  for (const word of words) sum += weightOf(word) ** 2;
  return Math.sqrt(sum);
}

function textOfTool(tool: ToolDescription): string {
  const schemas = Object.entries(parameterSchemas(tool) ?? {});
  const parameters = schemas.map(([name, schema]) => `${name} ${descriptionOf(schema)}`);
  return [tool.name, tool.description ?? '', ...parameters].join('\n');
}

function descriptionOf(schema: unknown): string {
  const { description } = Object(schema) as { readonly description?: unknown };
  return typeof description === 'string' ? description : '';
}
