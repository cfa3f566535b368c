// A collector on loopback: takes what is exported as OTLP over HTTP in JSON, and keeps it.
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

type Value = {
  stringValue?: string;
  boolValue?: boolean;
  intValue?: number | string;
  doubleValue?: number;
  arrayValue?: { values?: Value[] };
};
type Attributes = { key: string; value: Value }[];

export type SentSpan = {
  traceId: string;
  spanId: string;
  parentSpanId?: string;
  name: string;
  kind: number;
  startTimeUnixNano: string;
  endTimeUnixNano: string;
  attributes: Attributes;
  events: { name: string; attributes: Attributes }[];
  status: { code: number };
};

export type SentMetric = {
  name: string;
  unit: string;
  sum?: { isMonotonic: boolean; dataPoints: { attributes: Attributes; asDouble: number }[] };
  histogram?: { dataPoints: { attributes: Attributes; count: number; explicitBounds: number[] }[] };
};

type Sent = {
  resourceSpans?: { scopeSpans: { scope: { name: string }; spans: SentSpan[] }[] }[];
  resourceMetrics?: { scopeMetrics: { scope: { name: string }; metrics: SentMetric[] }[] }[];
};

export async function startReceiver() {
  const spans: SentSpan[] = [];
  const scopes = new Set<string>();
  let metrics: SentMetric[] = [];
  const server = createServer(async (request, response) => {
    let text = '';
    for await (const piece of request) text += piece;
    const sent: Sent = JSON.parse(text);
    for (const { scope, spans: some } of (sent.resourceSpans ?? []).flatMap((r) => r.scopeSpans)) {
      scopes.add(scope.name);
      spans.push(...some);
    }
    // Every export has the totals until then, so the last one counts.
    if (sent.resourceMetrics) {
      metrics = sent.resourceMetrics.flatMap((r) => r.scopeMetrics.flatMap((s) => s.metrics));
    }
    response.writeHead(200, { 'content-type': 'application/json' });
    response.end('{}');
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    spans,
    scopes,
    metrics: () => metrics,
    close() {
      server.closeAllConnections();
      server.close();
    },
  };
}

/** Attributes as an object. */
export function valuesOf(attributes: Attributes): { [name: string]: unknown } {
  return Object.fromEntries(attributes.map(({ key, value }) => [key, readValue(value)]));
}

function readValue(value: Value): unknown {
  if (value.arrayValue) return (value.arrayValue.values ?? []).map(readValue);
  if (value.intValue !== undefined) return Number(value.intValue);
  return value.stringValue ?? value.boolValue ?? value.doubleValue;
}

/** The spans below one, as an indented list of names in the order of their start. */
export function treeOf(spans: readonly SentSpan[], root: SentSpan, depth = 0): string[] {
  return [
    `${'  '.repeat(depth)}${root.name}`,
    ...spans
      .filter((span) => span.parentSpanId === root.spanId)
      .flatMap((span) => treeOf(spans, span, depth + 1)),
  ];
}
