import {
  answerSchemaOf,
  type ModelReply,
  type ModelRequest,
  type Run,
  type Step,
} from '@loopwright/agent-run';
import { conclude } from './conclude.ts';
import { digestBlock, digestedSteps } from './context-reset.ts';
import { reactDefaults } from './defaults.ts';
import type { ReactOptions } from './react-options.ts';
import { systemPromptOf } from './react-system-prompt.ts';
import { addBlock } from './scratchpad.ts';
import type { StepFormat } from './step-format.ts';
import { textFormat } from './text-format.ts';

/** What a run has said and seen, as its next request shows it. A pure function of its replies and steps. */
export type Conversation = {
  /** Begins it anew. */
  start(run: Run): void;
  /** The request of the next step. */
  request(isConcluding: boolean): ModelRequest;
  /** Hears a reply before its calls are made: an end may come between. */
  hear(run: Run, reply: ModelReply): void;
  /** Adds the step that the reply led to. With `keepSteps` it may be time for a reset, which becomes a note (R15). */
  add(run: Run, step: Step): void;
  /** The request with a step that an end kept from being added. A turn whose calls have no results is left out. */
  whole(run: Run): ModelRequest;
};

/** Makes the conversation of one run. */
export function createConversation<Answer>(options: ReactOptions<Answer>): Conversation {
  const { format = textFormat, history = [], keepSteps = reactDefaults.keepSteps } = options;
  let first: ModelRequest;
  let current: ModelRequest;
  let pending: PendingTurn | undefined;
  let turns: Turn[];
  let digested: Step[];
  return {
    start(run) {
      const tools = [...run.tools.tools.values()];
      const system = systemPromptOf(options, tools);
      const answerSchema = answerSchemaOf(options.answer);
      first = format.start({ task: run.task, tools, system, history, answerSchema });
      current = first;
      pending = undefined;
      turns = [];
      digested = [];
    },
    request: (isConcluding) => (isConcluding ? conclude(current) : current),
    hear(run, reply) {
      pending = { reply, stepsBefore: run.steps.length };
    },
    add(run, step) {
      const { reply } = pending!;
      pending = undefined;
      current = format.append(current, reply, step);
      turns.push({ reply, step });
      const count = digested.length + turns.length;
      const due = digestedSteps(count, keepSteps) - digested.length;
      if (due <= 0) return;
      digested.push(...turns.splice(0, due).map((turn) => turn.step));
      current = requestAfterReset(first, digested, turns, format);
      run.note('compaction', { step: step.n, digested: digested.length, kept: turns.length });
    },
    whole(run) {
      if (pending === undefined) return current;
      const { reply, stepsBefore } = pending;
      const step = run.steps[stepsBefore];
      return step && step.calls.length > 0 ? format.append(current, reply, step) : current;
    },
  };
}

/** A reply without its step: an end may come before there is one, or before it is added. */
type PendingTurn = { reply: ModelReply; stepsBefore: number };

type Turn = { reply: ModelReply; step: Step };

/** Starts again: the task, the digests of the earlier steps, and the last turns as they were, opaque content included. */
function requestAfterReset(
  first: ModelRequest,
  digested: readonly Step[],
  turns: readonly Turn[],
  format: StepFormat,
): ModelRequest {
  const start = addBlock(first, digestBlock(digested));
  return turns.reduce((request, { reply, step }) => format.append(request, reply, step), start);
}
