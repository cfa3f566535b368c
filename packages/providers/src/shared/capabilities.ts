import type { ModelRequest } from '@loopwright/agent-run';

/**
 * What a model takes, as data: no name of a model is ever read for it. What a model does not take is left out of the
 * request and named in `warnings`, so that nothing depends on it silently.
 */
export type ModelCapabilities = {
  readonly temperature: boolean;
  readonly seed: boolean;
  /** Stop sequences that one request may hold. Texts are cut at all of them here, whatever the model does. */
  readonly maxStopSequences: number;
  /** Native tool calling. Without it a request with tools is refused. */
  readonly tools: boolean;
  /** A JSON Schema for the whole reply. */
  readonly schema: boolean;
};

/** The settings of a request that a model takes, and a sentence for each that it does not. */
export function takeSettings(
  request: ModelRequest,
  capabilities: ModelCapabilities,
): { request: ModelRequest; warnings: string[] } {
  const { temperature, seed, stop, schema, ...rest } = request;
  const warnings: string[] = [];
  const taken = <Value>(name: string, value: Value | undefined, isTaken: boolean) => {
    if (value === undefined || isTaken) return value;
    warnings.push(`${name} is not sent: the model does not take it`);
    return undefined;
  };
  const most = capabilities.maxStopSequences;
  if (stop && stop.length > most) {
    warnings.push(`${stop.length - most} of ${stop.length} stop sequences are not sent`);
  }
  const settings = {
    temperature: taken('temperature', temperature, capabilities.temperature),
    seed: taken('seed', seed, capabilities.seed),
    schema: taken('schema', schema, capabilities.schema),
    stop: stop && most > 0 ? stop.slice(0, most) : undefined,
  };
  const known = Object.entries(settings).filter(([, value]) => value !== undefined);
  return { request: { ...rest, ...Object.fromEntries(known) }, warnings };
}
