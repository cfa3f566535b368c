import type { JsonObject } from '@loopwright/core-parser';
import type { AdvisorContext, AdvisorRequest, ReflectedStep } from '../src/index.ts';

export type Turn = Pick<ReflectedStep, 'calls' | 'observations'>;

export function succeed(tool: string, args: JsonObject, text = 'ok'): Turn {
  return { calls: [{ tool, args }], observations: [{ tool, ok: true, text, value: text }] };
}

export function fail(
  tool: string,
  args: JsonObject,
  message: string,
  errorClass = 'permanent',
  code = 'thrown',
): Turn {
  const error = { type: 'Error', class: errorClass, message, code };
  const text = `ERROR[${tool}]: Error: ${message}`;
  return { calls: [{ tool, args }], observations: [{ tool, ok: false, text, error }] };
}

export function stepsOf(turns: readonly Turn[]): ReflectedStep[] {
  return turns.map((turn, at) => ({
    ...turn,
    n: at + 1,
    kind: 'act',
    thought: `thought ${at + 1}`,
  }));
}

export function together(...turns: Turn[]): Turn {
  return {
    calls: turns.flatMap((turn) => turn.calls),
    observations: turns.flatMap((turn) => turn.observations),
  };
}

/** A context whose model gives the replies in turn and keeps the requests. */
export function scriptedContext(task: string, replies: readonly string[] = []) {
  const requests: { request: AdvisorRequest; role: string }[] = [];
  const context: AdvisorContext = {
    task,
    think: async (request, role) => {
      requests.push({ request, role });
      return { text: replies[requests.length - 1] ?? '' };
    },
  };
  return { context, requests };
}
