import {
  answerSchemaOf,
  type Outcome,
  type Run,
  type RunHandle,
  type RunResult,
  resolveLimits,
  runStrategy,
  startStrategy,
} from '@loopwright/agent-run';
import type { Call } from '@loopwright/tool-registry';
import type { StandardSchemaV1 } from '@standard-schema/spec';
import { decideByActor, decideBySelector } from './decide.ts';
import { parseErrorTool } from './defaults.ts';
import { openEndedTask } from './open-ended-task.ts';
import type { ReactOptions } from './react-options.ts';
import { reactSpec, systemPromptOf } from './react-spec.ts';
import type { Parsed } from './step-format.ts';
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
  return runStrategy(reactSpec(options), (run) => loop(run, options));
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
  return startStrategy(reactSpec(options), (run) => loop(run, options));
}

async function loop<Answer>(run: Run, options: ReactOptions<Answer>): Promise<Outcome> {
  const { format = textFormat, selector } = options;
  const { maxSteps } = resolveLimits(options.limits);
  const decide = options.decide ?? (selector ? decideBySelector(selector) : decideByActor);
  const tools = [...run.tools.tools.values()];
  const toolNames = tools.map((tool) => tool.name);
  const system = systemPromptOf(options, tools);
  const history = options.history ?? [];
  const answerSchema = answerSchemaOf(options.answer);
  let request = format.start({ task: run.task, tools, system, history, answerSchema });
  flagOpenEnded(run, options);

  for (let n = 1; n <= maxSteps; n++) {
    const decision = await decide({ run, request, format, toolNames });
    const parsed = await checkedAnswer(run, decision.parsed);
    for (const flag of parsed.flags) run.flag('parser', `step ${n}: ${flag}`);
    const { thought } = parsed;
    if (parsed.kind === 'final') return { stopReason: 'final', answer: parsed.answer, thought };
    if (parsed.kind === 'give_up') {
      const { reason, partial } = parsed;
      return { stopReason: 'gave_up', text: reason || 'The model gave up', partial, thought };
    }
    const calls = callsOf(parsed, format.callsPerStep);
    const observations = await run.act(calls);
    const step = await run.judge({ thought, calls, observations, last: n === maxSteps });
    request = format.append(request, decision.reply, step);
  }
  return { stopReason: 'max_steps', text: `The limit of ${maxSteps} steps was reached` };
}

/** The calls of a step. What a format cannot hold is refused where the model sees it, not dropped. */
function callsOf(parsed: Exclude<Parsed, { kind: 'final' | 'give_up' }>, most: number): Call[] {
  if (parsed.kind === 'parse_error') return [unreadableCall(parsed)];
  if (parsed.calls.length === 0) {
    return [unreadableCall({ code: 'no_call', message: 'The step holds no call and no answer' })];
  }
  return parsed.calls.map(({ tool, args, unreadable }, index) => {
    if (index < most) return { tool, args, ...(unreadable === undefined ? {} : { unreadable }) };
    const limit = most === 1 ? 'one call' : `${most} calls`;
    return { tool, args, unreadable: `${limit} a step; this one was not started` };
  });
}

/** A reply that could not be read is a call that cannot start: it is refused, counted by guards and shown (R4). */
function unreadableCall({ code, message }: { code: string; message: string }): Call {
  return { tool: parseErrorTool, args: {}, unreadable: `${code}: ${message}` };
}

/** An answer that does not fit the caller's type is an unreadable reply: the model gets another step. */
async function checkedAnswer(run: Run, parsed: Parsed): Promise<Parsed> {
  if (parsed.kind !== 'final') return parsed;
  const check = await run.checkAnswer(parsed.answer);
  if (check.ok) return parsed;
  const message = `The answer does not fit: ${check.message}`;
  return { ...parsed, kind: 'parse_error', code: 'answer_invalid', message };
}

function flagOpenEnded<Answer>(run: Run, { goal }: ReactOptions<Answer>): void {
  const openEnded = goal ? undefined : openEndedTask(run.task);
  if (openEnded) run.flag('open_ended_task', openEnded.suggestion);
}
