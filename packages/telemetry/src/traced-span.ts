import {
  type Attributes,
  type Context,
  type Span,
  SpanKind,
  SpanStatusCode,
  type Tracer,
  trace,
} from '@opentelemetry/api';
import { safely } from './safely.ts';
import { genAi } from './semantic-conventions.ts';

/** What a span is made of. Times are milliseconds since 1970. */
export type SpanStart = {
  tracer: Tracer | undefined;
  name: string;
  /** Default: internal. */
  kind?: SpanKind;
  /** Known when the span is made, so that a sampler can read them. */
  attributes: Attributes;
  startTime: number;
  /** The context that holds the parent, if there is one. */
  parent: Context;
};

/** A span that never throws: where the tracer fails, there is none, and its children belong to its parent. */
export class TracedSpan {
  /** The context for its children. */
  readonly context: Context;
  readonly #span: Span | undefined;

  constructor({
    tracer,
    name,
    kind = SpanKind.INTERNAL,
    attributes,
    startTime,
    parent,
  }: SpanStart) {
    this.#span =
      tracer && safely(() => tracer.startSpan(name, { kind, attributes, startTime }, parent));
    const span = this.#span;
    this.context = (span && safely(() => trace.setSpan(parent, span))) ?? parent;
  }

  rename(name: string): void {
    safely(() => this.#span?.updateName(name));
  }

  set(attributes: Attributes): void {
    safely(() => this.#span?.setAttributes(attributes));
  }

  event(name: string, time: number, attributes: Attributes = {}): void {
    safely(() => this.#span?.addEvent(name, attributes, time));
  }

  /** Marks the span as failed. The status has no text: that of an error is content. */
  fail(errorType: string): void {
    this.set({ [genAi.errorType]: errorType });
    safely(() => this.#span?.setStatus({ code: SpanStatusCode.ERROR }));
  }

  end(time: number): void {
    safely(() => this.#span?.end(time));
  }
}
