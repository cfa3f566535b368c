import { compareRule } from './compare-rule.ts';
import type { Decomposition, DecompositionRule } from './decomposition.ts';
import { decomposeDefaults } from './defaults.ts';
import { findRule } from './find-rule.ts';
import { requireFunction, requireList, requireText } from './invalid-options.ts';

/** The rules in the order in which they are asked. Put your own before or in the place of them. */
export const decompositionRules: readonly DecompositionRule[] = [compareRule, findRule];

/**
 * Splits a goal by rules, without a model (N2, N9): the first rule that knows the shape of the goal decides. The rules are
 * rough and made for English sentences such as "Find the capital of France and the population" or "Compare the weather in
 * Rome, Oslo and Bonn and recommend the best". Throws `invalid_options` for an empty goal.
 */
export function decompose(
  goal: string,
  rules: readonly DecompositionRule[] = decompositionRules,
): Decomposition {
  const line = withoutFinalStop(requireText('goal', goal).split(/\s+/).join(' ').trim());
  if (line.length <= decomposeDefaults.maxGoalChars) {
    for (const rule of requireList('rules', rules)) {
      requireFunction('split', rule.split);
      const split = rule.split(line);
      if (split !== undefined) return { goal, rule: rule.name, ...split };
    }
  }
  return { goal, tasks: [{ id: 'goal', description: goal }] };
}

function withoutFinalStop(line: string): string {
  let end = line.length;
  while (end > 0 && '.!? '.includes(line[end - 1]!)) end -= 1;
  return line.slice(0, end);
}
