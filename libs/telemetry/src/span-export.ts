import { trace as traceApi, type Tracer } from '@opentelemetry/api';
import type { Logger } from './logger.ts';

export interface SpanExportOptions {
  readonly service: string;
  readonly instance: string;
  readonly sampleRatio: number;
  /** The base address of an OTLP collector. */
  readonly exporterUrl: string;
}

export interface SpanExport {
  readonly tracer: Tracer;
  shutdown(): Promise<void>;
}

/** Starts the OpenTelemetry SDK. A service whose SDK does not start goes on with ids and without spans. */
export async function startSpanExport(options: SpanExportOptions, logger: Logger): Promise<SpanExport | undefined> {
  try {
    return await start(options);
  } catch (error) {
    logger.error({ error }, 'spans are not exported: the SDK did not start');
    return undefined;
  }
}

/** The SDK is loaded here because it takes a third of a second and 40 MB, which a service without a collector saves. */
async function start({ service, instance, sampleRatio, exporterUrl }: SpanExportOptions): Promise<SpanExport> {
  // prom-client serves the metrics and pino writes the logs; by default the SDK would export both.
  process.env['OTEL_METRICS_EXPORTER'] = 'none';
  process.env['OTEL_LOGS_EXPORTER'] = 'none';
  const [{ NodeSDK }, { OTLPTraceExporter }, resources, sdkTrace] = await Promise.all([
    import('@opentelemetry/sdk-node'),
    import('@opentelemetry/exporter-trace-otlp-http'),
    import('@opentelemetry/resources'),
    import('@opentelemetry/sdk-trace'),
  ]);
  const exporter = new OTLPTraceExporter({ url: `${exporterUrl.replace(/\/+$/, '')}/v1/traces`, timeoutMillis: 5_000 });
  const sdk = new NodeSDK({
    resource: resources.resourceFromAttributes({ 'service.name': service, 'service.instance.id': instance }),
    // What OTEL_RESOURCE_ATTRIBUTES says of an installation, such as its name.
    resourceDetectors: [resources.resourceAttributesEnvDetector],
    sampler: new sdkTrace.ParentBasedSampler({ root: new sdkTrace.TraceIdRatioBasedSampler(sampleRatio) }),
    spanProcessors: [new sdkTrace.BatchSpanProcessor({ exporter, maxQueueSize: 4_096, scheduledDelayMillis: 1_000 })],
    textMapPropagator: null,
    metricReaders: [],
  });
  sdk.start();
  const shutdown = async (): Promise<void> => {
    await sdk.shutdown();
    // The API keeps the first provider of a process, and an SDK that starts later would make spans for one that has ended.
    traceApi.disable();
  };
  return { tracer: traceApi.getTracer('rapport'), shutdown };
}
