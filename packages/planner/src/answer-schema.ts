import type { readTypedAnswer } from '@loopwright/agent-run';
import type { Json } from '@loopwright/core-parser';

/** A Standard Schema that reads an answer. */
export type AnswerSchema<Answer> = NonNullable<Parameters<typeof readTypedAnswer<Answer>>[0]>;

/** `answer` may be missing only where any JSON is an answer. */
export type RequiredSchema<Answer> = Json extends Answer
  ? unknown
  : { answer: AnswerSchema<Answer> };
