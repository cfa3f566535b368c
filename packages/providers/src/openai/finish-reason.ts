import type { FinishReason } from '@loopwright/agent-run';

const reasons = new Map<unknown, FinishReason>([
  ['stop', 'stop'],
  ['length', 'length'],
  ['tool_calls', 'tool_calls'],
  ['function_call', 'tool_calls'],
  ['content_filter', 'refusal'],
]);

/** What is known about how a reply ended. */
export type EndFacts = {
  readonly rawFinish: string | undefined;
  readonly refusal: string;
  readonly hasCalls: boolean;
  /** The text was cut at a stop sequence. */
  readonly isCut: boolean;
};

/**
 * Why the model stopped. Calls that are there count whatever the server called the end, except that a limit taints them
 * and a refusal outweighs them; a text that was complete at a stop sequence was not cut by a limit behind it.
 */
export function finishReasonOf({ rawFinish, refusal, hasCalls, isCut }: EndFacts): FinishReason {
  const said = reasons.get(rawFinish) ?? 'unknown';
  if (said === 'refusal' || refusal.trim() !== '') return 'refusal';
  if (hasCalls) return said === 'length' ? 'length' : 'tool_calls';
  return isCut || said === 'tool_calls' ? 'stop' : said;
}
