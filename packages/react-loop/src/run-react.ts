import {
  type Outcome,
  type Run,
  type RunHandle,
  type RunResult,
  resolveLimits,
  runStrategy,
  startStrategy,
} from '@loopwright/agent-run';
import type { StandardSchemaV1 } from '@standard-schema/spec';
import { callsOf } from './calls-of.ts';
import { checkDecision } from './check-decision.ts';
import { checkOptions } from './check-options.ts';
import { checkedAnswer, checkedConclusion } from './checked-answer.ts';
import { type Conversation, createConversation } from './conversation.ts';
import { decideByActor, decideBySelector } from './decide.ts';
import { reactDefaults } from './defaults.ts';
import { openEndedTask } from './open-ended-task.ts';
import type { ReactOptions } from './react-options.ts';
import { reactSpec } from './react-spec.ts';
import { textFormat } from './text-format.ts';

/** `answer` may be missing only where a text is an answer. */
type AnswerSchema<Answer> = string extends Answer
  ? unknown
  : { answer: StandardSchemaV1<unknown, Answer> };

/**
 * Runs the ReAct loop: think, act, observe, until the model answers, gives up, or a limit or guard ends it. Always
 * ends within `limits.maxSteps`, whatever the model says (R2).
 *
 * @throws ConfigurationError (as a rejection, before anything ran) for options that cannot be right.
 */
export async function runReact<Answer = string>(
  options: ReactOptions<Answer> & AnswerSchema<Answer>,
): Promise<RunResult<Answer>> {
  const { spec, body } = strategyOf(options);
  return runStrategy(spec, body);
}

/**
 * Starts the same run and gives a handle with its events, its result, `cancel` and `detach`.
 *
 * @throws ConfigurationError at once for whatever can be seen in the options themselves. What only the opening of the
 * run can tell (prices against the limits of a parent, a journal of another run) rejects `result`.
 */
export function startReact<Answer = string>(
  options: ReactOptions<Answer> & AnswerSchema<Answer>,
): RunHandle<Answer> {
  const { spec, body } = strategyOf(options);
  return startStrategy(spec, body);
}

/** The strategy as the waist takes it: its options, and the loop over a conversation of its own. */
function strategyOf<Answer>(options: ReactOptions<Answer>) {
  checkOptions(options);
  const conversation = createConversation(options);
  const body = (run: Run) => loop(run, options, conversation);
  return { spec: reactSpec(options, conversation), body };
}

async function loop<Answer>(
  run: Run,
  options: ReactOptions<Answer>,
  conversation: Conversation,
): Promise<Outcome> {
  const { format = textFormat, selector } = options;
  const { concludeAtLimit = reactDefaults.concludeAtLimit } = options;
  const { maxSteps } = resolveLimits(options.limits);
  const decide = options.decide ?? (selector ? decideBySelector(selector) : decideByActor);
  const readsText = Boolean(options.answer) && !options.decide && typeof selector !== 'function';
  const toolNames = [...run.tools.tools.keys()];
  conversation.start(run);
  flagOpenEnded(run, options);

  for (let n = 1; n <= maxSteps; n++) {
    const last = n === maxSteps;
    const isConcluding = last && concludeAtLimit;
    const request = conversation.request(isConcluding);
    const decision = await decide({ run, request, format, toolNames });
    checkDecision(decision);
    conversation.hear(run, decision.reply);
    const parsed =
      readsText && request.toolChoice === 'none'
        ? await checkedConclusion(run, decision, toolNames)
        : await checkedAnswer(run, decision.parsed);
    for (const flag of parsed.flags) run.flag('parser', `step ${n}: ${flag}`);
    const { thought } = parsed;
    if (parsed.kind === 'final') return { stopReason: 'final', answer: parsed.answer, thought };
    if (parsed.kind === 'give_up') {
      const { reason, partial } = parsed;
      return { stopReason: 'gave_up', text: reason || 'The model gave up', partial, thought };
    }
    const calls = callsOf(parsed, { most: format.callsPerStep, isConcluding });
    const observations = await run.act(calls);
    conversation.add(run, await run.judge({ thought, calls, observations, last }));
  }
  return { stopReason: 'max_steps', text: `The limit of ${maxSteps} steps was reached` };
}

function flagOpenEnded<Answer>(run: Run, { goal }: ReactOptions<Answer>): void {
  const openEnded = goal ? undefined : openEndedTask(run.task);
  if (openEnded) run.flag('open_ended_task', openEnded.suggestion);
}
