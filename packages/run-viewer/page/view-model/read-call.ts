import { type Loose, numberOf, recordOf, textOf, textsOf } from './loose.ts';
import type { CallState, CallView, EffectView } from './run-view.ts';

/** Reads a call of a step with what came back, and what the `tool` event says beyond that. Each may be missing. */
export function readCall(call: Loose, observation: Loose, event: Loose): CallView {
  const seen = 'ok' in observation ? observation : recordOf(event.observation);
  const error = recordOf(seen.error);
  const via = textOf(event.via);
  const key = textOf(event.key);
  const type = textOf(error.type);
  const kind = textOf(error.class);
  return {
    key,
    tool: textOf(call.tool) ?? textOf(seen.tool) ?? '',
    args: call.args,
    unreadable: textOf(call.unreadable),
    state: stateOf(seen, via, call),
    observation: textOf(seen.text),
    errorType: type === undefined ? undefined : kind === undefined ? type : `${type} (${kind})`,
    errorCode: textOf(error.code),
    via,
    ms: numberOf(event.ms),
    attempts: numberOf(event.attempts),
    effect: readEffect(event.effect),
    childPath: via === 'agent' && key !== undefined ? `${key}/` : undefined,
  };
}

export function readEffect(value: unknown): EffectView | undefined {
  const effect = recordOf(value);
  const id = textOf(effect.id);
  if (id === undefined) return undefined;
  const { status } = effect;
  return {
    id,
    tool: textOf(effect.tool) ?? '',
    args: effect.args,
    status: status === 'committed' || status === 'not_started' ? status : 'unknown',
    stepKeys: textsOf(effect.stepKeys),
  };
}

function stateOf(seen: Loose, via: string | undefined, call: Loose): CallState {
  if (seen.ok === true) return 'ok';
  if (via === 'refused' || call.unreadable !== undefined) return 'refused';
  return seen.ok === false ? 'failed' : 'unknown';
}
