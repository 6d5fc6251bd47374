import type { CallContext, LogLevel } from '@rapport/kernel';
import type { DestinationStream } from 'pino';
import { createLogger, type FlushableLogger, type Logger } from './logger.ts';
import { Metrics } from './metrics.ts';
import type { ServerTrace } from './server-trace.ts';
import { startSpanExport, type SpanExport } from './span-export.ts';
import { Tracing, type TraceOptions } from './tracing.ts';

export interface TelemetryOptions {
  readonly service: string;
  readonly instance: string | number;
  /** The share of new traces whose spans are exported. */
  readonly sampleRatio: number;
  /** The base address of an OTLP collector. Without it there are trace ids and no spans. */
  readonly exporterUrl?: string | undefined;
  readonly logLevel?: LogLevel;
  /** The target of log lines instead of the standard output. */
  readonly logStream?: DestinationStream;
}

/** The log, the metrics and the traces of a process. */
export class Telemetry {
  readonly service: string;
  readonly logger: Logger;
  readonly metrics: Metrics;
  readonly #log: FlushableLogger;
  readonly #spans: SpanExport | undefined;
  readonly #tracing: Tracing;

  constructor(service: string, log: FlushableLogger, metrics: Metrics, spans: SpanExport | undefined) {
    this.service = service;
    this.logger = log.logger;
    this.metrics = metrics;
    this.#log = log;
    this.#spans = spans;
    this.#tracing = new Tracing(spans?.tracer);
  }

  /** Begins the trace of a request or of background work. Its caller ends it. */
  startTrace(name: string, options?: TraceOptions): ServerTrace {
    return this.#tracing.startTrace(name, options);
  }

  /** Runs a piece of background work in a trace of its own. */
  async inBackground<T>(
    name: string,
    work: (context: CallContext) => Promise<T>,
    options: TraceOptions = {},
  ): Promise<T> {
    const trace = this.startTrace(name, { kind: 'background', ...options });
    try {
      return await work({ trace });
    } catch (error) {
      trace.fail(error);
      throw error;
    } finally {
      trace.end();
    }
  }

  /** Sends the last spans and log lines. */
  async shutdown(): Promise<void> {
    try {
      await this.#spans?.shutdown();
    } catch (error) {
      this.logger.warn({ error }, 'the last spans were not exported');
    }
    await this.#log.flush();
  }
}

export async function startTelemetry(options: TelemetryOptions): Promise<Telemetry> {
  const { service, sampleRatio, exporterUrl, logStream } = options;
  const instance = String(options.instance);
  const metrics = new Metrics({ defaults: true });
  const lost = metrics.counter({ name: 'log_lines_lost', help: 'Log lines that nobody read in time.' });
  const log = createLogger({
    onLost: () => lost.inc(),
    service,
    instance,
    level: options.logLevel ?? 'info',
    ...(logStream ? { stream: logStream } : {}),
  });
  const lostSpans = metrics.counter({ name: 'spans_lost', help: 'Spans that no collector took.' });
  const spans = exporterUrl
    ? await startSpanExport({ service, instance, sampleRatio, exporterUrl, lost: lostSpans }, log.logger)
    : undefined;
  return new Telemetry(service, log, metrics, spans);
}
