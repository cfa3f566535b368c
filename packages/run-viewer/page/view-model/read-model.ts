import { type Loose, listOf, numberOf, recordOf, textOf, textsOf } from './loose.ts';
import type { ModelView, TokenCount } from './run-view.ts';

/** Roles that look back at a step; all others move the run on. */
const reflecting = ['critic', 'reflector', 'judge'];

export function isReflecting(role: string): boolean {
  return reflecting.includes(role);
}

/** Reads a `model` event. */
export function readModel(event: Loose): ModelView {
  const reply = recordOf(event.reply);
  const usage = recordOf(reply.usage);
  const error = recordOf(event.error);
  const kind = textOf(error.kind);
  return {
    key: textOf(event.key) ?? '',
    role: textOf(event.role) ?? 'model',
    model: textOf(event.model),
    sent: Array.isArray(event.appended) ? textsOf(event.appended) : undefined,
    text: textOf(reply.text),
    toolCalls: listOf(reply.toolCalls),
    finish: textOf(reply.finish),
    error: kind === undefined ? undefined : `${kind}: ${textOf(error.message) ?? ''}`,
    warnings: textsOf(reply.warnings),
    attempts: numberOf(event.attempts),
    ms: numberOf(event.ms),
    inputTokens: numberOf(usage.inputTokens),
    outputTokens: numberOf(usage.outputTokens),
    costUsd: numberOf(usage.costUsd),
    isEstimated: usage.estimated === true,
  };
}

/** The tokens of some model calls together. */
export function countTokens(models: readonly ModelView[]): TokenCount {
  let input = 0;
  let output = 0;
  for (const { inputTokens = 0, outputTokens = 0 } of models) {
    input += inputTokens;
    output += outputTokens;
  }
  return {
    input,
    output,
    isEstimated: models.some((model) => model.isEstimated),
    isIncomplete: models.some(
      (model) => model.inputTokens === undefined || model.outputTokens === undefined,
    ),
  };
}
