import type { RunResult } from '@loopwright/agent-run';
import { saysFigure } from './says-figure.ts';
import type { Scenario } from './scenarios.ts';

/**
 * True when a run ended as its scenario should. A language model words its answer as it likes: what counts is the
 * figure. A policy is taken at its word.
 */
export function isRightEnd(
  { answer, figure }: Scenario,
  result: RunResult<string>,
  isLanguageModel: boolean,
): boolean {
  if (answer === null || figure === null) return result.status === 'degraded';
  if (result.status !== 'solved') return false;
  return isLanguageModel ? saysFigure(result.answer, figure) : result.answer === answer;
}
