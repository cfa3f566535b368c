import { isObject, mustBe } from '@loopwright/agent-run/option-checks';
import type { Decision } from './decide.ts';
import type { Parsed } from './step-format.ts';

const kinds: readonly unknown[] = [
  'calls',
  'final',
  'give_up',
  'parse_error',
] satisfies Parsed['kind'][];

/** Refuses what a `decide` or a selector without types came to and no step can be made of. @throws ConfigurationError */
export function checkDecision(decision: unknown): asserts decision is Decision {
  const { reply, parsed } = isObject(decision) ? decision : {};
  const isReply =
    isObject(reply) && typeof reply.text === 'string' && Array.isArray(reply.toolCalls);
  mustBe(
    isReply,
    'The reply of a decision',
    'one that run.think gave, with text and toolCalls',
    reply,
  );
  const isParsed =
    isObject(parsed) &&
    kinds.includes(parsed.kind) &&
    Array.isArray(parsed.flags) &&
    typeof parsed.thought === 'string' &&
    (parsed.kind !== 'calls' || Array.isArray(parsed.calls));
  mustBe(
    isParsed,
    'The step of a decision',
    `an object of the kind ${kinds.join(', ')}, with thought and flags`,
    parsed,
  );
}
