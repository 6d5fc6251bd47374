export { Logger, type LogFields, type LogLevel } from './logger.ts';
export { Metrics, type GaugeOptions, type HistogramOptions, type MetricOptions } from './metrics.ts';
export { inSpan, ServerTrace, type CallKind } from './server-trace.ts';
export {
  startServiceTelemetry,
  startTelemetry,
  Telemetry,
  type TelemetryOptions,
  type TelemetrySettings,
} from './telemetry.ts';
export type { TraceOptions } from './tracing.ts';
export type { Counter, Gauge, Histogram } from 'prom-client';
