// The names of OpenTelemetry that this package writes, as text: the conventions for generative AI are in development, and
// their constants on the registry are frozen at an older set. Everything here is of the one revision below.

/** The one revision of the conventions whose names are written. */
export const semanticConventions = 'open-telemetry/semantic-conventions-genai v0.1.0';

/** Names of attributes. */
export const genAi = {
  operationName: 'gen_ai.operation.name',
  providerName: 'gen_ai.provider.name',
  agentName: 'gen_ai.agent.name',
  requestModel: 'gen_ai.request.model',
  finishReasons: 'gen_ai.response.finish_reasons',
  inputTokens: 'gen_ai.usage.input_tokens',
  outputTokens: 'gen_ai.usage.output_tokens',
  cacheReadInputTokens: 'gen_ai.usage.cache_read.input_tokens',
  cacheWriteInputTokens: 'gen_ai.usage.cache_write.input_tokens',
  reasoningOutputTokens: 'gen_ai.usage.reasoning.output_tokens',
  tokenModality: 'gen_ai.token.modality',
  toolName: 'gen_ai.tool.name',
  toolType: 'gen_ai.tool.type',
  toolCallId: 'gen_ai.tool.call.id',
  toolCallArguments: 'gen_ai.tool.call.arguments',
  toolCallResult: 'gen_ai.tool.call.result',
  systemInstructions: 'gen_ai.system_instructions',
  inputMessages: 'gen_ai.input.messages',
  outputMessages: 'gen_ai.output.messages',
  errorType: 'error.type',
} as const;

/** Values of `gen_ai.operation.name`. */
export const operations = {
  invokeAgent: 'invoke_agent',
  plan: 'plan',
  chat: 'chat',
  executeTool: 'execute_tool',
} as const;

/** The variable by which instrumentations of generative AI are told to capture content. */
export const captureContentVariable = 'OTEL_INSTRUMENTATION_GENAI_CAPTURE_MESSAGE_CONTENT';
