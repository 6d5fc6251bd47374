import { trace as traceApi, type Tracer } from '@opentelemetry/api';
import type { SpanExporter } from '@opentelemetry/sdk-trace';
import type { Counter } from 'prom-client';
import type { Logger } from './logger.ts';
import { RecurringFailure } from './recurring-failure.ts';

export interface SpanExportOptions {
  readonly service: string;
  readonly instance: string;
  readonly sampleRatio: number;
  /** The base address of an OTLP collector. */
  readonly exporterUrl: string;
  /** Counts the spans that no collector took. */
  readonly lost: Pick<Counter, 'inc'>;
}

export interface SpanExport {
  readonly tracer: Tracer;
  shutdown(): Promise<void>;
}

/** Starts the OpenTelemetry SDK. A service whose SDK does not start goes on with ids and without spans. */
export async function startSpanExport(options: SpanExportOptions, logger: Logger): Promise<SpanExport | undefined> {
  try {
    return await start(options, logger);
  } catch (error) {
    logger.error({ error }, 'spans are not exported: the SDK did not start');
    return undefined;
  }
}

/** The SDK is loaded here because it takes a third of a second and 40 MB, which a service without a collector saves. */
async function start(options: SpanExportOptions, logger: Logger): Promise<SpanExport> {
  const { service, instance, sampleRatio, exporterUrl } = options;
  // prom-client serves the metrics and pino writes the logs; by default the SDK would export both.
  process.env['OTEL_METRICS_EXPORTER'] = 'none';
  process.env['OTEL_LOGS_EXPORTER'] = 'none';
  const [{ NodeSDK }, { OTLPTraceExporter }, resources, sdkTrace] = await Promise.all([
    import('@opentelemetry/sdk-node'),
    import('@opentelemetry/exporter-trace-otlp-http'),
    import('@opentelemetry/resources'),
    import('@opentelemetry/sdk-trace'),
  ]);
  const url = `${exporterUrl.replace(/\/+$/, '')}/v1/traces`;
  const exporter = watched(new OTLPTraceExporter({ url, timeoutMillis: 5_000 }), options, logger);
  const sdk = new NodeSDK({
    resource: resources.resourceFromAttributes({ 'service.name': service, 'service.instance.id': instance }),
    // The attributes of an installation in OTEL_RESOURCE_ATTRIBUTES, such as its name.
    resourceDetectors: [resources.resourceAttributesEnvDetector],
    sampler: new sdkTrace.ParentBasedSampler({ root: new sdkTrace.TraceIdRatioBasedSampler(sampleRatio) }),
    spanProcessors: [new sdkTrace.BatchSpanProcessor({ exporter, maxQueueSize: 4_096, scheduledDelayMillis: 1_000 })],
    textMapPropagator: null,
    metricReaders: [],
  });
  sdk.start();
  const shutdown = async (): Promise<void> => {
    try {
      await sdk.shutdown();
    } finally {
      // The API keeps the first provider of a process, and an SDK that starts later would make spans for one that has ended.
      traceApi.disable();
    }
  };
  return { tracer: traceApi.getTracer('rapport'), shutdown };
}

/** Each span that is not taken is counted. */
function watched(exporter: SpanExporter, { lost, exporterUrl }: SpanExportOptions, logger: Logger): SpanExporter {
  const failure = new RecurringFailure(logger);
  let isFailing = false;
  return {
    export: (spans, done) =>
      exporter.export(spans, (result) => {
        const { error } = result;
        const hasFailed = error !== undefined;
        if (hasFailed) {
          lost.inc(spans.length);
          failure.warn({ error, collector: exporterUrl }, 'the collector takes no spans; they are counted and lost');
        } else if (isFailing) {
          failure.over();
          logger.info({ collector: exporterUrl }, 'the collector takes spans again');
        }
        isFailing = hasFailed;
        done(result);
      }),
    forceFlush: () => exporter.forceFlush?.() ?? Promise.resolve(),
    shutdown: () => exporter.shutdown(),
  };
}
