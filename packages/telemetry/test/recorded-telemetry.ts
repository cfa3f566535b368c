import type {
  Attributes,
  Context,
  MeterProvider,
  Span,
  SpanOptions,
  TracerProvider,
} from '@opentelemetry/api';
import { ROOT_CONTEXT, trace } from '@opentelemetry/api';

/** A span as a provider without an SDK saw it. */
export type RecordedSpan = {
  name: string;
  kind: number | undefined;
  parent: RecordedSpan | undefined;
  /** Those that were there when it was made. */
  atStart: Attributes;
  attributes: Attributes;
  events: { name: string; attributes: Attributes }[];
  status: number | undefined;
  startTime: number;
  endTime: number | undefined;
};

export type RecordedPoint = { name: string; amount: number; labels: Attributes };

/** Providers that keep what they are told. */
export function recordTelemetry() {
  const spans: RecordedSpan[] = [];
  const points: RecordedPoint[] = [];
  const created: { name: string; unit: string | undefined; bounds: number[] | undefined }[] = [];
  const known = new Map<string, RecordedSpan>();

  function startSpan(
    name: string,
    options: SpanOptions = {},
    context: Context = ROOT_CONTEXT,
  ): Span {
    const parentId = trace.getSpanContext(context)?.spanId;
    const spanId = String(known.size + 1).padStart(16, '0');
    const recorded: RecordedSpan = {
      name,
      kind: options.kind,
      parent: parentId === undefined ? undefined : known.get(parentId)!,
      atStart: { ...options.attributes },
      attributes: { ...options.attributes },
      events: [],
      status: undefined,
      startTime: Number(options.startTime),
      endTime: undefined,
    };
    known.set(spanId, recorded);
    spans.push(recorded);
    const span = {
      spanContext: () => ({ traceId: '1'.repeat(32), spanId, traceFlags: 1 }),
      setAttributes: (attributes: Attributes) =>
        void Object.assign(recorded.attributes, attributes),
      addEvent: (event: string, attributes: Attributes) =>
        void recorded.events.push({ name: event, attributes }),
      setStatus: ({ code }: { code: number }) => void Object.assign(recorded, { status: code }),
      updateName: (changed: string) => void Object.assign(recorded, { name: changed }),
      end: (time: number) => {
        if (recorded.endTime !== undefined) throw new Error(`${recorded.name} ended twice`);
        recorded.endTime = time;
      },
    };
    return span as unknown as Span;
  }

  const instrument = (name: string, options: { unit?: string; advice?: object } = {}) => {
    const { explicitBucketBoundaries: bounds } = (options.advice ?? {}) as {
      explicitBucketBoundaries?: number[];
    };
    created.push({ name, unit: options.unit, bounds });
    const write = (amount: number, labels: Attributes) =>
      void points.push({ name, amount, labels });
    return { add: write, record: write };
  };
  const meter = { createCounter: instrument, createHistogram: instrument };

  return {
    spans,
    points,
    created,
    tracerProvider: { getTracer: () => ({ startSpan }) } as unknown as TracerProvider,
    meterProvider: { getMeter: () => meter } as unknown as MeterProvider,
    /** The spans as an indented list of names. */
    tree: () =>
      spans.filter(({ parent }) => parent === undefined).flatMap((root) => treeOf(root, 0)),
    span(name: string): RecordedSpan {
      const found = spans.filter((span) => span.name === name);
      if (found.length !== 1) throw new Error(`There are ${found.length} spans ${name}`);
      return found[0]!;
    },
    sum: (name: string) =>
      points.filter((point) => point.name === name).reduce((sum, { amount }) => sum + amount, 0),
    labels: (name: string) =>
      points.filter((point) => point.name === name).map(({ labels }) => labels),
  };

  function treeOf(span: RecordedSpan, depth: number): string[] {
    const children = spans.filter(({ parent }) => parent === span);
    return [
      `${'  '.repeat(depth)}${span.name}`,
      ...children.flatMap((child) => treeOf(child, depth + 1)),
    ];
  }
}
