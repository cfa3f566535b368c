import type { Context, Tracer } from '@opentelemetry/api';
import { agent as names, spanNames } from './agent-conventions.ts';
import { genAi, operations } from './semantic-conventions.ts';
import { TracedSpan } from './traced-span.ts';

/** What is known of an agent when its run starts. */
export type AgentFacts = {
  tracer: Tracer | undefined;
  name: string;
  mode: string;
  sessionId: string;
  /** Empty, or the key of the call in which a sub-agent runs with a slash behind. */
  path: string;
  /** The names of its tools. */
  tools: readonly string[];
  /** Milliseconds since 1970. */
  startedAt: number;
};

/** The call of a sub-agent that goes on. */
export type OpenCall = { span: TracedSpan; startedAt: number };

/**
 * The open spans of one agent in one life of its run, each made when something happens in it: what an earlier life has
 * told makes none.
 */
export class AgentTrace {
  readonly facts: AgentFacts;
  readonly #parent: Context | ((time: number) => Context);
  #span: TracedSpan | undefined;
  #step: TracedSpan | undefined;
  #stepStartedAt = 0;
  /** Calls of sub-agents that go on, by their keys. */
  readonly #calls = new Map<string, OpenCall>();
  /** Steps that are over. */
  steps = 0;
  inferenceCalls = 0;
  toolCalls = 0;
  /** Calls of advisors since the last step. */
  advice = { critic: 0, reflector: 0 };
  /** The kind of the last model call, if it failed. */
  lastModelError: string | undefined;

  /** @param parent The context that holds the parent, or what gives it when the span is made. */
  constructor(facts: AgentFacts, parent: Context | ((time: number) => Context)) {
    this.facts = facts;
    this.#parent = parent;
  }

  get isTold(): boolean {
    return this.#span !== undefined;
  }

  span(time: number): TracedSpan {
    const { tracer, name, mode, sessionId, path, startedAt } = this.facts;
    this.#span ??= new TracedSpan({
      tracer,
      name: `${operations.invokeAgent} ${name}`,
      attributes: {
        [genAi.operationName]: operations.invokeAgent,
        [genAi.agentName]: name,
        [names.mode]: mode,
        [names.sessionId]: sessionId,
        ...(path === '' ? {} : { [names.path]: path }),
      },
      startTime: startedAt,
      parent: typeof this.#parent === 'function' ? this.#parent(time) : this.#parent,
    });
    return this.#span;
  }

  /** The step that goes on; one that starts at `time` when none does. */
  step(time: number): TracedSpan {
    if (this.#step) return this.#step;
    const n = this.steps + 1;
    this.#stepStartedAt = time;
    this.#step = new TracedSpan({
      tracer: this.facts.tracer,
      name: `${spanNames.step} ${n}`,
      attributes: { [names.step]: n, [genAi.agentName]: this.facts.name },
      startTime: time,
      parent: this.span(time).context,
    });
    return this.#step;
  }

  /** When the step that goes on began here: an earlier life may have begun what is in it. */
  get stepStartedAt(): number {
    return this.#stepStartedAt;
  }

  /** The step that goes on, or the agent between two steps. */
  place(time: number): TracedSpan {
    return this.#step ?? this.span(time);
  }

  /** Ends the step that goes on. Gives how long it took, in milliseconds; undefined when none went on. */
  endStep(time: number): number | undefined {
    if (!this.#step) return undefined;
    this.#step.end(time);
    this.#step = undefined;
    return Math.max(0, time - this.#stepStartedAt);
  }

  /** The call of a sub-agent, which has no name before it is over. */
  openCall(key: string, time: number): TracedSpan {
    const known = this.#calls.get(key);
    if (known) return known.span;
    const span = new TracedSpan({
      tracer: this.facts.tracer,
      name: operations.executeTool,
      attributes: {
        [genAi.operationName]: operations.executeTool,
        [genAi.agentName]: this.facts.name,
        [genAi.toolCallId]: key,
      },
      startTime: time,
      parent: this.step(time).context,
    });
    this.#calls.set(key, { span, startedAt: time });
    return span;
  }

  takeCall(key: string): OpenCall | undefined {
    const call = this.#calls.get(key);
    this.#calls.delete(key);
    return call;
  }

  /** Ends everything that goes on in it, and it. */
  end(time: number): void {
    for (const { span } of this.#calls.values()) span.end(time);
    this.#calls.clear();
    this.endStep(time);
    this.span(time).end(time);
  }
}
