import {
  ConfigurationError,
  type Model,
  type RunSpec,
  readTypedAnswer,
} from '@loopwright/agent-run';
import { type Json, toJson } from '@loopwright/core-parser';
import type { Conversation } from './conversation.ts';
import { guardsOf } from './default-guards.ts';
import { reactDefaults } from './defaults.ts';
import { openEndedTask } from './open-ended-task.ts';
import { reactAllowance, reactToolCalls } from './react-bounds.ts';
import type { ReactOptions } from './react-options.ts';
import { systemPromptOf } from './react-system-prompt.ts';
import { synthesise, synthesiseInConversation, synthesiseInShort } from './synthesise.ts';
import { textFormat } from './text-format.ts';

/** Checked options of a ReAct run as the waist takes them. @throws ConfigurationError for what the check leaves to it. */
export function reactSpec<Answer>(
  options: ReactOptions<Answer>,
  conversation: Conversation,
): RunSpec<Answer> {
  checkTask(options.task);
  refuseOpenEnded(options);
  const { model, models, selector } = options;
  return {
    ...options,
    strategy: { name: 'react', version: 1 },
    models: { default: model, ...(isModel(selector) ? { selector } : {}), ...models },
    guards: guardsOf(options),
    allowance: reactAllowance(options),
    strategyToolCalls: reactToolCalls(options),
    configuration: configurationOf(options),
    salvage: salvageOf(options, conversation),
    checkAnswer: (answer) => readTypedAnswer(options.answer, answer),
  };
}

function configurationOf<Answer>(options: ReactOptions<Answer>): Json {
  const {
    format = textFormat,
    history = [],
    tools,
    keepSteps = reactDefaults.keepSteps,
    concludeAtLimit = reactDefaults.concludeAtLimit,
  } = options;
  const system = systemPromptOf(options, [...(tools?.tools?.values() ?? [])]);
  return toJson({ format: format.name, system, history, keepSteps, concludeAtLimit });
}

/** Sums up a run that ended early, in the way of its format; nothing when rules do it. */
function salvageOf<Answer>(
  options: ReactOptions<Answer>,
  conversation: Conversation,
): RunSpec<Answer>['salvage'] {
  const { format = textFormat, models = {}, synthesis = reactDefaults.synthesis } = options;
  if (synthesis !== 'model') return undefined;
  const isSameModel = models.synthesiser === undefined;
  return (run, outcome) => {
    if ('cause' in outcome && outcome.cause === 'context_overflow') return synthesiseInShort(run);
    if (!format.toolsInRequest) return synthesise(run);
    return synthesiseInConversation(run, conversation.whole(run), isSameModel);
  };
}

function isModel(selector: ReactOptions['selector']): selector is Model {
  return typeof selector === 'object';
}

function checkTask(task: unknown): void {
  if (typeof task === 'string' && task.trim() !== '') return;
  throw new ConfigurationError('invalid_task', 'The task must be a text that is not empty');
}

function refuseOpenEnded<Answer>({ task, goal, requireCriterion }: ReactOptions<Answer>): void {
  const openEnded = requireCriterion && !goal ? openEndedTask(task) : undefined;
  if (!openEnded) return;
  throw new ConfigurationError(
    'missing_criterion',
    `The task has no completion criterion: ${openEnded.suggestion}`,
  );
}
