// Version 3 of the SDK, over version 1.10 of the API.
import { context, metrics, trace } from '@opentelemetry/api';
import { AsyncLocalStorageContextManager } from '@opentelemetry/context-async-hooks';
import { OTLPMetricExporter } from '@opentelemetry/exporter-metrics-otlp-http';
import { PrometheusExporter, PrometheusSerializer } from '@opentelemetry/exporter-prometheus';
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http';
import { MeterProvider, PeriodicExportingMetricReader } from '@opentelemetry/sdk-metrics';
import { BatchSpanProcessor, TracerProvider } from '@opentelemetry/sdk-trace';

export const name = 'SDK 3, API 1.10';

/** Registers the providers of an application. */
export function register(url: string) {
  const prometheus = new PrometheusExporter({ preventServerStart: true });
  const exporter = new OTLPMetricExporter({ url: `${url}/v1/metrics` });
  const meters = new MeterProvider({
    readers: [new PeriodicExportingMetricReader({ exporter }), prometheus],
  });
  const spanExporter = new OTLPTraceExporter({ url: `${url}/v1/traces` });
  const tracers = new TracerProvider({
    spanProcessors: [new BatchSpanProcessor({ exporter: spanExporter })],
  });
  context.setGlobalContextManager(new AsyncLocalStorageContextManager().enable());
  trace.setGlobalTracerProvider(tracers);
  metrics.setGlobalMeterProvider(meters);
  return {
    async prometheusText() {
      const { resourceMetrics } = await prometheus.collect();
      return new PrometheusSerializer().serialize(resourceMetrics);
    },
    async shutdown() {
      await tracers.shutdown();
      await meters.shutdown();
    },
  };
}
