import type { ModelRequest, ToolSpec } from '@loopwright/agent-run';
import { type Json, type JsonObject, toJson } from '@loopwright/core-parser';
import type { ModelCapabilities } from './capabilities.ts';
import { modelCallError } from './model-call-error.ts';
import { isFrom } from './opaque-origin.ts';
import { sendableMessages } from './sendable-messages.ts';

type Taker = {
  provider: string;
  model: string;
  capabilities: ModelCapabilities;
  maxOutputTokens?: number | undefined;
  ownOpaque?: ((opaque: Json) => Json | undefined) | undefined;
  origin?: string | undefined;
};

/**
 * What is sent of a request: a valid conversation, the settings that the model takes, and a sentence for each that it
 * does not. No text holds half a surrogate pair.
 *
 * @throws ModelCallError `bad_request` for tools where the model takes none
 */
export function prepareRequest(
  asked: ModelRequest,
  { provider, model, capabilities, ...taker }: Taker,
): { request: ModelRequest; warnings: string[] } {
  if (asked.tools?.length && !capabilities.tools) {
    const message = `${model} takes no tools: use textFormat or jsonFormat, or say in the capabilities that it does`;
    throw modelCallError({ kind: 'bad_request', message, retryable: false, provider });
  }
  const { ownOpaque = (opaque) => opaque, origin } = taker;
  const messages = sendableMessages(asked.messages, (opaque) =>
    isFrom(opaque, origin) ? ownOpaque(opaque) : undefined,
  );
  const { maxOutputTokens = taker.maxOutputTokens, ...rest } = asked;
  const limit = maxOutputTokens === undefined ? {} : { maxOutputTokens };
  return takeSettings({ ...rest, ...limit, messages }, capabilities);
}

function takeSettings(
  request: ModelRequest,
  capabilities: ModelCapabilities,
): { request: ModelRequest; warnings: string[] } {
  const { temperature, seed, stop, schema, tools, system, ...rest } = request;
  const warnings: string[] = [];
  const taken = <Value>(name: string, value: Value | undefined, isTaken: boolean) => {
    if (value === undefined || isTaken) return value;
    warnings.push(`${name} is not sent: the model does not take it`);
    return undefined;
  };
  const most = capabilities.maxStopSequences;
  const stops = stop?.filter((sequence) => sequence !== '').map((each) => each.toWellFormed());
  if (stops && stops.length > most) {
    warnings.push(`${stops.length - most} of ${stops.length} stop sequences are not sent`);
  }
  const settings = {
    tools: tools?.map(sendableTool),
    temperature: taken('temperature', temperature, capabilities.temperature),
    seed: taken('seed', seed, capabilities.seed),
    schema: taken('schema', schema === undefined ? schema : toJson(schema), capabilities.schema),
    stop: stops && most > 0 ? stops.slice(0, most) : undefined,
  };
  const known = Object.entries(settings).filter(([, value]) => value !== undefined);
  return {
    request: { ...rest, system: system.toWellFormed(), ...Object.fromEntries(known) },
    warnings,
  };
}

function sendableTool({ name, description, parameters }: ToolSpec): ToolSpec {
  return {
    name,
    description: description.toWellFormed(),
    parameters: toJson(parameters) as JsonObject,
  };
}
