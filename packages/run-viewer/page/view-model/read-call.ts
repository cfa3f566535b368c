import type { Step } from '@loopwright/agent-run';
import { outcomeOfCall } from '../../src/story/outcomes.ts';
import { type Loose, numberOf, recordOf, textOf, textsOf } from './loose.ts';
import type { CallState, CallView, EffectView } from './run-view.ts';

type Observation = Step['observations'][number];

/** Reads a call of a step with what came back, and what the `tool` event says beyond that. Each may be missing. */
export function readCall(call: Loose, observation: Loose, event: Loose): CallView {
  const seen = 'ok' in observation ? observation : recordOf(event.observation);
  const error = recordOf(seen.error);
  const via = textOf(event.via) ?? (seen.reused === true ? 'reused' : undefined);
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
  if (seen.ok !== false) return 'unknown';
  // A quiet log tells by the error alone whether a call was let in.
  if (via !== undefined) return 'failed';
  const outcome = outcomeOfCall({
    ok: false,
    error: recordOf(seen.error),
  } as unknown as Observation);
  return outcome === 'refused' ? 'refused' : 'failed';
}
