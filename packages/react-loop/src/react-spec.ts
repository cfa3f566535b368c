import {
  answerSchemaOf,
  ConfigurationError,
  type Model,
  type RunSpec,
  readTypedAnswer,
} from '@loopwright/agent-run';
import { type Json, toJson } from '@loopwright/core-parser';
import type { Tool } from '@loopwright/tool-registry';
import { checkOptions } from './check-options.ts';
import { guardsOf } from './default-guards.ts';
import { reactDefaults } from './defaults.ts';
import { openEndedTask } from './open-ended-task.ts';
import { reactAllowance, reactToolCalls } from './react-bounds.ts';
import type { ReactOptions } from './react-options.ts';
import { synthesise } from './synthesise.ts';
import { defaultSystemPrompt } from './system-prompt.ts';
import { textFormat } from './text-format.ts';

/** The options of a ReAct run as the waist takes them. @throws ConfigurationError for all that can be seen in them. */
export function reactSpec<Answer>(options: ReactOptions<Answer>): RunSpec<Answer> {
  checkOptions(options);
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
    salvage: (options.synthesis ?? reactDefaults.synthesis) === 'model' ? synthesise : undefined,
    checkAnswer: (answer) => readTypedAnswer(options.answer, answer),
  };
}

export function systemPromptOf<Answer>(
  options: ReactOptions<Answer>,
  tools: readonly Tool[],
): string {
  const { format = textFormat, instructions, systemPrompt = defaultSystemPrompt } = options;
  const answerSchema = answerSchemaOf(options.answer);
  const formatInstructions = format.instructions;
  return systemPrompt({ tools, formatInstructions, instructions, answerSchema });
}

function configurationOf<Answer>(options: ReactOptions<Answer>): Json {
  const { format = textFormat, history = [], tools } = options;
  const system = systemPromptOf(options, [...(tools?.tools?.values() ?? [])]);
  return toJson({ format: format.name, system, history });
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
