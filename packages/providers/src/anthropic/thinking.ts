import { checkNames, isObject, mustBe } from '@loopwright/agent-run/option-checks';
import { isThought, type Turn } from './content-block.ts';

/** How the model may think before it answers; which forms a model takes is its own matter. */
export type AnthropicThinking =
  | {
      readonly type: 'adaptive';
      readonly display?: 'summarized' | 'omitted';
    }
  | {
      readonly type: 'enabled';
      /** At least 1,024 and less than the limit of output tokens, of which it is a part. */
      readonly budget_tokens: number;
      readonly display?: 'summarized' | 'omitted';
    }
  | { readonly type: 'between_tools' }
  | { readonly type: 'disabled' };

const types: readonly unknown[] = ['adaptive', 'enabled', 'between_tools', 'disabled'];
const leastBudget = 1_024;

/** Refuses what the API would refuse in every request. @throws ConfigurationError `invalid_option` */
export function checkThinking(thinking: unknown, maxOutputTokens: number | undefined): void {
  if (thinking === undefined) return;
  const isKnown = isObject(thinking) && types.includes(thinking.type);
  mustBe(isKnown, 'thinking', `an object with a type: ${types.join(', ')}`, thinking);
  checkNames(thinking, ['type', 'budget_tokens', 'display'], 'thinking.');
  if (thinking.type !== 'enabled') return;
  const budget = thinking.budget_tokens;
  const isBudget = Number.isSafeInteger(budget) && Number(budget) >= leastBudget;
  mustBe(isBudget, 'thinking.budget_tokens', `a whole number of at least ${leastBudget}`, budget);
  const isBelow = maxOutputTokens === undefined || Number(budget) < maxOutputTokens;
  mustBe(
    isBelow,
    'thinking.budget_tokens',
    'less than maxOutputTokens, of which it is a part',
    budget,
  );
}

/**
 * Why a request cannot ask for thinking with a budget, which the API would refuse in it; undefined where it can.
 *
 * @param limit The most output tokens of the request.
 */
export function whyNotThinking(
  thinking: AnthropicThinking,
  turns: readonly Turn[],
  limit: number,
): string | undefined {
  if (thinking.type !== 'enabled') return undefined;
  const { budget_tokens: budget } = thinking;
  if (budget >= limit) {
    return `its budget of ${budget} tokens is not below the limit of ${limit} output tokens`;
  }
  return hasBegunWithoutThought(turns)
    ? 'the calls at the end of the conversation were made without it'
    : undefined;
}

/** Calls, their results and what follows are one turn of the model, which has to begin with a thought. */
function hasBegunWithoutThought(turns: readonly Turn[]): boolean {
  const asked = turns.findLastIndex(
    ({ role, content }) => role === 'user' && content[0]?.type !== 'tool_result',
  );
  const begun = turns[asked + 1]?.content[0];
  return begun !== undefined && !isThought(begun);
}
