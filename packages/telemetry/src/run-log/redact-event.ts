import type { DurableEvent } from '@loopwright/agent-run';
import type { Json } from '@loopwright/core-parser';
import { isThenable } from '../safely.ts';
import { changeAt, type Path } from './change-at.ts';

/** Takes secrets out of a text, of arguments or of any other JSON. */
export type Redact = (value: Json) => Json;

const replacement = '[redacted]';

function observationAt(place: string): Path[] {
  return [`${place}.value`, `${place}.text`, `${place}.error.message`];
}

/** Where texts and values of the world stand. All else is structure, which a replay needs as it was. */
const contents: Record<DurableEvent['type'], readonly Path[]> = {
  started: ['task', 'forkOf+.effects.*.args'],
  model: [
    ...['appended.*', 'reply.text', 'reply.toolCalls.*.args', 'reply.opaque', 'reply.warnings.*'],
    ...['reply.rawFinish', 'error.message', 'error.requestId'],
  ],
  asked: ['asks.*.call.args'],
  answered: ['answers.*.note'],
  intent: ['effect.args'],
  tool: ['call.args', 'call.unreadable', ...observationAt('observation'), 'effect.args'],
  io: ['value'],
  step: [
    ...['step.thought', 'step.calls.*.args', 'step.calls.*.unreadable'],
    ...observationAt('step.observations.*'),
    ...['step.verdicts.*.text', 'step.verdicts.*.data', 'step.verdicts.*.answer'],
    ...['step.notes.*', 'step.subtask'],
  ],
  flag: ['text', 'data'],
  note: ['data'],
  finished: [
    ...['result.answer', 'result.reason', 'result.flags.*', 'result.effects.*.args'],
    ...['result.partial.text', 'result.partial.said'],
    ...['result.partial.found.*', 'result.partial.missing.*'],
  ],
};

/** Where the names of called tools stand. Those that the agent does not have are a text of the model like any other. */
const toolNames: { readonly [Type in DurableEvent['type']]?: readonly Path[] } = {
  model: ['reply.toolCalls.*.name'],
  tool: ['call.tool', 'observation.tool'],
  step: ['step.calls.*.tool', 'step.observations.*.tool'],
};

/** Where any JSON may stand; elsewhere a text stays a text and an object an object. */
const anyJson = /(?:^|\.)(?:value|data|answer|opaque|found\.\*)$/;

/**
 * Makes what gives copies of the events of a session without secrets: names of the agent's tools, numbers, keys and digests
 * stay, so that they still read and replay. It is given every event from the first one on, as each agent says in its
 * `started` which tools it has.
 */
export function createRedaction(redact: Redact): (event: DurableEvent) => DurableEvent {
  const toolsOf = new Map<string, ReadonlySet<string>>();
  return (event) => {
    if (!Object.hasOwn(contents, event.type)) return event;
    const { path, type } = event;
    if (type === 'started') toolsOf.set(path, new Set(event.tools.map(({ name }) => name)));
    const known = toolsOf.get(path);
    const redacted = redactAt(event, contents[type], redact);
    return redactAt(redacted, toolNames[type] ?? [], (name) =>
      known?.has(String(name)) ? name : redact(name),
    );
  };
}

function redactAt(event: DurableEvent, paths: readonly Path[], redact: Redact): DurableEvent {
  return changeAt(event, paths, (value, path) => {
    const redacted = redact(value) ?? null;
    if (isThenable(redacted)) {
      redacted.then(undefined, () => {});
      throw new TypeError('redact gave a promise; it must give what is to be written at once');
    }
    if (redacted === '' && value !== '') return replacement;
    if (kindOf(redacted) === kindOf(value)) return redacted;
    if (kindOf(value) === 'object' && path.endsWith('args')) return {};
    return anyJson.test(path) ? redacted : replacement;
  });
}

function kindOf(value: Json): string {
  if (value === null) return 'null';
  return Array.isArray(value) ? 'list' : typeof value;
}
