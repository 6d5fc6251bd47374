export { Background, loop, type Loop, type Running } from './background.ts';
export { createLogger, Logger } from './logger.ts';
export { Metrics } from './metrics.ts';
export { causeOf, RecurringFailure } from './recurring-failure.ts';
export { inSpan, ServerTrace } from './server-trace.ts';
export { startTelemetry, Telemetry } from './telemetry.ts';
export type { Counter, Histogram } from 'prom-client';
